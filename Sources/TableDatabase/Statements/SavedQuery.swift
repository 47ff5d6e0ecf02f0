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
        // Editors of Windows put a byte order mark before the text.
        let lines = text.drop { $0 == "\u{FEFF}" }
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
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
