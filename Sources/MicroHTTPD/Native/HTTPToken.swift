/// The characters of header names (RFC 9110, 5.6.2).
enum HTTPToken {
    static func isValid(_ name: UnsafeRawBufferPointer) -> Bool {
        !name.isEmpty && name.allSatisfy { table[Int($0)] }
    }

    private static let table = (0...UInt8.max).map { byte in
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8.contains(byte)
    }
}
