import Bytes
import CascadingTable
import FoundationEssentials

/// The rows of one table, with cells, actions and forms of the program.
final class OwnRowsTableDelegate: RowsTableDelegate {
    var options = SQLiteRowOptions()

    override func copy(_ source: TableSource, _ layout: TableLayout) -> RowsTableDelegate {
        let copy = OwnRowsTableDelegate(source, layout)
        copy.options = options
        return copy
    }

    /// Returns a row, or nil if it must be loaded first.
    private func row(at indexPath: IndexPath, in tableView: TableView) -> SQLiteRow? {
        let cell = super.tableView(tableView, cellForRowAt: indexPath)
        guard !cell.fields.isEmpty else { return nil }
        return SQLiteRow(id: self.tableView(tableView, identifierForRowAt: indexPath) ?? "", cell: cell)
    }

    /// Runs work that changes rows, and shows the change.
    private func change(_ work: () async throws -> Void) async throws {
        try await work()
        try await load()
    }

    override func columns(in tableView: TableView) -> [TableViewColumn] {
        let all = super.columns(in: tableView)
        return options.columns?(all) ?? all
    }

    override var showsStoredValues: Bool { options.cell == nil }

    override func shown(_ page: TablePage) -> TablePage { options.showsStoredRows ? page : TablePage(page.window) }

    override func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
        options.showsStoredRows ? super.tableView(tableView, rowsAt: rows, inSection: section) : nil
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        guard let row = row(at: indexPath, in: tableView) else { return TableViewCell(style: .columns) }
        if let cell = options.cell { return cell(row) }
        guard options.columns != nil else { return row.cell }
        var cell = row.cell
        cell.fields = columns(in: tableView).compactMap { column in
            row.cell.fields.first { $0.name.isExactly(column.name) }
        }
        return cell
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {
        guard let didSelect = options.didSelect else {
            if let link = self.tableView(tableView, cellForRowAt: indexPath).link { tableView.navigate(to: link) }
            return
        }
        if let row = row(at: indexPath, in: tableView) { try await didSelect(tableView, row) }
    }

    override func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        guard let actions = options.actions, let row = row(at: indexPath, in: tableView) else { return nil }
        return TableViewSwipeActionsConfiguration(actions: actions(row))
    }

    override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { options.delete != nil }

    override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) async throws {
        guard let delete = options.delete, editingStyle == .delete, let row = row(at: indexPath, in: tableView)
        else { return }
        try await change { try await delete(row) }
    }

    override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    {
        guard let fields = options.fields, let row = row(at: indexPath, in: tableView) else { return [] }
        return fields(row)
    }

    override func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) async throws {
        guard let row = row(at: indexPath, in: tableView) else { return }
        try await change { try await options.update?(row, values) }
    }

    override func tableView(_ tableView: TableView, fieldsForCreatingRowInSection section: Int)
        -> [TableViewEditableField]
    {
        options.fieldsOfNewRow
    }

    override func tableView(
        _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
    ) async throws {
        try await change { try await options.insert?(values) }
    }
}
