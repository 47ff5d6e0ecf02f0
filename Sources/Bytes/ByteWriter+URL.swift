extension ByteWriter {
    /// A text as one component of a URL: all but letters, digits and `-._~` percent-encoded (RFC 3986, 2.3).
    ///
    /// Harmless in HTML and JSON as well.
    public mutating func urlComponent(_ text: String) {
        escaped(text, URLContext.self)
    }

    public mutating func urlComponent(_ text: some StringProtocol) {
        escaped(text, URLContext.self)
    }
}

public enum URLContext: EscapingContext {
    public static func isClean(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    @inlinable @inline(__always)
    public static func suspects(_ bytes: UInt64) -> UInt64 {
        bytes.hasOther(than: 0x30...0x39) & bytes.hasOther(than: 0x41...0x5A) & bytes.hasOther(than: 0x61...0x7A)
            & bytes.hasOther(than: 0x2D...0x2E)
    }

    public static func replacement(for byte: UInt8) -> EscapedByte {
        EscapedByte("%", byte, digits: "0123456789ABCDEF")
    }
}
