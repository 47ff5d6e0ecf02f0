/// Reads `%41` as `A`, strictly, and writes what an address cannot hold.
enum PercentCoding {
    /// Decodes the bytes of one path segment, name or value; nil for a stray `%`, a NUL or bytes that are not UTF-8.
    static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.underestimatedCount)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else {
                    return nil
                }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace:
                decoded.append(UInt8(ascii: " "))
            default:
                decoded.append(byte)
            }
            if decoded.last == 0 { return nil }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// The address with each byte encoded that cannot stand in one, and with no other: what is encoded remains so.
    static func address(_ text: String) -> String {
        func isAllowed(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && !"\"<>\\".utf8.contains(byte) }
        guard !text.utf8.allSatisfy(isAllowed) else { return text }
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = text.utf8.flatMap { byte in
            isAllowed(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
