import Invoice

/// Puts postal addresses into the order of lines that their country writes (UPU S42).
enum AddressFormat {
    /// The lines below the name.
    ///
    /// - Parameter countryName: printed last; nil for an address at home.
    static func lines(of address: Address, countryName: String?) -> [String] {
        let place = placeLines(of: address)
        let street = address.lines.filter { !$0.isEmpty }
        let body = address.country == "JP" ? place + street : street + place
        return body + [countryName].compactMap { $0 }
    }

    private static func placeLines(of address: Address) -> [String] {
        let (postcode, city, region) = (address.postcode, address.city, address.region)
        switch address.country?.uppercased() {
        case "US", "PR": return [joined([joined([city, region], ", "), postcode], " ")].compactMap { $0 }
        case "CA": return [joined([joined([city, region], " "), postcode], "  ")].compactMap { $0 }
        case "AU", "NZ", "IN", "TW", "KR": return [joined([city, region, postcode], " ")].compactMap { $0 }
        case "GB", "IE": return [city, region, postcode].compactMap { $0 }
        case "BR": return [joined([city, region], " - "), postcode].compactMap { $0 }
        case "IT", "ES":
            let province = region.map { "(\($0))" }
            return [joined([postcode, city, province], " ")].compactMap { $0 }
        case "JP": return [postcode.map { "〒\($0)" }, joined([region, city], " ")].compactMap { $0 }
        case "CN": return [joined([city, region], ", "), postcode].compactMap { $0 }
        default: return [joined([postcode, city], " "), region].compactMap { $0 }
        }
    }

    private static func joined(_ parts: [String?], _ separator: String) -> String? {
        let present = parts.compactMap { $0 }.filter { !$0.isEmpty }
        return present.isEmpty ? nil : present.joined(separator: separator)
    }
}
