extension ByteWriter {
    /// Appends a JSON string with its quotes (RFC 8259). `<` is escaped, too, so that JSON is safe inside HTML.
    public mutating func jsonString(_ text: String) {
        byte(0x22)
        escaped(text, JSONContext.self)
        byte(0x22)
    }

    /// Appends UTF-8 bytes as a JSON string with its quotes.
    public mutating func jsonString(utf8: UnsafeRawBufferPointer) {
        byte(0x22)
        escaped(utf8, JSONContext.self)
        byte(0x22)
    }

    /// Appends a part of a text as a JSON string with its quotes.
    public mutating func jsonString(_ text: some StringProtocol) {
        byte(0x22)
        escaped(text, JSONContext.self)
        byte(0x22)
    }

    /// Appends a JSON string with its quotes, or `null` for nil.
    public mutating func jsonString(orNull text: String?) {
        if let text { jsonString(text) } else { raw("null") }
    }

    /// Appends `true` or `false`.
    public mutating func json(_ value: Bool) {
        if value { raw("true") } else { raw("false") }
    }

    /// Appends a key and a colon, after a comma unless it is the first key.
    ///
    /// - Parameters:
    ///   - name: The key. It is not escaped.
    ///   - first: Whether it is the first key of its object. Default: false.
    @inlinable @inline(__always)
    public mutating func key(_ name: StaticString, first: Bool = false) {
        guard !first else {
            byte(0x22)
            raw(name)
            return raw("\":")
        }
        raw(name, after: (0x2C, 0x22), before: (0x22, 0x3A))
    }

    /// Appends an array, whose elements the closure appends.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - write: Appends one element.
    public mutating func array<Elements: Collection>(
        _ elements: Elements, _ write: (inout ByteWriter, Elements.Element) -> Void
    ) {
        byte(0x5B)
        var isFirst = true
        for element in elements {
            if !isFirst { byte(0x2C) }
            isFirst = false
            write(&self, element)
        }
        byte(0x5D)
    }

    /// Appends bytes in base64 (RFC 4648, 4), without quotes.
    public mutating func base64(_ data: [UInt8]) {
        for index in stride(from: 0, to: data.count, by: 3) {
            let first = data[index]
            let second = index + 1 < data.count ? data[index + 1] : 0
            let third = index + 2 < data.count ? data[index + 2] : 0
            byte(base64Digits[Int(first >> 2)])
            byte(base64Digits[Int((first & 3) << 4 | second >> 4)])
            byte(index + 1 < data.count ? base64Digits[Int((second & 15) << 2 | third >> 6)] : 0x3D)
            byte(index + 2 < data.count ? base64Digits[Int(third & 63)] : 0x3D)
        }
    }
}

extension ByteWriter.OutputSpan {
    /// Appends UTF-8 bytes as a JSON string with its quotes.
    ///
    /// The space must suffice for `EscapedByte.maxCount` times their number, and for the quotes.
    @inlinable @inline(__always)
    public mutating func jsonString(_ utf8: UnsafeRawBufferPointer) {
        byte(0x22)
        escaped(utf8, JSONContext.self)
        byte(0x22)
    }
}

/// The escaping rules of JSON strings. `<` is escaped, too, for JSON inside HTML.
public enum JSONContext: EscapingContext {
    /// Returns whether JSON needs no escaping of a byte.
    public static func isClean(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00..<0x20, 0x7F, 0x22, 0x3C, 0x5C: false
        default: true
        }
    }

    /// Returns zero if JSON needs no escaping of eight bytes.
    @inlinable @inline(__always)
    public static func escapeMask(_ bytes: UInt64) -> UInt64 {
        bytes.mask(below: 0x20) | bytes.mask(of: 0x7F) | bytes.mask(of: 0x22) | bytes.mask(of: 0x3C)
            | bytes.mask(of: 0x5C)
    }

    /// Returns the escape sequence of a byte.
    public static func replacement(for byte: UInt8) -> EscapedByte {
        switch byte {
        case 0x22: EscapedByte("\\\"")
        case 0x5C: EscapedByte("\\\\")
        case 0x0A: EscapedByte("\\n")
        case 0x0D: EscapedByte("\\r")
        case 0x09: EscapedByte("\\t")
        default: EscapedByte("\\u00", byte, digits: "0123456789abcdef")
        }
    }
}

private let base64Digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
