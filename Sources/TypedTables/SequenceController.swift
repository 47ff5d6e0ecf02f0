import Bytes
import CascadingTable
import Essentials

/// The table of rows that a closure returns.
final class SequenceController<Row>: TableViewController, ModelReadingDataSource
where Row: Codable & Identifiable & Sendable, Row.ID: CustomStringConvertible & Sendable {
    private let read: @TableActor () -> [Row]
    let options: RowOptions<Row>
    private var rows: [Row] = []
    /// The cells of the rows that were asked for.
    private var cells: [TableViewCell?] = []

    /// The limit of rows whose insertions and deletions are announced one by one.
    private static var maxComparedRows: Int { 2_000 }

    init(_ options: RowOptions<Row>, _ read: @escaping @TableActor () -> [Row]) {
        (self.options, self.read) = (options, read)
        super.init()
    }

    override func viewDidLoad() {
        tableView.queryOptions = [.sorting, .filtering, .searching]
    }

    // MARK: - Rows

    private func adopt(_ new: [Row]) {
        // Rows that stay as they are keep their cells, if these have nothing but the values.
        let areSame = new.count == rows.count && options.changeCell == nil
        cells = new.indices.map { areSame && areEqual(new[$0], rows[$0]) ? cells[$0] : nil }
        rows = new
    }

    /// Returns whether two rows have equal values; false if their type does not tell. It is found once, because casts of
    /// each row take longer than their comparison.
    private let areEqual: (Row, Row) -> Bool = {
        func comparison<Value: Equatable>(of type: Value.Type) -> (Row, Row) -> Bool {
            { one, other in (one as? Value) == (other as? Value) }
        }
        return (Row.self as? any Equatable.Type).map { comparison(of: $0) } ?? { _, _ in false }
    }()

    func announceChangesOfModels(in tableView: TableView) -> Bool {
        let (old, new) = (rows, read())
        guard max(old.count, new.count) <= Self.maxComparedRows else { return false }
        let (oldIDs, newIDs) = (old.map(\.id), new.map(\.id))
        let places = Dictionary(zip(newIDs, new.indices), uniquingKeysWith: { first, _ in first })
        let changed = old.indices.filter { index in
            places[old[index].id].map { !areEqual(old[index], new[$0]) } ?? false
        }
        // What changed may be a model that only the cells read.
        guard options.changeCell == nil || !changed.isEmpty || newIDs != oldIDs else { return false }
        adopt(new)
        func paths(_ rows: [Int]) -> [IndexPath] { rows.map { IndexPath(row: $0, section: 0) } }
        tableView.performBatchUpdates {
            let difference = newIDs.difference(from: oldIDs)
            let (removed, inserted) = (difference.removals.map(\.place), difference.insertions.map(\.place))
            let reloaded = changed.filter { !removed.contains($0) }
            if !removed.isEmpty { tableView.deleteRows(at: paths(removed)) }
            if !reloaded.isEmpty { tableView.reloadRows(at: paths(reloaded)) }
            if !inserted.isEmpty { tableView.insertRows(at: paths(inserted)) }
        }
        return true
    }

    /// Announces what an action has changed, so that its answer names a new row, and open pages keep the others.
    private func announceChanges(in tableView: TableView) {
        if !announceChangesOfModels(in: tableView) { tableView.reloadData() }
    }

    override func columns(in tableView: TableView) -> [TableViewColumn] { options.columns(first: rows.first) }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        adopt(read())
        return rows.count
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        guard let row = row(at: indexPath) else { return TableViewCell() }
        if let cell = cells[indexPath.row] { return cell }
        let cell = options.cell(for: row)
        cells[indexPath.row] = cell
        return cell
    }

    private func row(at indexPath: IndexPath) -> Row? {
        // `rows.indices` makes generic types for each call.
        indexPath.row >= 0 && indexPath.row < rows.count ? rows[indexPath.row] : nil
    }

    private func existingRow(at indexPath: IndexPath) throws -> Row {
        guard let row = row(at: indexPath) else { throw TableViewError(.noSuchRow, "There is no such row.") }
        return row
    }

    override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        row(at: indexPath)?.id.description
    }

    override func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
        // The rows are read when their number is asked for.
        _ = tableView.numberOfRows(inSection: 0)
        return rows.firstIndex { $0.id.description.isExactly(identifier) }.map { IndexPath(row: $0, section: 0) }
    }

    // MARK: - Actions

    func addAction(_ action: RowOptions<Row>.Action) {
        tableView.allowsMultipleSelection = true
        tableView.selectionActions.append(
            TableViewSelectionAction(id: action.id, title: action.title, style: action.style) { [weak self] _, rows in
                guard let self else { return }
                try await action.body(try rows.map { try self.existingRow(at: $0.indexPath) })
                announceChanges(in: tableView)
            })
    }

    override func tableView(
        _ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath
    ) -> TableViewContextMenuConfiguration? {
        guard !options.actions.isEmpty, let row = row(at: indexPath) else { return nil }
        return TableViewContextMenuConfiguration(
            actions: options.menuActions(of: row) { [weak self] in self?.announceChanges(in: tableView) })
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {
        try await options.select?(try existingRow(at: indexPath))
    }

    override func tableView(
        _ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath
    ) -> [TableViewEditableField] {
        options.save == nil ? [] : row(at: indexPath).map { options.formFields(for: $0) } ?? []
    }

    override func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) async throws {
        let old = try existingRow(at: indexPath)
        try await options.save?(try options.shape.row(values, changing: old), old)
        announceChanges(in: tableView)
    }

    override func tableView(
        _ tableView: TableView, fieldsForCreatingRowInSection section: Int
    ) -> [TableViewEditableField] { options.formFields(for: nil) }

    override func tableView(
        _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
    ) async throws {
        _ = try await options.create?(try options.shape.row(values, changing: nil))
        announceChanges(in: tableView)
    }

    override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
        options.delete != nil
    }

    override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) async throws {
        try await options.delete?(try existingRow(at: indexPath))
        announceChanges(in: tableView)
    }
}

extension CollectionDifference.Change {
    fileprivate var place: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
