extension ByteWriter {
    /// Appends text escaped for HTML, between tags or in a quoted attribute.
    ///
    /// Control characters that HTML does not allow become U+FFFD.
    public mutating func html(_ text: String) {
        escaped(text, HTMLContext.self)
    }

    /// Appends a part of a text escaped for HTML, between tags or in a quoted attribute.
    public mutating func html(_ text: some StringProtocol) {
        escaped(text, HTMLContext.self)
    }

    /// Appends text escaped for HTML.
    ///
    /// - Returns: Whether the text is pure ASCII.
    public mutating func htmlIsASCII(_ text: String) -> Bool {
        escaped(text, HTMLContext.self)
    }
}

/// The escaping rules of HTML text and quoted attributes.
public enum HTMLContext: EscapingContext {
    /// Returns whether HTML needs no escaping of a byte.
    public static func isClean(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A: true
        case 0x00..<0x20, 0x7F, 0x26, 0x3C, 0x3E, 0x22, 0x27: false
        default: true
        }
    }

    /// Returns zero if HTML needs no escaping of eight bytes.
    @inlinable @inline(__always)
    public static func escapeMask(_ bytes: UInt64) -> UInt64 {
        // `&` and `'` differ in their lowest bit, `<` and `>` in the second lowest.
        bytes.mask(below: 0x20) | bytes.mask(of: 0x7F) | bytes.mask(of: 0x22) | bytes.mask(of: 0x26, ignoring: 1)
            | bytes.mask(of: 0x3C, ignoring: 2)
    }

    /// Returns the entity of a byte, or U+FFFD for control characters.
    public static func replacement(for byte: UInt8) -> EscapedByte {
        switch byte {
        case 0x26: EscapedByte("&amp;")
        case 0x3C: EscapedByte("&lt;")
        case 0x3E: EscapedByte("&gt;")
        case 0x22: EscapedByte("&quot;")
        case 0x27: EscapedByte("&#39;")
        case 0x0D: EscapedByte("&#13;")
        default: EscapedByte("\u{FFFD}")
        }
    }
}
