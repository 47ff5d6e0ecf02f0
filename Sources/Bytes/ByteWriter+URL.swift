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
    public static func isClean(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// Returns zero if a URL component needs no encoding of eight bytes.
    @inlinable @inline(__always)
    public static func suspects(_ bytes: UInt64) -> UInt64 {
        bytes.hasOther(than: 0x30...0x39) & bytes.hasOther(than: 0x41...0x5A) & bytes.hasOther(than: 0x61...0x7A)
            & bytes.hasOther(than: 0x2D...0x2E)
    }

    /// Returns the percent-encoded byte.
    public static func replacement(for byte: UInt8) -> EscapedByte {
        EscapedByte("%", byte, digits: "0123456789ABCDEF")
    }
}
