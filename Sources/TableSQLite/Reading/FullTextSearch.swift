import Bytes
import CascadingTable
import TableDatabase

/// A visitor's search, divided into the part that a full-text index answers and texts that must be searched for.
///
/// | Search | Finds |
/// |---|---|
/// | `honey bee` | rows with both words |
/// | `"honey bee"` | rows with the words next to each other |
/// | `hon*` | rows with a word that begins with `hon` |
struct FullTextSearch {
    /// The search in the query language of the index; nil if the index can answer no part of it.
    private(set) var match: String?
    /// The texts that a row must contain as well, because the index cannot find them.
    ///
    /// A trigram index finds no text of one or two letters. An index without places finds no phrases.
    private(set) var texts: [String] = []

    private struct Phrase {
        var text: String
        /// A Boolean value that indicates whether a word can continue after the text.
        var isBeginning: Bool
    }

    init(_ search: String, in index: FullTextIndex) {
        var found: [Phrase] = []
        for phrase in Self.phrases(of: search) {
            if index.tokenizer.first == "trigram" {
                let count = phrase.text.unicodeScalars.count { $0.properties.generalCategory != .nonspacingMark }
                let isFound = index.hasPlaces ? count >= 3 : count == 3
                if isFound, !phrase.text.unicodeScalars.contains("\0") {
                    found.append(phrase)
                } else {
                    texts.append(phrase.text)
                }
                continue
            }
            // Other tokenizers ignore punctuation.
            guard phrase.text.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
            let words = phrase.text.split { $0.isASCII && !$0.isLetter && !$0.isNumber }.map(String.init)
            guard !index.hasPlaces, words.count > 1 || index.hasOwnWords else {
                found.append(phrase)
                continue
            }
            texts.append(phrase.text)
            guard !index.hasOwnWords else { continue }
            for word in words.dropLast() { found.append(Phrase(text: word, isBeginning: false)) }
            if let last = words.last { found.append(Phrase(text: last, isBeginning: phrase.isBeginning)) }
        }
        if !found.isEmpty {
            match = found.map { index.quoted($0.text, isBeginning: $0.isBeginning) }.joined(separator: " ")
        }
    }

    private static func phrases(of search: String) -> [Phrase] {
        var phrases: [Phrase] = []
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
            guard phrase.contains(where: { !$0.isWhitespace }) else { continue }
            phrases.append(Phrase(text: String(phrase), isBeginning: isBeginning))
        }
        return phrases
    }
}

extension FullTextIndex {
    /// A Boolean value that indicates whether options of the tokenizer decide what a word is.
    fileprivate var hasOwnWords: Bool {
        !["unicode61", "porter", "ascii", nil].contains(tokenizer.first)
            || tokenizer.contains { ["tokenchars", "separators", "categories"].contains($0) }
    }

    /// Returns a text as a string of the query language.
    fileprivate func quoted(_ text: String, isBeginning: Bool) -> String {
        let text = text.replacing("\0", with: " ")
        return isFTS5
            ? "\"\(text.replacing("\"", with: "\"\""))\"\(isBeginning ? " *" : "")"
            : "\"\(text.replacing("\"", with: " "))\(isBeginning ? "*" : "")\""
    }
}

extension SQLConditionBuilder {
    /// Returns the conditions of a query; none if every row matches.
    ///
    /// Values are compared with the affinity and the collation of the column, so that its index can be used.
    ///
    /// - Parameters:
    ///   - rowid: The rowid as the statement names it, by which a full-text index finds rows; nil if the statement has
    ///     none.
    ///   - name: A closure that returns the column at an index as the statement names it.
    mutating func conditions(
        _ query: TableQuery, _ table: TableDescription, rowid: String? = nil, name: (Int) -> String
    ) -> [String] {
        let columns = table.sqlColumns(named: name)
        var written: [(filter: TableQuery.Filter, written: String)] = []
        for filter in query.filters where !filter.ranksRows {
            guard let column = columns.first(where: { $0.name.isExactly(filter.column) }) else { continue }
            written.append((filter, condition(filter, on: column)))
        }
        var conditions = TableQuery.joined(written)
        guard let rowid, let index = table.fullTextIndex, let search = query.search, !query.words.isEmpty else {
            let searched = columns.filter(\.isSearched)
            let names = table.relation.searchedNames
            return conditions + query.words.map { contains($0, in: searched, orIn: names) }
        }
        let found = FullTextSearch(search, in: index)
        if let match = found.match {
            let name = QuotedIdentifier.quoted(index.name)
            conditions.append("\(rowid) IN (SELECT rowid FROM \(name) WHERE \(name) MATCH \(bind(SQLValue(match))))")
        }
        let indexed = columns.filter { column in
            index.columns.contains { QuotedIdentifier.matches($0, column.name) }
        }
        conditions += found.texts.map { contains($0, in: indexed) }
        if found.match == nil, found.texts.isEmpty { conditions.append(Self.never) }
        return conditions
    }
}

extension TableDescription {
    /// Returns the columns as queries name them.
    ///
    /// - Parameter name: A closure that returns the column at an index as the statement names it.
    func sqlColumns(named name: (Int) -> String) -> [SQLColumn] {
        columns.enumerated().map { index, column in
            var sqlColumn = column.sql
            sqlColumn.expression = name(index)
            return sqlColumn
        }
    }
}
