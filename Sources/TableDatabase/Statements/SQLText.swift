/// A SQL statement as text.
package enum SQLText {
    /// Returns the names of the parameters of a statement, such as `year` of `:year`, each once and in order.
    ///
    /// Texts, quoted names, comments and the casts of PostgreSQL (`::`) have none. Those that begin with an underscore are
    /// parameters of all tables, and `sql` is the statement.
    package static func parameterNames(in sql: String, _ dialect: SQLDialect) -> [String] {
        var scanner = Scanner(sql, dialect)
        var names: [String] = []
        while let part = scanner.next() {
            guard case .parameter(let name) = part, !name.hasPrefix("_"), name != "sql", !names.contains(name) else {
                continue
            }
            names.append(name)
        }
        return names
    }

    /// Returns the statement without the semicolon at its end; nil if others follow.
    package static func single(_ sql: String, _ dialect: SQLDialect) -> String? {
        var scanner = Scanner(sql, dialect)
        var end: Int?
        while let part = scanner.next() {
            switch part {
            case .semicolon: end = end ?? scanner.index - 1
            case .blank: break
            case .parameter, .argument, .other: if end != nil { return nil }
            }
        }
        return end.map { String(decoding: sql.utf8.prefix($0), as: UTF8.self) } ?? sql
    }

    /// Returns the statement with a text in the place of each parameter.
    ///
    /// - Parameter text: Returns the text for the name of a parameter.
    package static func replacingParameters(
        in sql: String, _ dialect: SQLDialect, _ text: (String) throws -> String
    ) rethrows -> String {
        try replacing(in: sql, dialect) { part in if case .parameter(let name) = part { try text(name) } else { nil } }
    }

    /// Returns the statement with its arguments in their places, as a person writes them.
    ///
    /// - Parameters:
    ///   - sql: A statement with the arguments `?` of SQLite, or `$1` of PostgreSQL.
    ///   - arguments: The values of the arguments.
    ///   - dialect: The dialect of the statement.
    package static func replacingArguments(
        in sql: String, _ arguments: [SQLValue], _ dialect: SQLDialect
    ) -> String {
        var count = 0
        return replacing(in: sql, dialect) { part in
            guard case .argument(let number) = part else { return nil }
            count += 1
            let index = (number ?? count) - 1
            return arguments.indices.contains(index) ? dialect.rules.literal(arguments[index]) : nil
        }
    }

    /// A word, a quoted name, a text in quotes or a sign of a statement, with the place of its first byte.
    package struct Token: Sendable {
        package var text: String
        package var start: Int
    }

    /// Returns the tokens of a text, without blanks and comments.
    package static func tokens(of sql: String, _ dialect: SQLDialect) -> [Token] {
        var scanner = Scanner(sql, dialect)
        let bytes = Array(sql.utf8)
        var (tokens, start) = ([Token](), 0)
        while let part = scanner.next() {
            if case .blank = part {
            } else {
                tokens.append(Token(text: String(decoding: bytes[start..<scanner.index], as: UTF8.self), start: start))
            }
            start = scanner.index
        }
        return tokens
    }

    /// Returns the condition with a text in each place `?` of an argument.
    static func replacingPlaces(in sql: String, _ dialect: SQLDialect, _ text: () -> String) -> String {
        replacing(in: sql, dialect) { part in if case .argument(nil) = part { text() } else { nil } }
    }

    /// Returns the statement with texts in the places of some of its parts.
    private static func replacing(
        in sql: String, _ dialect: SQLDialect, _ text: (Scanner.Part) throws -> String?
    ) rethrows -> String {
        var scanner = Scanner(sql, dialect)
        var result: [UInt8] = []
        let bytes = Array(sql.utf8)
        var (start, place) = (0, 0)
        while let part = scanner.next() {
            if let text = try text(part) {
                result += bytes[start..<place] + Array(text.utf8)
                start = scanner.index
            }
            place = scanner.index
        }
        return String(decoding: result + bytes[start...], as: UTF8.self)
    }

    /// Reads the parts of a statement that are not texts or names in quotes.
    private struct Scanner {
        private let bytes: [UInt8]
        private let syntax: SQLSyntax
        private(set) var index = 0

        enum Part {
            case parameter(String)
            /// The place of an argument, with its number in PostgreSQL.
            case argument(Int?)
            case semicolon
            /// A blank or a comment.
            case blank
            case other
        }

        init(_ sql: String, _ dialect: SQLDialect) {
            (bytes, syntax) = (Array(sql.utf8), dialect.rules.syntax)
        }

        mutating func next() -> Part? {
            guard index < bytes.count else { return nil }
            let (byte, following) = (bytes[index], index + 1 < bytes.count ? bytes[index + 1] : 0)
            index += 1
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): skip([byte])
            case UInt8(ascii: "`") where syntax.contains(.backquotes): skip([byte])
            case UInt8(ascii: "[") where syntax.contains(.brackets): skip([UInt8(ascii: "]")])
            case UInt8(ascii: "-") where following == byte:
                skip([UInt8(ascii: "\n")])
                return .blank
            case UInt8(ascii: "#") where syntax.contains(.hashComments):
                skip([UInt8(ascii: "\n")])
                return .blank
            case UInt8(ascii: "/") where following == UInt8(ascii: "*"):
                index += 1
                skipComment()
                return .blank
            case UInt8(ascii: ":") where following == byte: index += 1
            // The end of a slice, such as `[1:2]`, is no parameter.
            case UInt8(ascii: ":") where !syntax.contains(.slices) || !(0x30...0x39).contains(following):
                let name = takeName()
                if !name.isEmpty { return .parameter(name) }
            case UInt8(ascii: "?"): return .argument(nil)
            case UInt8(ascii: "$"):
                let tag = takeName()
                if let number = Int(tag) { return .argument(number) }
                if syntax.contains(.escapedTexts), index < bytes.count, bytes[index] == byte {
                    index += 1
                    skip(Array("$\(tag)$".utf8))
                }
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                if syntax.contains(.escapedTexts), following == UInt8(ascii: "'") {
                    skipEscapedText()
                } else {
                    skipWord()
                }
            case _ where Self.isPartOfName(byte) || byte >= 0x80: skipWord()
            case UInt8(ascii: ";"): return .semicolon
            case 9...13, 32: return .blank
            default: break
            }
            return .other
        }

        /// Moves to the byte after an end mark, or to the end of the statement.
        private mutating func skip(_ end: [UInt8]) {
            while index < bytes.count, !bytes[index...].starts(with: end) { index += 1 }
            index = min(index + end.count, bytes.count)
        }

        /// Moves to the end of a comment, which can have others within.
        private mutating func skipComment() {
            var depth = 1
            while index < bytes.count, depth > 0 {
                let isEnd = bytes[index...].starts(with: "*/".utf8)
                let isStart = syntax.contains(.nestedComments) && bytes[index...].starts(with: "/*".utf8)
                depth += isEnd ? -1 : isStart ? 1 : 0
                index += isEnd || isStart ? 2 : 1
            }
        }

        /// Moves to the end of a text with escapes, such as `E'it\'s'`.
        private mutating func skipEscapedText() {
            index += 1
            // A doubled quotation mark does not end the text.
            while index < bytes.count, bytes[index] != UInt8(ascii: "'") || bytes[index...].starts(with: "''".utf8) {
                index += [UInt8(ascii: "\\"), UInt8(ascii: "'")].contains(bytes[index]) ? 2 : 1
            }
            index = min(index + 1, bytes.count)
        }

        /// Moves to the end of a number, a keyword or a name, which can have `$`.
        private mutating func skipWord() {
            while index < bytes.count,
                Self.isPartOfName(bytes[index]) || bytes[index] >= 0x80 || bytes[index] == UInt8(ascii: "$")
            { index += 1 }
        }

        /// Moves to the end of the name of a parameter, and returns the name.
        private mutating func takeName() -> String {
            let start = index
            while index < bytes.count, Self.isPartOfName(bytes[index]) { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }

        private static func isPartOfName(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
            default: false
            }
        }
    }
}
