/// Decides which addresses pages may link to.
package enum SafeURL {
    private static let schemes: Set<String> = ["http", "https", "mailto", "tel"]

    /// Returns whether an address is safe: relative to this server, or with the scheme `http`, `https`, `mailto` or
    /// `tel`.
    ///
    /// Addresses with control characters or `\`, and addresses that begin with `//` or a space, are not allowed.
    /// Browsers remove tabs and line breaks from addresses, and read `\` as `/`.
    ///
    /// - Parameter url: The address.
    package static func isAllowed(_ url: some StringProtocol) -> Bool {
        var url = String(url)
        return url.withUTF8 { url in
            for byte in url where byte < 0x20 || byte == 0x7F || byte == 0x5C { return false }
            guard url.first != 0x20, !url.starts(with: "//".utf8) else { return false }
            return scheme(of: url).map(schemes.contains) ?? true
        }
    }

    /// Returns whether the address has neither a scheme nor a host.
    static func isRelative(_ url: String) -> Bool {
        !url.utf8.starts(with: "//".utf8) && scheme(of: url.utf8) == nil
    }

    /// Returns whether an image may be loaded from the address.
    static func isAllowedForImage(_ url: String) -> Bool {
        guard isAllowed(url) else { return false }
        return [nil, "http", "https"].contains(scheme(of: url.utf8))
    }

    private static func scheme(of url: some Collection<UInt8>) -> String? {
        for (place, byte) in url.enumerated() {
            switch byte {
            case UInt8(ascii: ":"): return String(decoding: url.prefix(place), as: UTF8.self).lowercased()
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return nil
            default: continue
            }
        }
        return nil
    }
}
