import Bytes
import CascadingTable
import TableDatabase

/// Finds the rows of a table that the values of a foreign key refer to, with what names them for people.
struct ReferenceReader: Sendable {
    /// The referring columns, as the referring table has them.
    let columns: [String]
    private let other: TableReader
    private let statement: String
    private let labelCount: Int

    /// Creates a reader; nil if the other table or a column is missing, or if its rows have no keys.
    init?(_ key: RelationForeignKey, of reader: TableReader, in database: Transaction) throws {
        guard let entry = try Catalog.entry(named: key.table, in: database) else { return nil }
        let other = TableReader(
            try Catalog.table(entry, reader.configuration, in: database), reader.configuration)
        self.other = other
        columns = key.columns
        let referred = key.referredColumns
        let isComplete = referred.allSatisfy { name in
            other.table.columnNames.contains { QuotedIdentifier.matches($0, name) }
        }
        guard referred.count == columns.count, isComplete, other.readsByKey else {
            return nil
        }
        let labels = Catalog.labelColumns(of: other.table.columns, entry.name, key: referred, reader.configuration)
        labelCount = labels.count
        statement = other.queries.named(whereColumns: referred, with: labels)
    }

    /// Returns the link to the row with values, whose title may be empty. Nil if there is no such row, or if it has no page.
    ///
    /// - Parameter folder: The way from the page with the link to the folder of the referring table.
    fileprivate func link(
        to values: [SQLValue], from folder: String, in database: Transaction
    ) throws -> TableLink? {
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
        return other.configuration.link(fromTableToRow: other.key(ofNamed: cursor).text, of: other.table.name)
            .map { TableLink(String(label.prefix(Self.maxLabelLength)), to: folder + $0) }
    }

    /// The limit of a label, in characters.
    private static let maxLabelLength = 100
}

extension [ReferenceReader] {
    /// Returns the links of keys. A key of no row, or of a table that cannot be read, has no link.
    ///
    /// - Parameter folder: The way from the page with the links to the folder of the referring table.
    func links(
        for keys: some Sequence<ReferenceLinks.Key>, from folder: String, in database: Transaction
    ) -> [ReferenceLinks.Key: TableLink?] {
        var links: [ReferenceLinks.Key: TableLink?] = [:]
        for key in keys {
            let values = key.values.compactMap { value -> SQLValue? in
                switch value {
                case .bytes(let bytes): .blob(bytes)
                case .url(let text, _): SQLValue(text)
                default: value.argument
                }
            }
            let reference = first {
                $0.columns.first?.isExactly(key.column) == true && $0.columns.count == values.count
            }
            links[key] = .some(try? reference?.link(to: values, from: folder, in: database))
        }
        return links
    }
}
