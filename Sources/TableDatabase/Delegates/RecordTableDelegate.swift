package import CascadingTable
import FoundationEssentials

/// One row of a database table, shown as a table with a row for each column.
package final class RecordTableDelegate: CascadingRootTableDelegate, LiveTable {
    private let read: @Sendable () async throws -> DatabaseRecord
    /// The row as it was read last.
    package private(set) var record = DatabaseRecord(tableName: "", columns: [])

    package init(_ read: @escaping @Sendable () async throws -> DatabaseRecord) {
        self.read = read
        super.init()
    }

    /// The values of the row, by column.
    package var fields: [Field] { record.columns.map { Field($0.name, $0.value) } }

    package func load() async throws {
        let found = try await read()
        guard found != record else { return }
        record = found
        tableView?.hosting.record = fields
        let section = RecordSectionDelegate(childDelegates: record.columns.map(RecordColumnDelegate.init))
        section.columns = [
            TableViewColumn("column", title: "Column"),
            TableViewColumn("value", title: "Value", numberFormat: .plain),
            TableViewColumn("type", title: "Type"),
        ]
        childDelegates = [section]
        tableView?.reloadData()
    }
}

/// A row of a database table, by columns.
package struct DatabaseRecord: Sendable, Hashable {
    /// The name of the table, as its schema has it.
    package var tableName: String
    package var columns: [Column]

    package init(tableName: String, columns: [Column]) { (self.tableName, self.columns) = (tableName, columns) }

    /// A column with the value of the row.
    package struct Column: Sendable, Hashable {
        package var name: String
        /// The declared type.
        package var type: String
        package var value: FieldValue
        /// The link to the referenced row of another table, or nil.
        package var link: String?

        package init(name: String, type: String, value: FieldValue, link: String? = nil) {
            (self.name, self.type, self.value, self.link) = (name, type, value, link)
        }
    }
}

/// The section of all columns. It has the same identifier in all processes.
private final class RecordSectionDelegate: CascadingSectionTableDelegate {
    override var identifier: String { "columns" }
}

/// A column of a row. It links to the referenced row of another table, or to the full value if its cell shows an
/// excerpt.
private final class RecordColumnDelegate: CascadingBareTableDelegate {
    private let column: DatabaseRecord.Column

    init(column: DatabaseRecord.Column) {
        self.column = column
        super.init()
    }

    override var identifier: String { PathSegment.escaped(column.name) }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let link = link(at: indexPath)
        return TableViewCell(
            style: .columns, title: column.name.isEmpty ? "(no name)" : column.name,
            fields: [
                Field("column", .text(column.name)), Field("value", column.value), Field("type", .text(column.type)),
            ],
            accessory: link == nil ? .none : .disclosure, to: link)
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        link(at: indexPath) != nil
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = link(at: indexPath) { tableView.navigate(to: link) }
    }

    private func link(at indexPath: IndexPath) -> String? {
        switch column.value {
        case .bytes, .excerpt: column.link ?? "values/\(indexPath.section)/\(indexPath.row)/value"
        default: column.link
        }
    }
}
