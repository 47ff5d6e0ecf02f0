/// The escaping of text in Org tables, in which only the vertical bar is special.
enum OrgText {
    /// Returns a text in which vertical bars are entities, because Org has no escape for them.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "|")) else { return text }
        return text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\vert{}")
    }
}
