/// Quoting and comparison of names in SQL.
package enum QuotedIdentifier {
    /// Returns a name in double quotes, with inner quotes doubled.
    package static func quoted(_ name: String) -> String {
        // Bytes are compared, because a combining mark forms one character with a preceding quote.
        let parts = name.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        return "\"" + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\"\"") + "\""
    }

    /// Returns whether SQLite treats two names as equal. It ignores the case of ASCII letters only.
    package static func matches(_ one: String, _ other: String) -> Bool {
        one.utf8.lazy.map(lowercase).elementsEqual(other.utf8.lazy.map(lowercase))
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
