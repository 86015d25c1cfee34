internal import Invoice
internal import Ledger

// Every group's keys: name, and what a value does. What is not in these lists is an unknown key.

/// What is wrong with a value; where it stands is added by the reader.
struct ValueFault: Error {
    let message: String
    var hint: String?
}

/// One key of a group.
struct ConfigurationKey<Owner>: Sendable {
    let name: String
    let apply: @Sendable (inout Owner, ConfigurationValue) throws(ValueFault) -> Void

    init(_ name: String, _ apply: @escaping @Sendable (inout Owner, ConfigurationValue) throws(ValueFault) -> Void) {
        self.name = name
        self.apply = apply
    }
}

extension Configuration {
    static let keys: [ConfigurationKey<Configuration>] = [
        .init("root") { (owner, value) throws(ValueFault) in owner.root = try value.path() },
        .init("state") { (owner, value) throws(ValueFault) in owner.state = try value.path() },
        .init("workers") { (owner, value) throws(ValueFault) in
            owner.workers = value.text == "auto" ? nil : try value.integer(1...256)
        },
        .init("log-level") { (owner, value) throws(ValueFault) in owner.logLevel = try value.choice() },
        .init("keep") { (owner, value) throws(ValueFault) in owner.keep = try value.integer(0...36_500) },
    ]
}

extension InboxSettings {
    static let keys: [ConfigurationKey<InboxSettings>] = [
        .init("settle") { (owner, value) throws(ValueFault) in
            owner.settle = .milliseconds(try value.integer(0...3_600_000))
        },
        .init("ignore") { (owner, value) throws(ValueFault) in owner.ignore = value.list },
        .init("duplicates") { (owner, value) throws(ValueFault) in owner.duplicates = try value.choice() },
        .init("same-number") { (owner, value) throws(ValueFault) in owner.sameNumber = try value.choice() },
        .init("max-size") { (owner, value) throws(ValueFault) in
            owner.maximumSize = Int64(try value.bytes(1...(1 << 28)))
        },
        .init("time-limit") { (owner, value) throws(ValueFault) in
            owner.timeLimit = .seconds(try value.integer(1...86_400))
        },
        .init("memory-limit") { (owner, value) throws(ValueFault) in owner.memoryLimit = try value.bytes(0...(1 << 40))
        },
        .init("priority") { (owner, value) throws(ValueFault) in owner.priority = try value.integer(-100...100) },
        .init("order") { (owner, value) throws(ValueFault) in owner.order = try value.choice() },
        .init("hours") { (owner, value) throws(ValueFault) in owner.hours = try value.windows() },
        .init("throttle") { (owner, value) throws(ValueFault) in owner.throttle = try value.integer(0...1_000_000) },
        .init("done-file") { (owner, value) throws(ValueFault) in owner.doneFile = try value.companions().first },
        .init("lock-file") { (owner, value) throws(ValueFault) in owner.lockFiles = try value.companions() },
        .init("pre") { (owner, value) throws(ValueFault) in
            owner.hookKeys.before = try value.command()
            owner.settleHooks()
        },
        .init("post") { (owner, value) throws(ValueFault) in
            owner.hookKeys.after = try value.command()
            owner.settleHooks()
        },
        .init("pre-failure") { (owner, value) throws(ValueFault) in
            owner.hookKeys.beforeFailure = try value.choice()
            owner.settleHooks()
        },
        .init("post-failure") { (owner, value) throws(ValueFault) in
            owner.hookKeys.afterFailure = try value.choice()
            if owner.hookKeys.afterFailure == .fail {
                throw ValueFault(message: "what is printed cannot be refused any more", hint: "write ignore or retry")
            }
            owner.settleHooks()
        },
        .init("hook-timeout") { (owner, value) throws(ValueFault) in
            owner.hookKeys.timeout = .seconds(try value.integer(1...3600))
            owner.settleHooks()
        },
    ]
}

extension InvoiceSettings {
    static let keys: [ConfigurationKey<InvoiceSettings>] = [
        .init("template") { (owner, value) throws(ValueFault) in owner.template = try value.present() },
        .init("currency") { (owner, value) throws(ValueFault) in owner.currency = try value.code(3, "EUR") },
        .init("locale") { (owner, value) throws(ValueFault) in owner.locale = try value.locale() },
        .init("tax") { (owner, value) throws(ValueFault) in owner.tax = try value.decimal() },
        .init("terms") { (owner, value) throws(ValueFault) in owner.terms = try value.integer(0...3650) },
        .init("output-name") { (owner, value) throws(ValueFault) in
            owner.outputName = try OutputName.checked(value.text)
        },
        .init("sequence") { (owner, value) throws(ValueFault) in owner.sequence = value.text },
        .init("profile") { (owner, value) throws(ValueFault) in owner.profile = try value.present() },
        .init("decimal") { (owner, value) throws(ValueFault) in owner.decimalSign = try value.choice() },
        .init("dates") { (owner, value) throws(ValueFault) in owner.dateOrder = try value.choice() },
        .init("totals") { (owner, value) throws(ValueFault) in owner.totals = try value.choice() },
        .init("rounding") { (owner, value) throws(ValueFault) in owner.taxRounding = try value.choice() },
        .init("cash-rounding") { (owner, value) throws(ValueFault) in owner.cashRounding = try value.coin() },
    ]
}

