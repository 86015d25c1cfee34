public import Invoice
public import Ledger
internal import Platform

/// The least important messages that are logged, by the names of syslog(3).
public enum LogLevel: String, Sendable, CaseIterable {
    case error, warning, notice, info, debug

    var level: Journal.Level {
        switch self {
        case .error: .error
        case .warning: .warning
        case .notice: .notice
        case .info: .info
        case .debug: .debug
        }
    }
}

/// How an inbox takes files: `[inbox]`.
public struct InboxSettings: Sendable, Hashable {
    public enum Duplicates: String, Sendable, CaseIterable { case skip, process, fail }
    public enum SameNumber: String, Sendable, CaseIterable { case fail, revise }
    public enum Order: String, Sendable, CaseIterable { case arrival, name }

    /// A file that has not changed for so long is whole.
    public var settle = Duration.milliseconds(500)
    /// Shell patterns of names that are never taken: files still being written.
    public var ignore = [".*", "*.filepart", "*.part", "*.crdownload", "*.tmp", "*~", "*.swp", "~$*"]
    /// What happens to a file whose content was printed before.
    public var duplicates = Duplicates.skip
    /// What happens to an invoice whose number was printed before, with other content.
    public var sameNumber = SameNumber.fail
    /// In bytes.
    public var maximumSize: Int64 = 16 << 20
    /// For reading a file, and for printing one invoice.
    public var timeLimit = Duration.seconds(30)
    /// Of a worker process, in bytes; 0 for none.
    public var memoryLimit = 512 << 20
    /// Queues with a higher one go first.
    public var priority = 0
    /// Which of the settled files goes first.
    public var order = Order.arrival
    /// When files are taken.
    public var hours = TimeWindows()
    /// How many files are taken within a minute; 0: any number.
    public var throttle = 0
    /// Where it is set a file is taken only once this companion is there.
    public var doneFile: CompanionName?
    /// While one of these companions is there a file is not taken.
    public var lockFiles: [CompanionName] = []
    /// Run before a file is read, and after it is decided.
    public var before: HookSettings?
    public var after: HookSettings?
    var hookKeys = HookKeys()

    public init() {}
}

/// The keys of hooks as they are set one by one; they make a hook once a program is named.
struct HookKeys: Sendable, Hashable {
    var before: [String] = []
    var after: [String] = []
    var beforeFailure = HookSettings.Failure.fail
    var afterFailure = HookSettings.Failure.ignore
    var timeout = Duration.seconds(30)
}

extension InboxSettings {
    /// Puts the hooks together from their keys.
    mutating func settleHooks() {
        before = hook(hookKeys.before, hookKeys.beforeFailure)
        after = hook(hookKeys.after, hookKeys.afterFailure)
    }

    private func hook(_ command: [String], _ failure: HookSettings.Failure) -> HookSettings? {
        guard !command.isEmpty else { return nil }
        var hook = HookSettings(command, failure: failure)
        hook.timeout = hookKeys.timeout
        return hook
    }
}

/// What an invoice is where the file does not say: `[invoice]`.
public struct InvoiceSettings: Sendable, Hashable, Codable {
    /// A name below Templates/, or a folder.
    public var template = "classic"
    /// ISO 4217.
    public var currency = "EUR"
    public var locale = "en-US"
    /// In percent, as written: exact decimal.
    public var tax: String?
    /// Days until payment is due.
    public var terms: Int?
    /// `{number} {seller} {customer} {date} {currency} {source}`, without `.pdf`.
    public var outputName = "{number}"
    /// Which `[sequence …]` gives missing numbers where none claims the invoice; "" is `[sequence]`.
    public var sequence = ""
    /// The import profile that reads the files; nil takes the one that knows them.
    public var profile: String?
    /// The folder `profiles` beside the configuration, whose profiles go before the installed ones.
    public var profileFolder: String?
    /// Nil decides by the whole of each file.
    public var decimalSign: DecimalSign?
    /// Nil decides by the whole of each file.
    public var dateOrder: DateOrder?
    /// What is made of totals that a file states.
    public var totals = AddingOptions.StatedCheck.check
    public var taxRounding = AddingOptions.TaxRounding.perGroup
    /// The smallest coin the amount due is rounded to: exact decimal.
    public var cashRounding: String?

