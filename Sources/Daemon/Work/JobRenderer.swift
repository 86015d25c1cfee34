public import Diagnostics
public import Foundation

/// What a worker process does with a job: the seam between the service and the reading and printing of invoices.
///
/// Both steps are pure: the same request gives the same answer, so that a step redone after a crash is harmless.
public protocol JobRenderer {
    /// Turns a file into invoices that are added up, and keeps them for `print`.
    ///
    /// - Parameter content: the file's bytes; empty where `request.place` says where the file is, which is then too long
    ///   to be held in memory.
    mutating func read(_ request: ReadRequest, content: [UInt8]) -> ReadAnswer
    /// Prints one invoice of a file that was read.
    mutating func print(_ request: PrintRequest) -> PrintAnswer
    /// A file's invoices are not needed any more.
    mutating func forget(job: String)
}

/// A file to read.
public struct ReadRequest: Sendable {
    public var job: String
    /// The file's name, for diagnostics and for what its ending says of the format.
    public var name: String
    public var invoice: InvoiceSettings
    public var seller: SellerSettings
    public var mail: MailSettings
    /// The job's time, in milliseconds since 1970: the one moment that a document may show.
    public var time: Int64
    /// Where a long file lies, to be read there.
    public var place: FilePlace?
    /// Of the worker process while it has this job, in bytes; 0 for none.
    public var memoryLimit: Int
}

/// A file's folder and its name, which is bytes.
public struct FilePlace: Sendable, Hashable {
    public var folder: String
    public var name: [UInt8]
}

/// What a file holds.
public struct ReadAnswer: Sendable {
    /// The invoices that can be printed, in the order of the file.
    public var invoices: [InvoiceSummary]
    /// Everything found, errors and warnings.
    public var diagnostics: [Diagnostic]

    public init(invoices: [InvoiceSummary], diagnostics: [Diagnostic]) {
        self.invoices = invoices
        self.diagnostics = diagnostics
    }
}

/// One invoice, as far as the service needs to know it.
public struct InvoiceSummary: Sendable, Hashable {
    /// Its place in the file, from 0; broken invoices count.
    public var position: Int
    /// Nil takes the next number of the sequence.
    public var number: String?
    public var seller: String
    public var customer: String
    /// ISO 8601: `2026-11-30`.
    public var date: String
    /// The number that the seller knows the customer by.
    public var customerNumber: String?
    public var currency: String
    /// The model's word: `invoice`, `credit-note`.
    public var type: String
    /// For people: `1,234.50 EUR`.
    public var total: String
    /// SHA-256 of everything in the invoice but its number, and but a date that the file leaves open: the same file is
    /// the same invoice on another day.
    public var digest: String

    public init(position: Int, number: String?, seller: String, customer: String, date: String, digest: String) {
        self.position = position
        self.number = number
        self.seller = seller
        self.customer = customer
        self.date = date
        self.digest = digest
        currency = ""
        type = "invoice"
        total = ""
    }
}

/// An invoice to print.
public struct PrintRequest: Sendable {
    public var job: String
    public var position: Int
    public var number: String
    /// The PDF's file name, as the mail's attachment will be called.
    public var output: String
    /// The customer's entry in the configuration.
    public var customer: CustomerSettings?
    /// Of the worker process while it has this job, in bytes; 0 for none.
    public var memoryLimit: Int
}

/// A printed invoice, or why there is none.
public struct PrintAnswer: Sendable {
    /// Nil where `diagnostics` has an error.
    public var pdf: [UInt8]?
    public var pages: Int
    public var diagnostics: [Diagnostic]
    /// Nil where no mail is wanted.
    public var mail: MailContent?

    public init(pdf: [UInt8]?, pages: Int = 0, diagnostics: [Diagnostic], mail: MailContent? = nil) {
        self.pdf = pdf
        self.pages = pages
        self.diagnostics = diagnostics
        self.mail = mail
    }
}

/// What a mail says and to whom, before it is a message.
public struct MailContent: Sendable, Codable, Hashable {
    public var from: String
    public var returnPath: String?
    public var replyTo: String?
    public var to: [String]
    public var cc: [String] = []
    public var bcc: [String] = []
    public var subject: String
    public var text: String
    public var html: String?
    /// Shown by the HTML as `cid:NAME`, NAME being the picture's identifier.
    public var pictures: [Picture] = []
    /// Names of further files, below the attachments folder.
    public var attachments: [String] = []
    /// Not to go out before somebody releases it.
    public var isHeld = false

    /// A picture that the HTML shows.
    public struct Picture: Sendable, Codable, Hashable {
        public var identifier: String
        public var name: String
        public var content: Data
    }

    public init(from: String, to: [String], subject: String, text: String) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
    }
}
