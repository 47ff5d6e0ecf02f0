package import Bytes
package import CascadingTable

/// The links of keys to rows of other tables that were read last.
package struct ReferenceLinks: Sendable {
    /// The values of a foreign key, and its first column.
    package struct Key: Sendable, Hashable {
        @ExactString package var column: String
        package var value: ForeignKeyValue

        package init(_ column: String, _ values: [FieldValue]) {
            self.init(column, ForeignKeyValue(values))
        }

        init(_ column: String, _ value: ForeignKeyValue) { (self.column, self.value) = (column, value) }

        package var values: [FieldValue] { value.values }
    }

    /// The links from one column.
    private struct Column {
        var numbers: [ForeignKeyValue: Int32] = [:]
        /// The link with each number; nil for a key that refers to no row.
        var links: [TableLink?] = []

        mutating func insert(_ link: TableLink?, of key: ForeignKeyValue) {
            if let number = numbers[key] {
                links[Int(number)] = link
            } else {
                numbers[key] = Int32(clamping: links.count)
                links.append(link)
            }
        }
    }

    private var columns: [ExactString: Column] = [:]
    /// The limit of links.
    private static let maxCount = 20_000
    /// The limit of bytes of a text in a key. Keys with longer texts have no links.
    private static let maxTextSize = 1_000

    package init() {}

    /// Returns the links of keys; nil if one was not read yet.
    package func links(from column: String, for keys: [[FieldValue]]) -> [TableLink?]? {
        let known = columns[ExactString(column)] ?? Column()
        var found: [TableLink?] = []
        for key in keys.map({ ForeignKeyValue($0) }) {
            guard let number = known.numbers[key] ?? (Self.hasLink(key) ? nil : -1) else { return nil }
            found.append(number < 0 ? nil : known.links[Int(number)])
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
            let known = self.columns[ExactString(column.name)] ?? Column()
            var isComplete = true
            let places = rows.numbers(ofKeysIn: column.referenceColumns) { key in
                if let number = known.numbers[key] { return number }
                guard Self.hasLink(key) else { return -1 }
                isComplete = false
                missing.insert(Key(column.name, key))
                return -1
            }
            if isComplete { found[ExactString(column.name)] = RowLinks(known.links, places: places) }
        }
        return found
    }

    package mutating func insert(_ found: [Key: TableLink?]) {
        guard !found.isEmpty else { return }
        if columns.values.reduce(found.count, { $0 + $1.links.count }) > Self.maxCount { columns = [:] }
        for (key, link) in found { columns[ExactString(key.column), default: Column()].insert(link, of: key.value) }
    }

    private static func hasLink(_ key: ForeignKeyValue) -> Bool {
        switch key {
        case .integer, .short: true
        case .values(let values):
            values.allSatisfy { value in
                switch value {
                case .integer, .decimal, .boolean: true
                case .text(let text), .number(let text): text.utf8.count <= maxTextSize
                default: false
                }
            }
        }
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
