import Foundation

/// A range of IP addresses, such as `10.0.0.0/8` or `::1`.
///
/// IPv4 addresses are stored as IPv6 addresses (`::ffff:10.0.0.1`), so that both notations of an address match.
struct IPNetwork: Sendable, Hashable {
    private let bits: UInt128
    private let mask: UInt128

    /// Reads an address or a network: an address, a slash and the length of its prefix.
    ///
    /// - Returns: Nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = Self.address(parts[0]) else { return nil }
        var prefix = 128
        if parts.count == 2 {
            let width = parts[0].contains(":") ? 128 : 32
            guard let length = Self.number(parts[1], upTo: width) else { return nil }
            prefix = 128 - width + length
        }
        mask = prefix == 0 ? 0 : UInt128.max << (128 - prefix)
        bits = address & mask
    }

    /// Returns whether the text is an address of this network. The zone of an address (`%eth0`) is ignored.
    func contains(_ text: String) -> Bool {
        let address = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)[0]
        return Self.address(address).map { $0 & mask == bits } ?? false
    }

    /// Returns whether the text is an IPv4 or IPv6 address.
    static func isAddress(_ text: String) -> Bool { address(text[...]) != nil }

    private static func address(_ text: Substring) -> UInt128? {
        guard text.contains(":") || text.contains(".") else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        // The function refuses a leading zero, which some programs read as octal.
        guard inet_pton(AF_INET6, text.contains(":") ? String(text) : "::ffff:\(text)", &bytes) == 1 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }

    private static func number(_ text: Substring, upTo limit: Int) -> Int? {
        guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), number <= limit
        else { return nil }
        return number
    }
}
