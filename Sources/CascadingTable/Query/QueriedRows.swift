import Essentials

/// The data source of a table that shows the rows of another table which match a query.
///
/// It maps each row to the row of the other table, whose delegates answer for it and perform its actions.
final class QueriedRows: CascadingBareTableDelegate, PartlyLoadingDataSource {
    let origin: TableView
    let query: TableQuery
    /// The matching rows of a revision of the other table.
    private var result: (rows: QueryResult, revision: UInt64)
    /// A Boolean value that indicates whether the rows stay the same when the other table changes.
    private let isFrozen: Bool

    init(_ rows: QueryResult, of origin: TableView, isFrozen: Bool = false) {
        (self.origin, query, self.isFrozen) = (origin, rows.query, isFrozen)
        result = (rows, origin.revision)
        super.init(unnamed: ())
    }

    /// The matching rows of the current revision.
    var rows: QueryResult {
        guard !isFrozen, result.revision != origin.revision else { return result.rows }
        do {
            switch try origin.arrangement(for: query) {
            case .ready(let rows): result = (rows, origin.revision)
            case .awaiting(let work): origin.needs(.awaiting(work))
            }
        } catch {
            origin.needs(.awaiting { throw error })
        }
        return result.rows
    }

    /// Returns the row of the other table; nil if there is no such row.
    func original(_ indexPath: IndexPath) -> IndexPath? {
        guard indexPath.count == 2 else { return nil }
        let numbers = rows.rows(inSection: indexPath.section)
        guard numbers.indices.contains(indexPath.row) else { return nil }
        return IndexPath(row: Int(numbers[indexPath.row]), section: indexPath.section)
    }

    /// Returns the place of a row of the other table among the matching rows; nil for a row that does not match.
    private func place(of original: IndexPath) -> IndexPath? {
        let row = Int32(exactly: original.row).flatMap { rows.rows(inSection: original.section).firstIndex(of: $0) }
        return row.map { IndexPath(row: $0, section: original.section) }
    }

    override func numberOfSections(in tableView: TableView) -> Int { origin.numberOfSections }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        rows.rows(inSection: section).count
    }

    override func columns(in tableView: TableView) -> [TableViewColumn] { origin.columns }

    override func tableView(
        _ tableView: TableView, indexPathForRowWithIdentifier identifier: String
    ) -> IndexPath? {
        origin.indexPath(forRowWithIdentifier: identifier).flatMap(place)
    }

    override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        origin.prefetch(rowsAt: indexPaths.compactMap(original))
    }

    func tableView(_ tableView: TableView, numberOfLoadedRowsAmong indexPaths: [IndexPath]) -> Int {
        (origin.dataSource as? any PartlyLoadingDataSource)?.tableView(
            origin, numberOfLoadedRowsAmong: indexPaths.compactMap(original)) ?? indexPaths.count
    }

    override func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        origin.dataSource?.tableView(origin, cancelPrefetchingForRowsAt: indexPaths.compactMap(original))
    }

    override func tableView(
        _ tableView: TableView, fieldsForCreatingRowInSection section: Int
    ) -> [TableViewEditableField] {
        origin.gestures.fieldsForNewRow(inSection: section)
    }

    override func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath? {
        origin.gestures.preferredFocusedRow.flatMap(place)
    }
}

extension TableView {
    /// The table whose delegates answer for the rows: the table that was queried, or this table.
    package var original: TableView { origin ?? self }

    /// Returns the index path of a row in the ``original`` table.
    ///
    /// The place after the last matching row of a section becomes the place after the last row.
    package func original(_ indexPath: IndexPath) -> IndexPath {
        guard let queried else { return indexPath }
        if let original = queried.original(indexPath) { return original }
        guard indexPath.count == 2, indexPath.row == numberOfRows(inSection: indexPath.section) else {
            return indexPath
        }
        return IndexPath(row: queried.origin.numberOfRows(inSection: indexPath.section), section: indexPath.section)
    }

    /// Returns this table, or a copy whose rows stay the same when the table that it queried changes.
    package func frozen() -> TableView {
        queried.map { TableView(QueriedRows($0.rows, of: $0.origin, isFrozen: true)) } ?? self
    }
}
