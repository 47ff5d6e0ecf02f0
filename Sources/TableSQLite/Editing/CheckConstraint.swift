import Bytes
import GRDB
import TableDatabase

/// A `CHECK` of a table, as its definition has it.
struct CheckConstraint: Sendable, Hashable {
    /// The name of the check in an error message of SQLite: its own, or else the expression. Of an expression that begins with a
    /// quoted name, it is that name alone.
    var title: String
    /// The expression, as written.
    var expression: String
    /// The columns that the expression names.
    var columns: [String] = []
    /// The only texts that the column can have, for `column IN ('a', 'b')`; empty for other expressions.
    var choices: [String] = []

    /// Reads the checks of a table.
    static func all(of table: TableDescription, in database: Database) throws -> [CheckConstraint] {
        var cursor = try database.cursor(
            "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
            [SQLValue(table.name)])
        guard try cursor.next(), let sql = cursor.text(at: 0) else { return [] }
        return all(inDefinition: sql, columns: table.columnNames)
    }

    /// Finds the checks in a `CREATE TABLE` statement.
    static func all(inDefinition sql: String, columns: [String]) -> [CheckConstraint] {
        let tokens = Token.all(in: sql)
        var checks: [CheckConstraint] = []
        for index in tokens.indices where tokens[index].isWord("CHECK") && tokens.text(at: index + 1) == "(" {
            guard let end = tokens.closing(index + 1) else { continue }
            let inner = tokens[index + 2..<end]
            guard let first = inner.first, let last = inner.last else { continue }
            let text = String(sql.utf8[first.range.lowerBound..<last.range.upperBound]) ?? ""
            let name = index >= 2 && tokens[index - 2].isWord("CONSTRAINT") ? tokens[index - 1].name : nil
            let title = name ?? first.literal ?? (first.isQuoted ? first.name : nil) ?? text
            checks.append(
                CheckConstraint(
                    title: title, expression: text, columns: self.columns(in: inner, of: columns),
                    choices: choices(Array(inner))))
        }
        return checks
    }

    /// Returns the expressions of an index as a check, which names their columns; nil if there is no such index.
    static func rule(ofIndex name: String, columns: [String], in database: Database) throws -> CheckConstraint? {
        var cursor = try database.cursor(
            "SELECT sql FROM main.sqlite_schema WHERE type = 'index' AND name = ?", [SQLValue(name)])
        guard try cursor.next(), let sql = cursor.text(at: 0) else { return nil }
        let tokens = Token.all(in: sql)
        guard let start = tokens.indices.first(where: { tokens[$0].text == "(" }), let end = tokens.closing(start),
            start + 1 < end
        else { return nil }
        let inner = tokens[start + 1..<end]
        let text = String(sql[tokens[start + 1].range.lowerBound..<tokens[end - 1].range.upperBound])
        return CheckConstraint(title: name, expression: text, columns: self.columns(in: inner, of: columns))
    }

    /// Returns the columns that an expression names.
    private static func columns(in expression: ArraySlice<Token>, of columns: [String]) -> [String] {
        var found: [String] = []
        for token in expression {
            guard let name = token.name, let column = columns.first(where: { QuotedIdentifier.matches($0, name) }),
                !found.contains(where: column.isExactly)
            else { continue }
            found.append(column)
        }
        return found
    }

    /// Returns the texts of `column IN ('a', 'b')`.
    private static func choices(_ tokens: [Token]) -> [String] {
        guard tokens.count >= 5, tokens[0].name != nil, tokens[1].isWord("IN"), tokens[2].text == "(",
            tokens.closing(2) == tokens.count - 1
        else { return [] }
        let list = tokens[3..<tokens.count - 1]
        let texts = list.enumerated().compactMap { $0 % 2 == 0 ? $1.literal : nil }
        return texts.count == (list.count + 1) / 2 ? texts : []
    }
}

/// A part of a SQL statement: a word, a text, a quoted name or a sign.
private struct Token {
    var text: String
    var range: Range<String.Index>

    /// The name that the token can be; nil for texts, numbers and signs.
    var name: String? {
        guard let first = text.utf8.first else { return nil }
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "`"):
            let quote = String(UnicodeScalar(first))
            return String(text.dropFirst().dropLast()).replacing(quote + quote, with: quote)
        case UInt8(ascii: "["): return String(text.dropFirst().dropLast())
        case 0x30...0x39: return nil
        default: return Self.isPartOfWord(first) ? text : nil
        }
    }

    var isQuoted: Bool { ["\"", "`", "["].contains(text.prefix(1)) }

    /// The text of a literal; nil for other tokens.
    var literal: String? {
        text.hasPrefix("'") && text.utf8.count >= 2
            ? String(text.dropFirst().dropLast()).replacing("''", with: "'") : nil
    }

    func isWord(_ word: String) -> Bool { QuotedIdentifier.matches(text, word) }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
        default: false
        }
    }

    /// Returns the tokens of a statement, without blanks and comments.
    static func all(in sql: String) -> [Token] {
        let utf8 = sql.utf8
        var tokens: [Token] = []
        var index = utf8.startIndex
        func end(after mark: String, from start: String.Index) -> String.Index {
            var index = start
            while index < utf8.endIndex, !utf8[index...].starts(with: mark.utf8) { utf8.formIndex(after: &index) }
            return utf8.index(index, offsetBy: mark.utf8.count, limitedBy: utf8.endIndex) ?? utf8.endIndex
        }
        while index < utf8.endIndex {
            let (start, byte) = (index, utf8[index])
            utf8.formIndex(after: &index)
            if (9...13).contains(byte) || byte == 32 { continue }
            if utf8[start...].starts(with: "--".utf8) {
                index = end(after: "\n", from: index)
                continue
            }
            if utf8[start...].starts(with: "/*".utf8) {
                index = end(after: "*/", from: utf8.index(after: index))
                continue
            }
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                let quote = String(UnicodeScalar(byte))
                index = end(after: quote, from: index)
                // A doubled quote is a part of the text.
                while index < utf8.endIndex, utf8[index] == byte {
                    index = end(after: quote, from: utf8.index(after: index))
                }
            case UInt8(ascii: "["): index = end(after: "]", from: index)
            case let byte where isPartOfWord(byte):
                while index < utf8.endIndex, isPartOfWord(utf8[index]) { utf8.formIndex(after: &index) }
            default: break
            }
            tokens.append(Token(text: String(sql[start..<index]), range: start..<index))
        }
        return tokens
    }
}

extension [Token] {
    fileprivate func text(at index: Int) -> String? { indices.contains(index) ? self[index].text : nil }

    /// Returns the index of the parenthesis that closes the one at an index.
    fileprivate func closing(_ opening: Int) -> Int? {
        var depth = 0
        for index in indices[opening...] {
            if self[index].text == "(" { depth += 1 }
            if self[index].text == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}
