extension ByteWriter {
    /// Text between tags, or between the double quotes of an attribute.
    ///
    /// Control characters that HTML has no place for become U+FFFD.
    public mutating func html(_ text: some StringProtocol) {
        escaped(text, htmlClean) { writer, byte in
            switch byte {
            case 0x26: writer.raw("&amp;")
            case 0x3C: writer.raw("&lt;")
            case 0x3E: writer.raw("&gt;")
            case 0x22: writer.raw("&quot;")
            case 0x27: writer.raw("&#39;")
            case 0x0D: writer.raw("&#13;")
            default: writer.raw("\u{FFFD}")
            }
        }
    }
}

private let htmlClean = ByteSet { byte in
    switch byte {
    case 0x09, 0x0A: true
    case 0x00..<0x20, 0x7F, 0x26, 0x3C, 0x3E, 0x22, 0x27: false
    default: true
    }
}
