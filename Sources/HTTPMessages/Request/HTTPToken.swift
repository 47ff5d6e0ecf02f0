/// The characters of header names (RFC 9110, 5.6.2) and of hosts.
package enum HTTPToken {
    /// Returns whether a text is the name of a header.
    package static func isValid(_ name: UnsafeRawBufferPointer) -> Bool {
        !name.isEmpty && name.allSatisfy { table[Int($0)] }
    }

    /// Returns whether a value has only characters of a host and a port.
    package static func isHost(_ value: UnsafeRawBufferPointer) -> Bool {
        !value.contains { $0 <= 0x20 || $0 > 0x7E || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "@") }
    }

    private static let table = (0...UInt8.max).map { byte in
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8.contains(byte)
    }
}
