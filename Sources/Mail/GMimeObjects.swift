internal import CGMime

/// The one owner of a reference to an object of GMime's.
struct Owned<Object>: ~Copyable {
    let pointer: UnsafeMutablePointer<Object>

    /// Takes over the reference that a constructor of the library answers.
    init(_ pointer: UnsafeMutablePointer<Object>?) {
        guard let pointer else { preconditionFailure("GLib ends the process itself where memory is out") }
        self.pointer = pointer
    }

    /// Takes over a reference that the constructor answers as one to a descendant.
    init<Descendant>(_ pointer: UnsafeMutablePointer<Descendant>?, as type: Object.Type) {
        self.init(pointer.map { cast($0, to: type) })
    }

    deinit { g_object_unref(pointer) }
}

/// GMime's types inherit by their first member: a pointer to one is a pointer to each of its
/// ancestors.
func cast<From, To>(_ pointer: UnsafeMutablePointer<From>, to: To.Type = To.self) -> UnsafeMutablePointer<To> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}

/// Starts the library; once is enough, from any thread.
enum GMimeLibrary {
    static let started: Void = g_mime_init()
}

/// What GMime reads in an address field, if it is one mailbox and nothing else.
struct ParsedMailbox {
    let name: String
    let mailbox: String

    static func one(in text: String) -> ParsedMailbox? {
        GMimeLibrary.started
        let options = g_mime_parser_options_new()
        defer { g_mime_parser_options_free(options) }
        g_mime_parser_options_set_address_compliance_mode(options, GMIME_RFC_COMPLIANCE_STRICT)
        g_mime_parser_options_set_allow_addresses_without_domain(options, 0)
        guard let parsed = internet_address_list_parse(options, text) else { return nil }
        let list = Owned(parsed)
        guard internet_address_list_length(list.pointer) == 1,
            let address = internet_address_list_get_address(list.pointer, 0),
            g_type_check_instance_is_a(cast(address), internet_address_mailbox_get_type()) != 0,
            let mailbox = internet_address_mailbox_get_addr(cast(address)).map({ String(cString: $0) }),
            let encoded = internet_address_mailbox_get_idn_addr(cast(address)).map({ String(cString: $0) }),
            // GMime decodes A-labels in what it reads.
            endsIn(mailbox, text) || endsIn(encoded, text)
        else { return nil }
        let name = internet_address_get_name(address).map { String(cString: $0) } ?? ""
        return ParsedMailbox(name: name, mailbox: mailbox)
    }

    /// GMime passes over what follows a mailbox, and over old routes in it; here both are faults.
    private static func endsIn(_ mailbox: String, _ text: String) -> Bool {
        let trimmed = String(text.reversed().drop { $0 == " " }.reversed().drop { $0 == " " })
        return trimmed == mailbox || trimmed.hasSuffix("<\(mailbox)>")
    }
}
