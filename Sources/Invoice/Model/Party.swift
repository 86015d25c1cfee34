/// Seller, buyer or the party delivered to (BG-4, BG-7, BG-13).
public struct Party: Sendable, Hashable {
    /// BT-27, BT-44, BT-70.
    public var name: String?
    public var address: Address?
    /// BT-31, BT-48: with the country's prefix.
    public var vatId: String?
    /// BT-32.
    public var taxId: String?
    /// BT-30, BT-47.
    public var registration: String?
    /// The number that the seller knows the party by (BT-29, BT-46).
    public var number: String?
    /// Where the invoice is mailed to.
    public var email: String?
    public var contact: Contact?
    /// File name of a picture, beside the template or in the configuration's folder.
    public var logo: String?

    public init(name: String? = nil) { self.name = name }
}

/// BG-6, BG-9.
public struct Contact: Sendable, Hashable {
    public var name: String?
    public var phone: String?
    public var email: String?

    public init(name: String? = nil, phone: String? = nil, email: String? = nil) {
        self.name = name
        self.phone = phone
        self.email = email
    }
}

/// A postal address (BG-5, BG-8, BG-15).
public struct Address: Sendable, Hashable {
    /// Street, house, floor: as many lines as there are.
    public var lines: [String]
    public var postcode: String?
    public var city: String?
    /// State, province, county.
    public var region: String?
    /// ISO 3166-1 alpha-2 where it is known, else as written.
    public var country: String?

    public init(
        lines: [String] = [], postcode: String? = nil, city: String? = nil, region: String? = nil,
        country: String? = nil
    ) {
        self.lines = lines
        self.postcode = postcode
        self.city = city
        self.region = region
        self.country = country
    }
}
