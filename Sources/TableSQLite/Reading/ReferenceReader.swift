import CascadingTable
import TableDatabase

/// Finds the rows of a table that the values of a foreign key refer to, with what names them for people.
struct ReferenceReader: Sendable {
    /// The referring columns, as the referring table has them.
    let columns: [String]
    /// The name of the table that they refer to.
    var table: String { other.table.name }

    private let other: TableReader
    private let statement: String
    private let labelCount: Int

    /// Creates a reader; nil if the other table or a column is missing, or if its rows have no keys.
    init?(_ key: ForeignKey, of reader: TableReader, in database: Transaction) throws {
        guard let entry = try Catalog.entry(named: key.table, in: database) else { return nil }
        // A row of this table must not tell of one that does not exist for its reader.
        let isOwn = QuotedIdentifier.matches(entry.name, reader.table.name)
        let other = TableReader(
            try Catalog.description(of: entry, in: database), reader.configuration, where: isOwn ? reader.owned : nil)
        self.other = other
        columns = key.columns.compactMap { name in
            reader.table.columnNames.first { QuotedIdentifier.matches($0, name) }
        }
        let referred = key.referredColumns ?? other.table.primaryKeyNames
        let isComplete = referred.allSatisfy { name in
            other.table.columnNames.contains { QuotedIdentifier.matches($0, name) }
        }
        guard referred.count == columns.count, columns.count == key.columns.count, isComplete, other.readsByKey else {
            return nil
        }
        let labels = Catalog.labelColumns(of: other.table.columns, entry.name, key: referred, reader.configuration)
        labelCount = labels.count
        statement = other.queries.named(whereColumns: referred, with: labels)
    }

    /// Returns the key of the row with values, and its label, which may be empty. Nil if there is no such row.
    func row(with values: [SQLValue], in database: Transaction) throws -> (key: String, label: String)? {
        guard !values.contains(.null) else { return nil }
        var cursor = try database.cursor(statement, other.queries.all.arguments + values)
        guard try cursor.next() else { return nil }
        var words: [String] = []
        for place in 0..<labelCount {
            switch cursor.value(at: other.queries.namedCount + place) {
            case .null, .blob, .text([]): break
            case let value: words.append(value.string ?? "")
            }
        }
        let label = words.joined(separator: " ")
        return (other.key(ofNamed: cursor).text, String(label.prefix(Self.maxLabelLength)))
    }

    /// The limit of a label, in characters.
    private static let maxLabelLength = 100
}

extension FieldValue {
    /// The value as SQLite stores it; nil for one that no key has.
    var stored: SQLValue? {
        switch self {
        case .integer(let number): .integer(number)
        case .decimal(let number): .real(number)
        case .boolean(let isTrue): .integer(isTrue ? 1 : 0)
        case .text(let text): SQLValue(text)
        default: nil
        }
    }
}
