/// A revision of a table. The tag distinguishes it from revisions of other tables and processes.
struct RevisionToken: Hashable, Sendable {
    /// The tag of the table; nil for any table.
    var tag: String?
    /// The revision number.
    var revision: UInt64

    /// Reads `17` or `tag.17`, as in an entity tag; nil for any other text.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let digits = parts.last?.utf8, (1...19).contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) }), let revision = UInt64(String(parts[parts.count - 1]))
        else { return nil }
        self.revision = revision
        tag = parts.count == 2 ? String(parts[0]) : nil
        if tag?.isEmpty == true || tag.map({ $0.utf8.count > 32 }) == true { return nil }
    }

    init(tag: String?, revision: UInt64) {
        self.tag = tag
        self.revision = revision
    }
}
