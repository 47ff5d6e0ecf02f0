/// Text in a cell of an Org table, where only the vertical bar ends a cell.
enum OrgText {
    /// The bar by its entity, since Org has no escape for it.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "|")) else { return text }
        return text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\vert{}")
    }
}
