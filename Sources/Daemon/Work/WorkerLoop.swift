internal import Platform

/// The worker process: answers requests on its standard input until the service closes it.
///
/// Trusts the service; does not trust the files whose bytes it is given. It opens no file for writing and has no network.
public struct WorkerLoop<Renderer: JobRenderer> {
    private var renderer: Renderer
    private let channel: Channel
    private var memoryLimit = 0
    private var known = KnownSettings()

    public init(_ renderer: Renderer) throws {
        self.renderer = renderer
        channel = try Channel.inherited()
        let missing = try Confinement.enter()
        if !missing.isEmpty {
            Journal().write(
                .warning, "this kernel has no \(missing.joined(separator: " and no ")): workers keep rights")
        }
    }

    /// Returns once the service has closed the channel, or is gone; throws where it talks nonsense.
    public mutating func run() throws {
        do {
            try serve()
        } catch let error as SystemError where error.code == .brokenPipe {
            // Killed while this process was at work: the next start has it done again.
        }
    }

    private mutating func serve() throws {
        try channel.send([WorkerAnswer.ready.rawValue])
        while let message = try channel.receive() {
            var orders = WireReader(message)
            while !orders.isAtEnd { try obey(&orders) }
        }
    }

    private mutating func obey(_ orders: inout WireReader) throws {
        switch WorkerOrder(rawValue: try orders.tag()) {
        case .settings:
            let number = try orders.number()
            try known.learn(orders.json(WorkerSettings.self), number)
        case .read:
            let request = try ReadRequest(from: &orders, known)
            try limitMemory(to: request.memoryLimit)
            var answer = WireWriter()
            renderer.read(request, content: orders.rest()).write(to: &answer)
            try channel.send(answer.bytes)
        case .print:
            let request = try PrintRequest(from: &orders)
            try limitMemory(to: request.memoryLimit)
            let printed = renderer.print(request)
            var answer = WireWriter()
            try printed.write(to: &answer)
            try channel.send(answer.bytes, printed.pdf ?? [])
        case .forget: renderer.forget(job: try orders.text())
        case nil: throw WorkerProtocolError(description: "an order that is none")
        }
    }

    private mutating func limitMemory(to bytes: Int) throws(SystemError) {
        if bytes == memoryLimit { return }
        try Confinement.limitMemory(to: bytes)
        memoryLimit = bytes
    }
}
