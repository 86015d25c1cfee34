/// A currency by its ISO 4217 code.
public struct Currency: Sendable, Hashable, CustomStringConvertible {
    /// Three capital letters.
    public let code: String

    /// Nil unless `code` is three ASCII letters; small letters become capitals.
    ///
    /// A code that ISO 4217 does not list is taken, with two decimals: see `isListed`.
    public init?(_ code: String) {
        guard code.utf8.count == 3, code.utf8.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }) else {
            return nil
        }
        self.init(known: code.uppercased())
    }

    private init(known code: String) { self.code = code }

    public static let eur = Currency(known: "EUR")
    public static let usd = Currency(known: "USD")

    /// Number of decimals of its amounts (ISO 4217's minor unit).
    public var decimals: Int {
        if Self.withoutDecimals.contains(code) { return 0 }
        if Self.withThreeDecimals.contains(code) { return 3 }
        return Self.withFourDecimals.contains(code) ? 4 : 2
    }

    /// Whether ISO 4217 lists the code as a currency of today.
    public var isListed: Bool { Self.listed.contains(code) }

    public var description: String { code }

    private static let withoutDecimals: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
        "XPF",
    ]
    private static let withThreeDecimals: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
    private static let withFourDecimals: Set<String> = ["CLF", "UYW"]

    private static let listed: Set<String> = Set(
        """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
        CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF
        GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD
        LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP
        PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP
        TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
