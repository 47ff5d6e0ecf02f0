/// Percent-encoding (RFC 3986, 2.1), in which `%41` is `A`. Invalid input is refused.
package enum PercentCoding {
    /// Decodes a path segment, a name or a value; nil for an invalid `%`, a NUL or invalid UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The encoded bytes.
    ///   - plusIsSpace: Whether `+` is a space, as in queries and forms. Default: false.
    package static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String? {
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

    /// Returns a text in which all bytes that are not allowed are encoded.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isAllowed: Returns whether a byte needs no encoding.
    package static func encode(_ text: String, where isAllowed: (UInt8) -> Bool) -> String {
        var text = text
        guard !text.withUTF8({ $0.allSatisfy(isAllowed) }) else { return text }
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

    /// Returns an address in which all bytes that addresses cannot contain are encoded. Encoded bytes stay unchanged.
    package static func encode(address: String) -> String {
        encode(address) { (0x21...0x7E).contains($0) && !"\"<>\\".utf8.contains($0) }
    }

    /// The hexadecimal digits in upper case, as RFC 3986, 2.1 recommends.
    package static let digits = Array("0123456789ABCDEF".utf8)

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension ByteWriter {
    /// Appends text as a component of a URL. All bytes but letters, digits and `-._~` are percent-encoded (RFC 3986,
    /// 2.3).
    ///
    /// The result needs no escaping in HTML and JSON.
    public mutating func urlComponent(_ text: String) {
        escaped(text, URLContext.self)
    }

    /// Appends a part of a text as a component of a URL.
    public mutating func urlComponent(_ text: some StringProtocol) {
        escaped(text, URLContext.self)
    }
}

/// The escaping rules of URL components.
public enum URLContext: EscapingContext {
    /// Returns whether a URL component needs no encoding of a byte.
    @inlinable @inline(__always)
    public static func isClean(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// Returns zero if a URL component needs no encoding of eight bytes.
    @inlinable @inline(__always)
    public static func escapeMask(_ bytes: UInt64) -> UInt64 {
        bytes.mask(outside: 0x30...0x39) & bytes.mask(outside: 0x41...0x5A) & bytes.mask(outside: 0x61...0x7A)
            & bytes.mask(outside: 0x2D...0x2E)
    }

    /// Returns the percent-encoded byte.
    public static func replacement(for byte: UInt8) -> EscapedByte {
        EscapedByte("%", byte, digits: "0123456789ABCDEF")
    }
}