extension SellerSettings {
    static let keys: [ConfigurationKey<SellerSettings>] = [
        .init("name") { (owner, value) throws(ValueFault) in owner.name = try value.present() },
        .init("address") { (owner, value) throws(ValueFault) in owner.address = value.lines },
        .init("postcode") { (owner, value) throws(ValueFault) in owner.postcode = try value.present() },
        .init("city") { (owner, value) throws(ValueFault) in owner.city = try value.present() },
        .init("country") { (owner, value) throws(ValueFault) in owner.country = try value.code(2, "DE") },
        .init("vat-id") { (owner, value) throws(ValueFault) in owner.vatIdentifier = try value.present() },
        .init("tax-id") { (owner, value) throws(ValueFault) in owner.taxIdentifier = try value.present() },
        .init("email") { (owner, value) throws(ValueFault) in owner.email = try value.address() },
        .init("phone") { (owner, value) throws(ValueFault) in owner.phone = try value.present() },
        .init("iban") { (owner, value) throws(ValueFault) in owner.iban = try value.present() },
        .init("bic") { (owner, value) throws(ValueFault) in owner.bic = try value.present() },
        .init("logo") { (owner, value) throws(ValueFault) in owner.logo = try value.path() },
    ]
}

extension SequenceSettings {
    static let keys: [ConfigurationKey<SequenceSettings>] = [
        .init("pattern") { (owner, value) throws(ValueFault) in
            do throws(SequencePattern.Fault) {
                owner.pattern = try SequencePattern(value.text)
            } catch {
                throw ValueFault(message: error.message, hint: error.hint)
            }
        },
        .init("reset") { (owner, value) throws(ValueFault) in owner.reset = try value.choice() },
        .init("seller") { (owner, value) throws(ValueFault) in owner.sellers = value.list },
        .init("type") { (owner, value) throws(ValueFault) in owner.types = try value.choices() },
        .init("folder") { (owner, value) throws(ValueFault) in owner.folders = value.list },
    ]
}

extension MailSettings {
    static let keys: [ConfigurationKey<MailSettings>] = [
        .init("send") { (owner, value) throws(ValueFault) in owner.send = try value.sending() },
        .init("enabled") { (owner, value) throws(ValueFault) in owner.send = try value.flag() ? .yes : .no },
        .init("sendmail") { (owner, value) throws(ValueFault) in owner.sendmail = try value.path() },
        .init("sender") { (owner, value) throws(ValueFault) in owner.sender = try value.address() },
        .init("reply-to") { (owner, value) throws(ValueFault) in owner.replyTo = try value.address() },
        .init("return-path") { (owner, value) throws(ValueFault) in owner.returnPath = try value.address() },
        .init("to") { (owner, value) throws(ValueFault) in owner.to = try value.addresses() },
        .init("cc") { (owner, value) throws(ValueFault) in owner.cc = try value.addresses() },
        .init("bcc") { (owner, value) throws(ValueFault) in owner.bcc = try value.addresses() },
        .init("subject") { (owner, value) throws(ValueFault) in
            owner.subject = try NamePattern.subject.checked(value.present())
        },
        .init("attachments") { (owner, value) throws(ValueFault) in owner.attachments = try value.path() },
        .init("domains") { (owner, value) throws(ValueFault) in owner.domains = try value.domains() },
        .init("size-limit") { (owner, value) throws(ValueFault) in
            owner.sizeLimit = try value.bytes(1000...(1 << 30))
        },
        .init("redirect-to") { (owner, value) throws(ValueFault) in owner.redirectTo = try value.address() },
        .init("unknown") { (owner, value) throws(ValueFault) in owner.unknown = try value.choice() },
        .init("retry") { (owner, value) throws(ValueFault) in owner.retry = try value.integer(1...86_400) },
        .init("timeout") { (owner, value) throws(ValueFault) in owner.timeout = try value.integer(1...3600) },
    ]
}

extension PostSettings {
    static let keys: [ConfigurationKey<PostSettings>] = [
        .init("rate") { (owner, value) throws(ValueFault) in owner.rate.all = try value.integer(0...100_000) },
        .init("recipient-rate") { (owner, value) throws(ValueFault) in
            owner.rate.recipient = try value.integer(0...100_000)
        },
        .init("operator") { (owner, value) throws(ValueFault) in owner.operatorAddress = try value.address() },
        .init("operator-interval") { (owner, value) throws(ValueFault) in
            owner.operatorInterval = try value.integer(1...86_400)
        },
    ]
}

extension MetricsSettings {
    static let keys: [ConfigurationKey<MetricsSettings>] = [
        .init("textfile") { (owner, value) throws(ValueFault) in
            owner.textfile = try value.path()
            if owner.textfile?.hasPrefix("/") != true { throw ValueFault(message: "the path is not absolute") }
        },
        .init("interval") { (owner, value) throws(ValueFault) in
            owner.interval = .seconds(try value.integer(1...86_400))
        },
    ]
}

extension CustomerSettings {
    static let keys: [ConfigurationKey<CustomerSettings>] = [
        .init("send") { (owner, value) throws(ValueFault) in owner.send = try value.sending() },
        .init("to") { (owner, value) throws(ValueFault) in owner.to = try value.addresses() },
        .init("cc") { (owner, value) throws(ValueFault) in owner.cc = try value.addresses() },
        .init("bcc") { (owner, value) throws(ValueFault) in owner.bcc = try value.addresses() },
    ]
}