    public init() {}
}

/// Who sends the invoices where the file does not say: `[seller]`.
public struct SellerSettings: Sendable, Hashable, Codable {
    public var name: String?
    /// The lines of the address above postcode and city.
    public var address: [String] = []
    public var postcode: String?
    public var city: String?
    /// ISO 3166-1 alpha-2.
    public var country: String?
    public var vatIdentifier: String?
    public var taxIdentifier: String?
    public var email: String?
    public var phone: String?
    public var iban: String?
    public var bic: String?
    /// A path, from the configuration file's folder.
    public var logo: String?

    public init() {}
}

/// How numbers are given: `[sequence]`, `[sequence NAME]`.
public struct SequenceSettings: Sendable, Hashable {
    public var pattern = SequencePattern.standard
    public var reset = SequenceReset.never
    /// Which invoices it claims; what is empty does not narrow. One that narrows nothing claims none.
    public var sellers: [String] = []
    public var types: [Invoice.DocumentType] = []
    public var folders: [String] = []

    public init() {}
}

/// Whether and how PDFs are mailed: `[mail]`.
public struct MailSettings: Sendable, Hashable, Codable {
    /// What happens to a mail that may or may not have gone out before a crash.
    public enum Unknown: String, Sendable, CaseIterable, Codable { case resend, hold }

    /// Whether invoices are mailed where neither they nor the customer's entry say it.
    public var send = MailOrder.Sending.no
    /// The path of the program.
    public var sendmail = "/usr/sbin/sendmail"
    /// `Name <address>`; the seller's address where it is not set.
    public var sender: String?
    /// The envelope's sender, where delivery reports go; the sender's address where it is not set.
    public var returnPath: String?
    public var replyTo: String?
    /// Who gets mails of invoices that name nobody and whose customer has no entry.
    public var to: [String] = []
    public var cc: [String] = []
    public var bcc: [String] = []
    /// `{title} {number} {seller} {customer} {date}`; the template's where it is not set.
    public var subject: String?
    /// The folder that an invoice's `mail.attachments` are in.
    public var attachments: String?
    /// `example.com`, `*.example.com`: nobody else is written to; empty: everybody.
    public var domains: [String] = []
    /// Of a whole message, in bytes.
    public var sizeLimit = 10_240_000
    /// For a trial: everything goes here instead.
    public var redirectTo: String?
    public var unknown = Unknown.hold
    /// Seconds before the first new try; each further wait is three times as long.
    public var retry = 300
    /// Seconds that sendmail may take to take a message over.
    public var timeout = 60

    public init() {}
}

/// How mails go out, for all queues together: further keys of `[mail]`.
public struct PostSettings: Sendable, Hashable {
    /// How many mails go out within a minute, and how many to one recipient.
    public var rate = Ledger.MailRate()
    /// Who is told of failures.
    public var operatorAddress: String?
    /// Seconds between two such mails at least.
    public var operatorInterval = 900

    public init() {}
}

/// What is measured, and where it is shown: `[metrics]`.
public struct MetricsSettings: Sendable, Hashable {
    /// The file for node_exporter's textfile collector.
    public var textfile: String?
    /// Between two times that it is written.
    public var interval = Duration.seconds(30)

    public init() {}
}

/// A customer's own entry: `[customer NAME]`, NAME being the customer's number or name.
public struct CustomerSettings: Sendable, Hashable, Codable {
    public var send: MailOrder.Sending?
    public var to: [String] = []
    public var cc: [String] = []
    public var bcc: [String] = []

    public init() {}
}

/// All that holds for the files of one queue: the inbox itself or one of its subfolders.
public struct QueueSettings: Sendable, Hashable {
    public var inbox = InboxSettings()
    public var invoice = InvoiceSettings()
    public var mail = MailSettings()

    public init() {}
}
