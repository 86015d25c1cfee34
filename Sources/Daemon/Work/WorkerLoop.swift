internal import Platform

/// The worker process: answers requests on its standard input until the service closes it.
///
/// Trusts the service; does not trust the files whose bytes it is given. It opens no file for writing and has no network.
public struct WorkerLoop<Renderer: JobRenderer> {
    private var renderer: Renderer
    private let channel: Channel

    /// `memoryLimit` in bytes; 0 for none.
    public init(_ renderer: Renderer, memoryLimit: Int) throws {
        self.renderer = renderer
        try Confinement.enter(memoryLimit: memoryLimit)
        channel = try Channel.inherited()
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
                try channel.send(WorkerFrame.encode(WorkerAnswer.read(renderer.read(request, content: content))))
            case .print(let request):
                let answer = renderer.print(request)
                let head = PrintHead(
                    hasPDF: answer.pdf != nil, pages: answer.pages, diagnostics: answer.diagnostics, mail: answer.mail)
                try channel.send(WorkerFrame.encode(WorkerAnswer.printed(head), answer.pdf ?? []))
            case .forget(let job):
                renderer.forget(job: job)
            }
        }
    }
}
