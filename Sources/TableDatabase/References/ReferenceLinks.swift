package import Bytes
package import CascadingTable

/// The links of keys to rows of other tables that were read last.
package struct ReferenceLinks: Sendable {
    /// The values of a foreign key, and its first column.
    package struct Key: Sendable, Hashable {
        @ExactString package var column: String
        package var values: [FieldValue]

        package init(_ column: String, _ values: [FieldValue]) { (self.column, self.values) = (column, values) }

        package static func == (one: Key, other: Key) -> Bool {
            one.column.isExactly(other.column) && one.values.elementsEqual(other.values) { $0.isExactly($1) }
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(_column)
            for value in values {
                if case .text(let text) = value { hasher.combine(ExactString(text)) } else { hasher.combine(value) }
            }
        }
    }

    /// The links; nil for a key that refers to no row.
    private var links: [Key: TableLink?] = [:]
    /// The limit of links.
    private static let maxCount = 20_000
    /// The limit of bytes of a text in a key. Keys with longer texts have no links.
    private static let maxTextSize = 1_000

    package init() {}

    /// Returns the links of keys; nil if one was not read yet.
    package func links(from column: String, for keys: [[FieldValue]]) -> [TableLink?]? {
        var found: [TableLink?] = []
        for key in keys {
            if Self.isTooLong(key) {
                found.append(nil)
            } else {
                guard let link = links[Key(column, key)] else { return nil }
                found.append(link)
            }
        }
        return found
    }

    /// Returns the links of the values in rows, by the name of the referring column.
    ///
    /// - Parameter missing: The keys whose links were not read yet are added. Their columns are left out, and asked for later.
    package func links(
        in rows: RowBatch, _ columns: [TableViewColumn], missing: inout Set<Key>
    ) -> [ExactString: RowLinks] {
        var found: [ExactString: RowLinks] = [:]
        for column in columns where !column.referenceColumns.isEmpty {
            var keys = rows.keys(column.referenceColumns)
            if let links = links(from: column.name, for: keys.keys) {
                keys.links = links
                found[ExactString(column.name)] = keys
            } else {
                let all = keys.keys.filter { !Self.isTooLong($0) }.map { Key(column.name, $0) }
                missing.formUnion(all.filter { links[$0] == nil })
            }
        }
        return found
    }

    package mutating func insert(_ found: [Key: TableLink?]) {
        guard !found.isEmpty else { return }
        if links.count + found.count > Self.maxCount { links = [:] }
        links.merge(found) { $1 }
    }

    private static func isTooLong(_ key: [FieldValue]) -> Bool {
        key.contains { value in
            switch value {
            case .integer, .decimal, .boolean: false
            case .text(let text), .number(let text): text.utf8.count > maxTextSize
            default: true
            }
        }
    }
}

extension FieldValue {
    /// Returns whether two values are equal, and have the same bytes if they are texts.
    fileprivate func isExactly(_ other: FieldValue) -> Bool {
        if case (.text(let one), .text(let other)) = (self, other) { one.isExactly(other) } else { self == other }
    }
}

/// The columns whose values name a row for people, as Datasette finds them.
package enum RowLabel {
    /// Returns the columns that make up the label of a row; empty if no column is likely to name it.
    ///
    /// These are `name`, `title` or `label`; otherwise a first and a last name; otherwise the only column beside the key.
    ///
    /// - Parameters:
    ///   - names: The names of the columns.
    ///   - key: The names of the columns by which rows are referred to.
    package static func columns(among names: [String], key: [String]) -> [String] {
        let rest = names.filter { name in !key.contains { matches($0, name) } }
        for wanted in wantedNames {
            let found = wanted.compactMap { wanted in rest.first { matches($0, wanted) } }
            if found.count == wanted.count { return found }
        }
        return rest.count == 1 ? rest : []
    }

    private static let wantedNames = [
        ["name"], ["title"], ["label"], ["full_name"], ["fullname"], ["first_name", "last_name"],
        ["firstname", "lastname"],
        ["namefirst", "namelast"], ["given_name", "family_name"], ["forename", "surname"],
    ]

    /// SQLite does not distinguish the case of ASCII letters in names.
    private static func matches(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
}
