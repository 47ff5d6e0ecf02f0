import GRDB

/// An index of the words of a table: a virtual table of FTS3, FTS4 or FTS5 whose rows have the rowids of the table's rows.
struct FullTextIndex: Sendable, Hashable {
    var name: String
    /// Whether it can sort rows by how well they match (`rank`), which only FTS5 can.
    var isRanked: Bool

    /// The index of a table whose rows have rowids: an external-content table, or the table itself. Nil if there is none.
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

    /// What `CREATE VIRTUAL TABLE` says of an index.
    private struct Definition {
        var isFTS5: Bool
        /// The table that has the texts; nil if the index has them itself.
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

    /// The search of a reader in the language of the index: rows that have all words, phrases and beginnings of words.
    ///
    /// | Search | Finds |
    /// |---|---|
    /// | `honey bee` | rows with both words |
    /// | `"honey bee"` | rows with the words beside each other |
    /// | `hon*` | rows with a word that begins so |
    ///
    /// - Returns: Nil if there is no word in it.
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
