internal import Platform

/// The worker process: answers requests on its standard input until the service closes it.
///
/// Trusts the service; does not trust the files whose bytes it is given. It opens no file for writing and has no network.
public struct WorkerLoop<Renderer: JobRenderer> {
    private var renderer: Renderer
    private let channel: Channel
    private var memoryLimit = 0

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
        try channel.send(WorkerFrame.encode(WorkerAnswer.ready))
        while let frame = try channel.receive() {
            let (request, content) = try WorkerFrame.decode(WorkerRequest.self, frame)
            switch request {
            case .read(let request):
                try limitMemory(to: request.memoryLimit)
                try channel.send(WorkerFrame.encode(WorkerAnswer.read(renderer.read(request, content: content))))
            case .print(let request):
                try limitMemory(to: request.memoryLimit)
                let answer = renderer.print(request)
                let head = PrintHead(
                    hasPDF: answer.pdf != nil, pages: answer.pages, diagnostics: answer.diagnostics, mail: answer.mail)
                try channel.send(WorkerFrame.encode(WorkerAnswer.printed(head), answer.pdf ?? []))
            case .forget(let job):
                renderer.forget(job: job)
            }
        }
    }

    private mutating func limitMemory(to bytes: Int) throws(SystemError) {
        if bytes == memoryLimit { return }
        try Confinement.limitMemory(to: bytes)
        memoryLimit = bytes
    }
}
