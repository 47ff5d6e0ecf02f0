extension ByteWriter {
    /// A text as one component of a URL: all but letters, digits and `-._~` percent-encoded (RFC 3986, 2.3).
    ///
    /// Harmless in HTML and JSON as well.
    public mutating func urlComponent(_ text: some StringProtocol) {
        escaped(text, urlUnreserved) { writer, byte in
            writer.byte(0x25)
            writer.byte(uppercaseHex[Int(byte >> 4)])
            writer.byte(uppercaseHex[Int(byte & 15)])
        }
    }
}

private let uppercaseHex = Array("0123456789ABCDEF".utf8)
private let urlUnreserved = ByteSet { byte in
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
}
