extension ByteWriter {
    /// A text as one component of a URL: all but letters, digits and `-._~` percent-encoded (RFC 3986, 2.3).
    ///
    /// Harmless in HTML and JSON as well.
    public mutating func urlComponent(_ text: some StringProtocol) {
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: self.byte(byte)
            default:
                self.byte(0x25)
                hexDigit(byte >> 4)
                hexDigit(byte & 15)
            }
        }
    }

    private mutating func hexDigit(_ digit: UInt8) {
        byte(digit < 10 ? 0x30 + digit : 0x37 + digit)
    }
}
