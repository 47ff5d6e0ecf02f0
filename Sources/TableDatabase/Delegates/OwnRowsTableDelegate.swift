import Bytes
public import CascadingTable
import FoundationEssentials

/// The rows of one table, with cells, actions and forms of the program.
package final class OwnRowsTableDelegate: RelationTableDelegate {
    package var options = DatabaseRowOptions()

    package override func copy(_ source: any RelationSource, of relation: Relation) -> RelationTableDelegate {
        let copy = OwnRowsTableDelegate(source, of: relation)
        (copy.options, copy.rowHeight) = (options, rowHeight)
        return copy
    }

    /// Returns a row, or nil if it must be loaded first.
    private func row(at indexPath: IndexPath, in tableView: TableView) -> DatabaseRow? {
        let cell = super.tableView(tableView, cellForRowAt: indexPath)
        guard !cell.fields.isEmpty else { return nil }
        return DatabaseRow(id: self.tableView(tableView, identifierForRowAt: indexPath) ?? "", cell: cell)
    }

    /// Runs work that changes rows, and shows the change.
    private func change(_ work: () async throws -> Void) async throws {
        try await work()
        try await load()
    }

    package override func columns(in tableView: TableView) -> [TableViewColumn] {
        let all = super.columns(in: tableView)
        return options.columns?(all) ?? all
    }

    package override var showsStoredValues: Bool { options.cell == nil }

    package override func shown(_ page: TablePage) -> TablePage {
        guard !options.showsStoredRows else { return page }
        for part in page.window.sections { if let rows = page.rows[part.section] { keep(rows, from: part) } }
        return TablePage(page.window)
    }

    package override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        guard let row = row(at: indexPath, in: tableView) else { return TableViewCell(style: .columns) }
        if let cell = options.cell { return cell(row) }
        guard options.columns != nil else { return row.cell }
        var cell = row.cell
        cell.fields = columns(in: tableView).compactMap { column in
            row.cell.fields.first { $0.name.isExactly(column.name) }
        }
        return cell
    }

    package override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {
        guard let didSelect = options.didSelect else {
            if let link = self.tableView(tableView, cellForRowAt: indexPath).link { tableView.navigate(to: link) }
            return
        }
        if let row = row(at: indexPath, in: tableView) { try await didSelect(tableView, row) }
    }

    package override func tableView(
        _ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    )
        -> TableViewSwipeActionsConfiguration?
    {
        guard let actions = options.actions, let row = row(at: indexPath, in: tableView) else { return nil }
        return TableViewSwipeActionsConfiguration(actions: actions(row))
    }

    package override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
        options.delete != nil
    }

    package override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) async throws {
        guard let delete = options.delete, editingStyle == .delete, let row = row(at: indexPath, in: tableView)
        else { return }
        try await change { try await delete(row) }
    }

    package override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    {
        guard let fields = options.fields, let row = row(at: indexPath, in: tableView) else { return [] }
        return fields(row)
    }

    package override func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) async throws {
        guard let row = row(at: indexPath, in: tableView) else { return }
        try await change { try await options.update?(row, values) }
    }

    package override func tableView(_ tableView: TableView, fieldsForCreatingRowInSection section: Int)
        -> [TableViewEditableField]
    {
        options.fieldsOfNewRow
    }

    package override func tableView(
        _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
    ) async throws {
        try await change { try await options.insert?(values) }
    }
}

/// Cells, actions and forms of your own for the rows of a table of a database.
///
/// The module never writes. Closures that change rows write with a connection of your own. The table is read again after
/// them. Each closure gets the row as it is shown, and its identifier, never a row number.
@TableActor
public struct DatabaseRowOptions {
    /// Returns the columns to show, in their order, from those of the table. Nil for all. Default: nil.
    ///
    /// A column that is left out is in no page and no export. A search looks at it all the same.
    public var columns: (([TableViewColumn]) -> [TableViewColumn])?
    /// Returns the cell of a row. Nil for the values of the columns. Default: nil.
    public var cell: ((DatabaseRow) -> TableViewCell)?
    /// Runs when a row is selected. Nil to follow the link of its cell. Default: nil.
    public var didSelect: ((TableView, DatabaseRow) async throws -> Void)?
    /// Returns the actions of a row. Nil for none. Default: nil.
    public var actions: ((DatabaseRow) -> [TableViewRowAction])?
    /// Returns the fields of the form that edits a row. Nil for no form. Default: nil.
    public var fields: ((DatabaseRow) -> [TableViewEditableField])?
    /// Changes a row to the values of its form. Default: nil.
    public var update: ((DatabaseRow, [String: String]) async throws -> Void)?
    /// Deletes a row. Nil for rows that cannot be deleted. Default: nil.
    public var delete: ((DatabaseRow) async throws -> Void)?
    /// The fields of the form for a new row. Empty for no form. Default: empty.
    public var fieldsOfNewRow: [TableViewEditableField] = []
    /// Adds a row with the values of the form. Default: nil.
    public var insert: (([String: String]) async throws -> Void)?

    package init() {}

    /// A Boolean value that indicates whether rows are shown as they are stored, in batches.
    var showsStoredRows: Bool {
        columns == nil && cell == nil && actions == nil && fields == nil && delete == nil && fieldsOfNewRow.isEmpty
    }
}
