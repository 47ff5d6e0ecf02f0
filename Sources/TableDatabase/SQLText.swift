package import Bytes
package import CascadingTable

/// A SQL statement as text.
package enum SQLText {
    /// Returns the names of the parameters of a statement, such as `year` of `:year`, each once and in order.
    ///
    /// Texts, quoted names, comments and the casts of PostgreSQL (`::`) have none. Those that begin with an underscore are
    /// parameters of all tables, and `sql` is the statement.
    package static func parameterNames(in sql: String) -> [String] {
        var scanner = Scanner(sql)
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
    package static func single(_ sql: String) -> String? {
        var scanner = Scanner(sql)
        var end: Int?
        while let part = scanner.next() {
            switch part {
            case .semicolon: end = end ?? scanner.index - 1
            case .blank: break
            case .parameter, .other: if end != nil { return nil }
            }
        }
        return end.map { String(decoding: sql.utf8.prefix($0), as: UTF8.self) } ?? sql
    }

    /// Returns the statement with a text in the place of each parameter.
    ///
    /// - Parameter text: Returns the text for the name of a parameter.
    package static func replacingParameters(
        in sql: String, _ text: (String) throws -> String
    ) rethrows -> String {
        var scanner = Scanner(sql)
        var result: [UInt8] = []
        let bytes = Array(sql.utf8)
        var start = 0
        while let part = scanner.next() {
            guard case .parameter(let name) = part else { continue }
            result += bytes[start..<scanner.index - name.utf8.count - 1] + Array(try text(name).utf8)
            start = scanner.index
        }
        return String(decoding: result + bytes[start...], as: UTF8.self)
    }

    /// Reads the parts of a statement that are not texts or names in quotes.
    private struct Scanner {
        private let bytes: [UInt8]
        private(set) var index = 0

        enum Part {
            case parameter(String)
            case semicolon
            /// A blank or a comment.
            case blank
            case other
        }

        init(_ sql: String) { bytes = Array(sql.utf8) }

        mutating func next() -> Part? {
            guard index < bytes.count else { return nil }
            let (byte, following) = (bytes[index], index + 1 < bytes.count ? bytes[index + 1] : 0)
            index += 1
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): skip([byte])
            case UInt8(ascii: "["): skip([UInt8(ascii: "]")])
            case UInt8(ascii: "-") where following == byte:
                skip([UInt8(ascii: "\n")])
                return .blank
            case UInt8(ascii: "/") where following == UInt8(ascii: "*"):
                index += 1
                skip(Array("*/".utf8))
                return .blank
            case UInt8(ascii: ":") where following == byte: index += 1
            case UInt8(ascii: ":"):
                let start = index
                while index < bytes.count, Self.isPartOfName(bytes[index]) { index += 1 }
                if index > start { return .parameter(String(decoding: bytes[start..<index], as: UTF8.self)) }
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

        private static func isPartOfName(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
            default: false
            }
        }
    }
}

/// A statement of a file of queries, which visitors run by its name.
package struct SavedQuery: Sendable, Hashable {
    /// The name, which is a part of its address.
    package var name: String
    /// The sentences about it; empty for none.
    package var description: String
    package var sql: String

    package init(name: String, description: String = "", sql: String) {
        (self.name, self.description, self.sql) = (name, description, sql)
    }

    /// Reads the statements of a file.
    ///
    /// ```sql
    /// -- name: biggest_cities
    /// -- The cities with a million people or more.
    /// SELECT name, population FROM cities WHERE population >= 1e6
    /// ```
    ///
    /// - Throws: ``SavedQueryError``, with the line.
    package static func queries(in text: String) throws(SavedQueryError) -> [SavedQuery] {
        var queries: [SavedQuery] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in lines.enumerated() {
            if let name = line.wholeMatch(of: /--\s*name:\s*(.*?)\s*/)?.output.1 {
                guard name.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil else {
                    throw SavedQueryError(line: number + 1, "a name has letters, digits, _ and -, and not \"\(name)\"")
                }
                guard !queries.contains(where: { $0.name == name }) else {
                    throw SavedQueryError(line: number + 1, "there are two queries called \(name)")
                }
                queries.append(SavedQuery(name: String(name), sql: ""))
            } else if queries.isEmpty {
                guard line.allSatisfy(\.isWhitespace) || line.hasPrefix("--") else {
                    throw SavedQueryError(
                        line: number + 1, "a statement needs a line before it such as -- name: biggest_cities")
                }
            } else if queries[queries.count - 1].sql.isEmpty, let words = line.wholeMatch(of: /--\s*(.*?)\s*/)?.output.1
            {
                let before = queries[queries.count - 1].description
                queries[queries.count - 1].description = before.isEmpty ? String(words) : "\(before) \(words)"
            } else {
                queries[queries.count - 1].sql += "\(line)\n"
            }
        }
        for index in queries.indices {
            queries[index].sql = queries[index].sql.trimmed
            guard !queries[index].sql.isEmpty else {
                throw SavedQueryError(line: 0, "the query \(queries[index].name) has no statement")
            }
        }
        return queries
    }
}

