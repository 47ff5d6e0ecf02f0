import GRDB

/// A full-text index of a table: a virtual table of FTS3, FTS4 or FTS5. Its rows have the rowids of the table's rows.
struct FullTextIndex: Sendable, Hashable {
    var name: String
    /// A Boolean value that indicates whether the index can sort rows by relevance (`rank`), which only FTS5 can.
    var isRanked: Bool

    /// Finds the index of a table with rowids: an external-content index, or the table itself. Nil if there is none.
    ///
    /// - Parameter rowid: The name of the column that is the rowid, if there is one.
    init?(of entry: CatalogEntry, rowid: String?, in database: Database) throws {
        let rowids = ["rowid", "_rowid_", "oid"] + (rowid.map { [$0] } ?? [])
        var cursor = try database.cursor(
            "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND sql LIKE '%USING%FTS%' ORDER BY name")
        while try cursor.next() {
            guard let name = cursor.text(at: 0), let definition = Definition(cursor.text(at: 1) ?? "") else { continue }
            let isItself = QuotedIdentifier.matches(name, entry.name) && definition.content == nil
            let isOfTable =
                definition.content.map { QuotedIdentifier.matches($0, entry.name) } == true
                && rowids.contains { QuotedIdentifier.matches($0, definition.rowid) }
            guard isItself || isOfTable else { continue }
            self.name = name
            isRanked = definition.isFTS5
            return
        }
        return nil
    }

    /// The options of an index in its `CREATE VIRTUAL TABLE` statement.
    private struct Definition {
        var isFTS5: Bool
        /// The table that contains the texts, or nil if the index contains them itself.
        var content: String?
        /// The column of that table that is the rowid.
        var rowid: String

        init?(_ sql: String) {
            guard
                let module = sql.firstMatch(
                    of: /(?i)^\s*CREATE\s+VIRTUAL\s+TABLE\s.*?\sUSING\s+fts([345])\b/.dotMatchesNewlines())
            else { return nil }
            isFTS5 = module.output.1 == "5"
            content = Self.option("content", in: sql)
            rowid = Self.option("content_rowid", in: sql) ?? "rowid"
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

    /// Returns a visitor's search in the query language of the index: rows with all words, phrases and prefixes.
    ///
    /// | Search | Finds |
    /// |---|---|
    /// | `honey bee` | rows with both words |
    /// | `"honey bee"` | rows with the words next to each other |
    /// | `hon*` | rows with a word that begins with `hon` |
    ///
    /// - Returns: Nil if the search contains no word.
    func match(_ search: String) -> String? {
        var phrases: [String] = []
        var rest = search[...]
        while let first = rest.first {
            guard !first.isWhitespace else {
                rest.removeFirst()
                continue
            }
            let isQuoted = first == "\""
            if isQuoted { rest.removeFirst() }
            var phrase = rest.prefix { isQuoted ? $0 != "\"" : !$0.isWhitespace }
            rest = rest.dropFirst(phrase.count + (isQuoted ? 1 : 0))
            var isBeginning = false
            if isQuoted, rest.first == "*" {
                isBeginning = true
                rest.removeFirst()
            } else if !isQuoted, phrase.last == "*" {
                isBeginning = true
                phrase.removeLast()
            }
            guard phrase.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
            let text = phrase.replacing("\"", with: " ")
            phrases.append(isRanked ? "\"\(text)\"\(isBeginning ? " *" : "")" : "\"\(text)\(isBeginning ? "*" : "")\"")
        }
        return phrases.isEmpty ? nil : phrases.joined(separator: " ")
    }
}
