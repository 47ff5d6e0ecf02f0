import Bytes
import Foundation

/// Encodes any bytes as one path segment that survives browsers, proxies and careless decoding.
///
/// `~` and two hexadecimal digits stand for one byte. Escaped are `/`, `\`, `%`, `?`, `#`, `~`, `,`, control
/// characters, invalid UTF-8, and the dots of `.` and `..`. The empty segment is `~`.
///
/// Text that is not in Unicode's composed form (NFC) is escaped too. Swift and many clients treat é and e with a
/// combining accent as equal, although their bytes differ. Their escaped segments differ everywhere.
package enum PathSegment {
    package static func escaped(_ text: String) -> String {
        escaped(Array(text.utf8))
    }

    package static func escaped(_ bytes: [UInt8]) -> String {
        switch bytes {
        case []: return "~"
        case [dot]: return "~2E"
        case [dot, dot]: return "~2E~2E"
        default: break
        }
        if !bytes.contains(where: { needsEscape($0) || $0 >= 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        // Repaired or composed text does not contain the original bytes any more.
        let composed = String(decoding: bytes, as: UTF8.self).precomposedStringWithCanonicalMapping
        let isComposed = composed.utf8.elementsEqual(bytes)
        var result: [UInt8] = []
        for byte in bytes {
            if needsEscape(byte) || (byte >= 0x80 && !isComposed) {
                result += [tilde, PercentCoding.digits[Int(byte >> 4)], PercentCoding.digits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the original bytes of a segment, or nil for an invalid escape.
    package static func unescaped(_ segment: some Collection<UInt8>) -> [UInt8]? {
        var rest = Array(segment)[...]
        if rest == [tilde] { return [] }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == tilde else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Returns a segment as used in a link.
    package static func percentEncoded(_ segment: String) -> String {
        PercentCoding.encode(segment, where: isPlain)
    }

    /// Returns a file-system path as used in a `file:` URL.
    package static func percentEncodedPath(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { percentEncoded(String($0)) }
            .joined(separator: "/")
    }

    private static let dot = UInt8(ascii: ".")
    private static let tilde = UInt8(ascii: "~")

    private static func needsEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "%"), UInt8(ascii: "?"),
            UInt8(ascii: "#"), tilde, UInt8(ascii: ","):
            true
        default: false
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), dot, UInt8(ascii: "_"), tilde, UInt8(ascii: ","):
            true
        default: false
        }
    }

    package static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension SQLValue {
    /// The value as text for a visitor.
    package var title: String {
        switch self {
        case .null: "no value"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text([]): "empty text"
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .blob(let bytes): "\(bytes.count) bytes"
        }
    }
}
