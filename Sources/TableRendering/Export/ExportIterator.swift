import CascadingTable

/// Goes once through the rows of a table that may change meanwhile, one window at a time.
///
/// It recognizes rows by their identifiers. If rows before the current place are inserted or deleted, it neither skips
/// nor repeats other rows. It throws an error if this cannot be guaranteed: rows were moved, all recent rows were
/// deleted, or rows have no identifiers of their own.
@TableActor
struct ExportIterator {
    private let tableView: TableView
    private let request: TableRequest
    /// The number of rows in the next window.
    private var size: Int
    private let maxSize: Int
    private let loading: TableExport.Loading
    private var position: Position
    /// The revision of the position.
    private var revision: UInt64

    private enum Position {
        case beginning
        /// The next window begins with this row.
        case before(RowReference)
        /// The last rows of the previous window, in order.
        case after([RowReference])
        case end
    }

    /// The limit of loads for a window.
    private static let maxLoads = 8
    /// The number of rows in the first window.
    private static let firstSize = 100
    /// The number of bytes that a window should have when it is written.
    private static let pieceBytes = 1 << 20
    /// The number of recent rows to search for. Each search may go through the whole table.
    private static let maxSearches = 32

    /// - Parameters:
    ///   - tableView: The table.
    ///   - start: The first row; nil for all rows.
    ///   - revision: The revision of the start.
    ///   - size: The maximum number of rows in a window.
    ///   - request: The request that the table answers.
    ///   - loading: Waits for rows that must be loaded.
    init(
        _ tableView: TableView, from start: RowReference?, at revision: UInt64, size: Int, request: TableRequest,
        loading: @escaping TableExport.Loading
    ) {
        self.tableView = tableView
        self.request = request
        self.size = min(size, Self.firstSize)
        maxSize = size
        self.loading = loading
        position = start.map { .before($0) } ?? .beginning
        self.revision = revision
    }

    /// Adapts the number of rows to the number of bytes that the latest window had when it was written.
    mutating func adapt(toBytes count: Int) {
        size = count > Self.pieceBytes ? max(size * Self.pieceBytes / count, 1) : min(size * 2, maxSize)
    }

    /// Calls the closure with the next page after its rows are loaded. Returns false at the end.
    ///
    /// The closure is called again if the table had to load something to answer it.
    ///
    /// - Throws: ``TableExportError`` if rows were moved; `TableViewError` with `busy` if the rows change faster than they
    ///   are loaded.
    mutating func next(_ body: (TablePage) -> Void) async throws -> Bool {
        var load: TablePage.Load?
        for _ in 0..<Self.maxLoads {
            try Task.checkCancellation()
            let before = self
            do {
                let reading = try tableView.asking(request) { try start().map { try tableView.page($0, after: load) } }
                switch reading.result {
                case nil: return false
                case .ready(let page):
                    _ = try tableView.asking(request) { try give(page, body) }
                    return true
                case .needed(let work):
                    load = work
                    guard let page = try await read(work) else { continue }
                    _ = try tableView.asking(request) { try give(page, body) }
                    return true
                }
            } catch let needed as TableLoadNeeded {
                self = before
                try await needed.prefetch()
            }
        }
        throw TableViewError(.busy, "The table changes faster than it can be read. Try again.")
    }

    private func read(_ load: TablePage.Load) async throws -> TablePage? {
        let result = LoadedPage()
        try await loading(tableView, load.rows) { result.page = try await load.work() }
        return result.page
    }

    private mutating func give(_ page: TablePage, _ body: (TablePage) -> Void) throws(TableExportError) {
        revision = tableView.revision
        let given = page.window.sections.flatMap { part in
            part.rows.suffix(Self.maxSearches).map { row in
                RowReference(
                    indexPath: IndexPath(row: row, section: part.section),
                    identifier: page.identifier(ofRow: row, of: part, in: tableView))
            }
        }.suffix(Self.maxSearches)
        body(page)
        // A delegate may change the table while it is asked. Rows that are appended do no harm.
        if hasBeenRearranged, let last = given.last, !isStillThere(last) { throw .moved }
        position = page.window.next == nil ? .end : .after(Array(given))
    }

    private func isStillThere(_ row: RowReference) -> Bool {
        tableView.hasRow(at: row.indexPath) && tableView.identifier(forRowAt: row.indexPath) == row.identifier
    }

    /// The changes since the position was stored; nil if they are unknown.
    private var changes: [TableViewChange]? { tableView.history.changes(since: revision) }

    /// A Boolean value that indicates whether rows may have moved.
    private var hasBeenRearranged: Bool {
        changes?.contains { if case .reloadRows = $0 { false } else { true } } ?? true
    }

    /// Returns the next page; nil at the end.
    private func start() throws(TableExportError) -> TablePageRequest? {
        // Rows that a query found are known by their numbers.
        guard tableView.original === tableView || !hasBeenRearranged else { throw .moved }
        switch position {
        case .beginning: return TablePageRequest(.table, .first, size: size)
        case .end: return nil
        case .before(let row): return TablePageRequest(.table, .from(try find([row])), size: size)
        case .after(let rows): return TablePageRequest(.table, .after(try find(rows)), size: size)
        }
    }

    /// Returns the current place of the last row that still exists.
    private func find(_ rows: [RowReference]) throws(TableExportError) -> RowReference {
        if !hasBeenRearranged, let last = rows.last { return last }
        if changes?.contains(where: \.isMove) == true { throw .moved }
        if hasBeenRearranged, rows.allSatisfy(\.isNamedByPath) {
            throw TableExportError(
                "The export stopped, because rows changed and have no identifiers. Try again, or return identifiers from identifierForRowAt."
            )
        }
        guard
            let (row, last) = rows.lazy.reversed().compactMap({ row in
                currentIndexPath(row).map { (row, $0) }
            }).first
        else {
            throw TableExportError("The export stopped, because the rows written last were deleted. Try again.")
        }
        if let first = rows.first.flatMap(currentIndexPath), first > last { throw .moved }
        return RowReference(indexPath: last, identifier: row.identifier)
    }

    private func currentIndexPath(_ row: RowReference) -> IndexPath? {
        tableView.currentIndexPath(ofRow: row.identifier, lastSeenAt: row.indexPath)
    }
}

extension TableViewChange {
    fileprivate var isMove: Bool {
        switch self {
        case .moveRow, .moveSection: true
        default: false
        }
    }
}

extension TableExportError {
    static let moved = TableExportError("The export stopped, because rows were moved. Try again.")
}

/// The result of work that has no result of its own.
@TableActor
private final class LoadedPage {
    var page: TablePage?
}

extension TablePage {
    /// Returns the identifier of a row of the page.
    @TableActor
    fileprivate func identifier(ofRow row: Int, of part: TableWindow.Section, in tableView: TableView) -> String {
        rows[part.section]?.identifier(at: row - part.rows.lowerBound)
            ?? tableView.identifier(forRowAt: IndexPath(row: row, section: part.section))
    }
}
