/// The characters of header names (RFC 9110, 5.6.2).
enum HTTPToken {
    static func isValid(_ name: UnsafeRawBufferPointer) -> Bool {
        !name.isEmpty && name.allSatisfy(table.contains)
    }

    private static let table: ASCIISet = {
        var set = ASCIISet()
        for byte in "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8 {
            set.insert(byte)
        }
        return set
    }()

    /// A set of ASCII characters in two words.
    private struct ASCIISet: Sendable {
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        mutating func insert(_ byte: UInt8) {
            if byte < 64 { low |= 1 << byte } else { high |= 1 << (byte - 64) }
        }

        func contains(_ byte: UInt8) -> Bool {
            byte < 64 ? low >> byte & 1 == 1 : byte < 128 && high >> (byte - 64) & 1 == 1
        }
    }
}
