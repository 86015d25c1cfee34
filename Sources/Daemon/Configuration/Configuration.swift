public import Diagnostics
internal import Platform

/// Everything that can be set, read from the files that `ConfigurationFiles` names.
public struct Configuration: Sendable, Hashable {
    /// The folder that holds inbox, work, outbox, archive and failed.
    public var root = "hotpress"
    /// The folder that holds the ledger.
    public var state: String?
    /// How many worker processes print; nil: one per processor.
    public var workers: Int?
    public var logLevel = LogLevel.info
    /// Days after which the ledger forgets a job; 0: never.
    public var keep = 0
    /// For the inbox itself.
    public var main = QueueSettings()
    /// For subfolders of the inbox, by name.
    public var queues: [String: QueueSettings] = [:]
    public var seller = SellerSettings()
    /// How mails go out.
    public var post = PostSettings()
    public var metrics = MetricsSettings()
    /// By number or name, as `CustomerSettings` are looked up.
    var customers: [String: CustomerSettings] = [:]
    /// By name; "" is `[sequence]`.
    public var sequences: [String: SequenceSettings] = ["": SequenceSettings()]

    public init() {}

    /// The state directory: as configured, else systemd's, else beside the inbox.
    public var statePath: String {
        state ?? ThisProcess.environment("STATE_DIRECTORY") ?? root + "/state"
    }

    public var workerCount: Int { workers ?? ThisProcess.processorCount }

    /// How long files may be in hand without any step forward before the service is taken for hanging: longer than any one
    /// step may take.
    var patience: Duration {
        let limits = ([main] + queues.values).flatMap { queue in
            [queue.inbox.timeLimit * Spool.patience(forReading: queue.inbox.maximumSize)]
                + [queue.inbox.before, queue.inbox.after].compactMap { $0?.timeout }
        }
        return .seconds(600) + (limits.max() ?? .zero)
    }

    /// The settings of a queue: its own, else those of the nearest folder above it that has some.
    public func settings(of queue: String) -> QueueSettings {
        var name = queue[...]
        while !name.isEmpty {
            if let own = queues[String(name)] { return own }
            guard let slash = name.lastIndex(of: "/") else { break }
            name = name[..<slash]
        }
        return main
    }

    /// The entry of a customer, by number before name; case and spaces around do not count.
    public func customer(number: String?, name: String) -> CustomerSettings? {
        if customers.isEmpty { return nil }
        return [number ?? "", name].lazy.map(Self.customerKey).compactMap { $0.isEmpty ? nil : customers[$0] }.first
    }

    static func customerKey(_ text: String) -> String {
        String(text.lowercased().drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// Reads a configuration, its drop-ins and credentials, later files overriding earlier ones key by key; throws every
    /// fault of all files at once as `DiagnosticError`.
    public init(path: String) throws {
        try self.init(ConfigurationFiles(path: path).files)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        useProfiles(in: folder + "profiles")
    }

    /// Profiles of this folder go before the installed ones, for all queues.
    private mutating func useProfiles(in folder: String) {
        guard (try? Directory(folder)) != nil else { return }
        main.invoice.profileFolder = folder
        for queue in queues.keys { queues[queue]?.invoice.profileFolder = folder }
    }

    /// Reads configuration text, for `hotpress doctor` and tests.
    public init(text: String, file: String = "hotpress.conf") throws(DiagnosticError) {
        try self.init([try KeyFile(text: text, file: file)])
    }

    private init(_ files: [KeyFile]) throws(DiagnosticError) {
        var reading = ConfigurationReading()
        for file in files { reading.gather(file) }
        self = reading.configuration()
        try reading.bag.throwIfErrors()
    }
}
