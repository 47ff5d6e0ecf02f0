/// Percent-encoding (RFC 3986, 2.1): `%41` is `A`. Read strictly.
public enum PercentCoding {
    /// Decodes the bytes of one path segment, name or value; nil for a stray `%`, a NUL or bytes that are not UTF-8.
    public static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String? {
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

    /// Encodes each byte that is not allowed.
    public static func encode(_ text: String, where isAllowed: (UInt8) -> Bool) -> String {
        guard !text.utf8.allSatisfy(isAllowed) else { return text }
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            if isAllowed(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Encodes each byte that cannot stand in an address. What is encoded already remains so.
    public static func encode(address: String) -> String {
        encode(address) { (0x21...0x7E).contains($0) && !"\"<>\\".utf8.contains($0) }
    }

    /// The hexadecimal digits in the spelling of RFC 3986, 2.1.
    public static let digits = Array("0123456789ABCDEF".utf8)

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
