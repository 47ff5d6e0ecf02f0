import TableDatabase

/// A full-text index of a table: a virtual table of FTS3, FTS4 or FTS5. Its rows have the rowids of the table's rows.
struct FullTextIndex: Sendable, Hashable {
    var name: String
    /// A Boolean value that indicates whether the index is one of FTS5, which can sort rows by relevance (`rank`).
    var isFTS5: Bool
    /// The words of the tokenizer's definition: its name and its options, such as `trigram case_sensitive 1`.
    var tokenizer: [String]
    /// A Boolean value that indicates whether the index knows the places of words, so that it can find phrases.
    var hasPlaces: Bool
    /// The columns that are searched.
    var columns: [String]

    /// Finds the index of a table with rowids: an external-content index, or the table itself. Nil if there is none.
    ///
    /// - Parameter rowid: The name of the column that is the rowid, if there is one.
    init?(of entry: CatalogEntry, rowid: String?, in database: Transaction) throws {
        let rowids = ["rowid", "_rowid_", "oid"] + (rowid.map { [$0] } ?? [])
        var cursor = try database.cursor(
            "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND sql LIKE '%USING%FTS%' ORDER BY name")
        while try cursor.next() {
            guard let name = cursor.text(at: 0), let definition = Definition(cursor.text(at: 1) ?? "") else { continue }
            // Such an index has a column of that name in the place of its rowids.
            guard !["rowid", "_rowid_", "oid"].contains(where: { QuotedIdentifier.matches($0, name) }) else { continue }
            // An index without content has only rowids to show.
            let isItself = QuotedIdentifier.matches(name, entry.name) && definition.content?.isEmpty != false
            let isOfTable =
                definition.content.map { QuotedIdentifier.matches($0, entry.name) } == true
                && rowids.contains { QuotedIdentifier.matches($0, definition.rowid) }
            // Only another program may have the tokenizer.
            guard isItself || isOfTable,
                database.problem(ofStatement: "SELECT 1 FROM \(QuotedIdentifier.quoted(name)) LIMIT 0") == nil
            else { continue }
            self.name = name
            isFTS5 = definition.isFTS5
            tokenizer = definition.tokenizer
            hasPlaces = definition.hasPlaces
            columns = try Self.columns(of: name, in: database).filter { column in
                !definition.unindexed.contains { QuotedIdentifier.matches($0, column) }
            }
            return
        }
        return nil
    }

    private static func columns(of name: String, in database: Transaction) throws -> [String] {
        try database.cursor("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", [SQLValue(name)])
            .map { $0.text(at: 0) ?? "" }
    }

    /// The options of an index in its `CREATE VIRTUAL TABLE` statement.
    private struct Definition {
        var isFTS5: Bool
        /// The table that contains the texts, or nil if the index contains them itself.
        var content: String?
        /// The column of that table that is the rowid.
        var rowid: String
        var tokenizer: [String]
        var hasPlaces: Bool
        /// The columns that are not searched.
        var unindexed: [String]

        init?(_ sql: String) {
            guard
                let module = sql.firstMatch(
                    of: /(?i)^\s*CREATE\s+VIRTUAL\s+TABLE\s.*?\sUSING\s+fts([345])\b/.dotMatchesNewlines())
            else { return nil }
            isFTS5 = module.output.1 == "5"
            content = Self.option("content", in: sql)
            rowid = Self.option("content_rowid", in: sql) ?? "rowid"
            tokenizer = (Self.option("tokenize", in: sql) ?? "").split { $0.isWhitespace || "'\"".contains($0) }
                .map { $0.lowercased() }
            hasPlaces = !isFTS5 || ["none", "column"].allSatisfy { $0 != Self.option("detail", in: sql)?.lowercased() }
            unindexed = sql.matches(of: /(?i)(?:"(?<a>[^"]+)"|(?<b>\w+))\s+UNINDEXED\b/).compactMap { match in
                (match.output.a ?? match.output.b).map(String.init)
            }
        }

        private static func option(_ name: String, in sql: String) -> String? {
            for match in sql.matches(
                of: /\b(?<name>\w+)\s*=\s*(?:'(?<a>[^']*)'|"(?<b>[^"]*)"|`(?<c>[^`]*)`|\[(?<d>[^\]]*)\]|(?<e>[^\s,)]+))/
            )
            where QuotedIdentifier.matches(String(match.output.name), name) {
                let output = match.output
                return (output.a ?? output.b ?? output.c ?? output.d ?? output.e).map(String.init)
            }
            return nil
        }
    }
}