/// A statement that a visitor runs, with the values of its parameters.
package struct StatementRequest: Sendable, Hashable {
    /// The statement; empty for a page that only asks for one.
    @ExactString package var sql: String
    /// The values, by the names of the parameters.
    package var values: [String: String]
    /// The query of a file that the statement is from; nil for a statement of the visitor.
    package var saved: SavedQuery?

    /// - Parameters:
    ///   - parameters: The parameters of the address: `sql`, unless the statement is saved, and those of the statement.
    ///   - saved: The query of a file; nil for a statement of the visitor. Default: nil.
    package init(_ parameters: [String: String], of saved: SavedQuery? = nil) {
        sql = saved?.sql ?? parameters["sql"] ?? ""
        self.saved = saved
        values = [:]
        for name in SQLText.parameterNames(in: sql) { values[name] = parameters[name] ?? "" }
    }

    /// Returns the names of the parameters of an address that belong to the statement.
    package static func parameterNames(_ sql: String?) -> [String] {
        ["sql"] + SQLText.parameterNames(in: sql ?? "")
    }

    /// The way from the page up to the folder of a table's page.
    package var linkPrefix: String { saved == nil ? "../" : "../../" }

    /// The form for the values of the parameters, and for the statement unless it is saved.
    package var form: TableParameters {
        var fields = SQLText.parameterNames(in: sql).map { name in
            TableViewEditableField(name, label: name, value: values[name] ?? "")
        }
        if saved == nil {
            fields.insert(TableViewEditableField("sql", label: "SQL", value: sql, kind: .multilineText), at: 0)
        }
        var form = TableParameters(fields)
        if saved != nil { form.statementURL = "../?sql=\(PathSegment.percentEncoded(sql))" }
        return form
    }

    /// Returns the links to the pages above.
    package func breadcrumbs(in database: String) -> [TableLink] { [TableLink(database, to: "\(linkPrefix)../")] }

    /// Adds what the page shows around the rows: a title, the way back, and the form.
    ///
    /// - Parameters:
    ///   - database: The title of the database.
    ///   - plan: The steps in which the database finds the rows; empty for none.
    @TableActor
    package func describe(_ tableView: TableView, of database: String, plan: [String]) {
        tableView.title = saved?.name ?? "SQL"
        tableView.navigationItem.prompt = saved.flatMap { $0.description.isEmpty ? nil : $0.description }
        tableView.navigationItem.breadcrumbs = breadcrumbs(in: database)
        var form = form
        form.plan = plan
        tableView.hosting.parameters = form
    }
}

/// The error for a file of queries that cannot be read.
package struct SavedQueryError: Error, CustomStringConvertible {
    /// The line, from 1; 0 for the whole file.
    package var line: Int
    package var reason: String

    init(line: Int, _ reason: String) { (self.line, self.reason) = (line, reason) }

    package var description: String { line == 0 ? reason : "line \(line): \(reason)" }
}

extension String {
    /// The text without blanks and semicolons at its ends.
    fileprivate var trimmed: String {
        func isRest(_ character: Character) -> Bool { character.isWhitespace || character == ";" }
        let start = drop(while: \.isWhitespace)
        return String(start[..<(start.lastIndex { !isRest($0) }.map(start.index(after:)) ?? start.startIndex)])
    }
}
