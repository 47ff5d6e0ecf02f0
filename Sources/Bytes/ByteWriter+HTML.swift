extension ByteWriter {
    /// Text between tags, or between the double quotes of an attribute.
    ///
    /// Control characters that HTML has no place for become U+FFFD.
    public mutating func html(_ text: String) {
        escaped(text, HTMLContext.self)
    }

    public mutating func html(_ text: some StringProtocol) {
        escaped(text, HTMLContext.self)
    }

    /// Appends text, and says whether it is nothing but ASCII.
    public mutating func htmlIsASCII(_ text: String) -> Bool {
        escaped(text, HTMLContext.self)
    }
}

public enum HTMLContext: EscapingContext {
    public static func isClean(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A: true
        case 0x00..<0x20, 0x7F, 0x26, 0x3C, 0x3E, 0x22, 0x27: false
        default: true
        }
    }

    @inlinable @inline(__always)
    public static func suspects(_ bytes: UInt64) -> UInt64 {
        // `&` and `'` differ in their last bit, `<` and `>` in the one before.
        bytes.hasLess(than: 0x20) | bytes.has(0x7F) | bytes.has(0x22) | bytes.has(0x26, ignoring: 1)
            | bytes.has(0x3C, ignoring: 2)
    }

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
