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
        guard text.contains(":") else { return fourBytes(text).map { 0xFFFF_0000_0000 | UInt128($0) } }
        // One double colon stands for all missing groups of zeros.
        guard let gap = text.firstRange(of: "::") else {
            guard let groups = groups(text), groups.count == 8 else { return nil }
            return joined(groups)
        }
        guard let head = groups(text[..<gap.lowerBound]), let tail = groups(text[gap.upperBound...]),
            head.count + tail.count < 8
        else { return nil }
        return joined(head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail)
    }

    private static func joined(_ groups: [UInt16]) -> UInt128 {
        groups.reduce(0) { $0 << 16 | UInt128($1) }
    }

    /// Returns the groups of a part of an IPv6 address. The last group may be an IPv4 address.
    private static func groups(_ text: Substring) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        var groups: [UInt16] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, part.contains("."), let bytes = fourBytes(part) {
                groups += [UInt16(bytes >> 16), UInt16(bytes & 0xFFFF)]
            } else {
                guard part.utf8.count <= 4, part.first?.isHexDigit == true, let group = UInt16(part, radix: 16) else {
                    return nil
                }
                groups.append(group)
            }
        }
        return groups
    }

    private static func fourBytes(_ text: Substring) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var address: UInt32 = 0
        for part in parts {
            // Some programs read a leading zero as octal.
            guard let byte = number(part, upTo: 255), part.utf8.count == 1 || part.utf8.first != 0x30 else {
                return nil
            }
            address = address << 8 | UInt32(byte)
        }
        return address
    }

    private static func number(_ text: Substring, upTo limit: Int) -> Int? {
        guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), number <= limit
        else { return nil }
        return number
    }
}
