/// Names in SQL.
enum QuotedIdentifier {
    /// Any name as SQL takes it: in double quotes, with those inside doubled.
    static func quoted(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    /// Whether SQLite takes two names for one: it folds the case of ASCII letters and nothing else.
    static func matches(_ one: String, _ other: String) -> Bool {
        one.utf8.lazy.map(lowercase).elementsEqual(other.utf8.lazy.map(lowercase))
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
