/// The encoding of a text file.
package enum TextEncoding: String, Sendable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16, little-endian"
    case utf16BigEndian = "UTF-16, big-endian"
    /// Latin-1, with the signs of Windows such as € and “.
    case windows1252 = "Latin-1"

    /// Returns the encoding that the first bytes of a file state, and the number of these bytes.
    static func mark(of bytes: [UInt8]) -> (encoding: TextEncoding, count: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return nil
    }
}

/// Converts the bytes of a file into UTF-8, one block after the other.
struct TextDecoder {
    let encoding: TextEncoding
    /// The bytes of a character that ends in the next block.
    private var pending: [UInt8] = []
    /// A Boolean value that indicates whether the text has characters beyond ASCII.
    private var hasOtherThanASCII = false
    /// A Boolean value that indicates whether bytes were replaced, because they are not UTF-8.
    private(set) var hasReplacements = false

    init(_ encoding: TextEncoding) { self.encoding = encoding }

    /// The text is not UTF-8.
    struct NotUTF8: Error {}

    /// Returns a block in UTF-8.
    ///
    /// - Parameter isLast: Whether the file ends after the block.
    /// - Throws: ``NotUTF8`` if the first character beyond ASCII is not UTF-8. Later ones are replaced with U+FFFD.
    mutating func decode(_ block: [UInt8], isLast: Bool) throws(NotUTF8) -> [UInt8] {
        if encoding == .windows1252 { return Self.decodeWindows1252(block) }
        var bytes = pending.isEmpty ? block : pending + block
        let rest = isLast ? 0 : encoding == .utf8 ? Self.openBytes(of: bytes) : openBytesOfUTF16(bytes)
        pending = Array(bytes.suffix(rest))
        bytes.removeLast(rest)
        return encoding == .utf8 ? try checked(bytes) : decodeUTF16(bytes)
    }

    private mutating func checked(_ bytes: [UInt8]) throws(NotUTF8) -> [UInt8] {
        guard #available(macOS 26, iOS 26, *) else { return try replaced(bytes) }
        do {
            let text = try UTF8Span(validating: bytes.span)
            if !hasOtherThanASCII, !text.isKnownASCII { hasOtherThanASCII = bytes.contains { $0 >= 0x80 } }
            return bytes
        } catch {
            let isFirst = !hasOtherThanASCII && !bytes[..<error.byteOffsets.lowerBound].contains { $0 >= 0x80 }
            if isFirst { throw NotUTF8() }
            (hasOtherThanASCII, hasReplacements) = (true, true)
            return Array(String(decoding: bytes, as: UTF8.self).utf8)
        }
    }

    /// Does the same on systems that do not tell the place of the first invalid byte.
    private mutating func replaced(_ bytes: [UInt8]) throws(NotUTF8) -> [UInt8] {
        let valid = Array(String(decoding: bytes, as: UTF8.self).utf8)
        let isFirst = !hasOtherThanASCII && !zip(valid, bytes).prefix { $0 == $1 }.contains { $0.0 >= 0x80 }
        if valid != bytes, isFirst { throw NotUTF8() }
        hasReplacements = hasReplacements || valid != bytes
        hasOtherThanASCII = hasOtherThanASCII || valid.contains { $0 >= 0x80 }
        return valid
    }

    /// Returns the number of bytes at the end that begin a character and do not complete it.
    private static func openBytes(of bytes: [UInt8]) -> Int {
        for count in 1...3 where count <= bytes.count {
            let byte = bytes[bytes.count - count]
            guard byte >= 0xC0 else { if byte < 0x80 { return 0 } else { continue } }
            return (byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2) > count ? count : 0
        }
        return 0
    }

    private func unit(_ bytes: [UInt8], _ index: Int) -> UInt16 {
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return encoding == .utf16LittleEndian ? second << 8 | first : first << 8 | second
    }

    private func openBytesOfUTF16(_ bytes: [UInt8]) -> Int {
        let odd = bytes.count % 2
        guard bytes.count >= 2, UTF16.isLeadSurrogate(unit(bytes, bytes.count - odd - 2)) else { return odd }
        return odd + 2
    }

    private func decodeUTF16(_ bytes: [UInt8]) -> [UInt8] {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { unit(bytes, $0) }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func decodeWindows1252(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 { text.append(byte) } else { text += signs[Int(byte) - 0x80] }
        }
        return text
    }

    /// The characters from 0x80, in UTF-8.
    private static let signs = (0x80...0xFF).map { byte in
        let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
        let scalar = byte < 0xA0 ? windows[byte - 0x80] : Unicode.Scalar(UInt8(byte))
        return Array(String(scalar).utf8)
    }
}
