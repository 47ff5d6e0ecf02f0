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
        guard url.utf8.first != 0x20, url.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0x5C }) else {
            return false
        }
        guard !url.utf8.starts(with: "//".utf8) else { return false }
        guard let scheme = scheme(of: url) else { return true }
        return schemes.contains(scheme)
    }

    /// Returns whether the address has neither a scheme nor a host.
    static func isRelative(_ url: String) -> Bool {
        !url.utf8.starts(with: "//".utf8) && scheme(of: url) == nil
    }

    /// Returns whether an image may be loaded from the address.
    static func isAllowedForImage(_ url: String) -> Bool {
        guard isAllowed(url) else { return false }
        return [nil, "http", "https"].contains(scheme(of: url))
    }

    private static func scheme(of url: some StringProtocol) -> String? {
        for index in url.utf8.indices {
            switch url.utf8[index] {
            case UInt8(ascii: ":"): return url[..<index].lowercased()
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return nil
            default: continue
            }
        }
        return nil
    }
}
