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

    /// Rows to load, with the work that loads them.
    private typealias Load = (rows: [IndexPath], prefetch: TablePrefetch)

    private enum Position {
        case beginning
        /// The next window begins with this row.
        case before(ExportPosition)
        /// The last rows of the previous window, in order, and the index path of the row after them.
        case after([ExportPosition], next: IndexPath)
        case end
    }

    /// The limit of loads for a window. Afterwards it is written with the rows in memory.
    private static let maxLoads = 3
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
        _ tableView: TableView, from start: ExportPosition?, at revision: UInt64, size: Int, request: TableRequest,
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

    /// Calls the closure with the next window after its rows are loaded. Returns false at the end.
    ///
    /// The closure is called again if the table had to load something to answer it.
    mutating func next(_ body: (TableWindow) -> Void) async throws -> Bool {
        if case .end = position { return false }
        var loads = 0
        while true {
            try Task.checkCancellation()
            let mayLoad = loads < Self.maxLoads
            let load: Load?
            let before = self
            do {
                load = try tableView.asking(request) {
                    try step(mayLoad: mayLoad, hasLoaded: loads > 0, body)
                }.result
            } catch let needed as TableLoadNeeded where mayLoad {
                self = before
                load = ([], needed.prefetch)
            }
            guard let load else { return true }
            if case .awaiting(let work) = load.prefetch {
                try await loading(tableView, load.rows, work)
            } else {
                try await load.prefetch()
            }
            loads += 1
        }
    }

    /// Passes the next window to the closure, or returns the rows to load first.
    private mutating func step(mayLoad: Bool, hasLoaded: Bool, _ body: (TableWindow) -> Void) throws -> Load? {
        // A data source may have loaded only some of the rows, because they are large.
        func loaded(_ window: TableWindow) -> TableWindow {
            guard hasLoaded else { return window }
            let count = tableView.numberOfLoadedRows(in: window)
            return count < window.rowCount ? window.prefix(max(count, 1)) : window
        }
        // Rows that a query found are known by their numbers.
        guard tableView.original === tableView || !hasBeenRearranged else { throw TableExportError.moved }
        if let (last, next) = likely, tableView.hasRow(at: last.indexPath) {
            // The row to recognize is loaded together with the probable window, so that one query loads both.
            let window = loaded(tableView.window(from: next, size: size))
            if mayLoad, let load = load([last.indexPath] + window.indexPaths) { return load }
            if !hasBeenRearranged, isStillThere(last) {
                try give(window, body)
                return nil
            }
        }
        guard let start = try start() else {
            position = .end
            return nil
        }
        let window = loaded(tableView.window(from: start, size: size))
        if mayLoad, let load = load(window.indexPaths) { return load }
        try give(window, body)
        return nil
    }

    /// Returns the load for some rows; nil if all of them are in memory.
    private func load(_ rows: [IndexPath]) -> Load? {
        tableView.prefetch(rowsAt: rows).map { (rows, $0) }
    }

    private mutating func give(_ window: TableWindow, _ body: (TableWindow) -> Void) throws(TableExportError) {
        revision = tableView.revision
        let rows = window.sections.flatMap { section in
            section.rows.suffix(Self.maxSearches).map { IndexPath(row: $0, section: section.section) }
        }
        let given = rows.suffix(Self.maxSearches).map {
            ExportPosition($0, identifier: tableView.identifier(forRowAt: $0))
        }
        body(window)
        // A delegate may change the table while it is asked. Rows that are appended do no harm.
        if hasBeenRearranged, let last = given.last, !isStillThere(last) { throw .moved }
        position = window.next.map { .after(given, next: $0) } ?? .end
    }

    private func isStillThere(_ row: ExportPosition) -> Bool {
        tableView.hasRow(at: row.indexPath) && tableView.identifier(forRowAt: row.indexPath) == row.identifier
    }

    /// A known row, and the index path to continue with if the row has not moved.
    private var likely: (known: ExportPosition, next: IndexPath)? {
        switch position {
        case .before(let row): (row, row.indexPath)
        case .after(let rows, let next): rows.last.map { ($0, next) }
        case .beginning, .end: nil
        }
    }

    /// The changes since the position was stored; nil if they are unknown.
    private var changes: [TableViewChange]? { tableView.changes(since: revision) }

    /// A Boolean value that indicates whether rows may have moved.
    private var hasBeenRearranged: Bool {
        changes?.contains { if case .reloadRows = $0 { false } else { true } } ?? true
    }

    /// Returns the row to continue with after a change; nil at the end.
    private func start() throws(TableExportError) -> IndexPath? {
        switch position {
        case .beginning: return IndexPath(row: 0, section: 0)
        case .end: return nil
        case .before(let row): return try find([row])
        case .after(let rows, _):
            return tableView.indexPath(forRowAtOffset: tableView.offset(ofRowAt: try find(rows)) + 1)
        }
    }

    /// Returns the current index path of the last row that still exists.
    private func find(_ rows: [ExportPosition]) throws(TableExportError) -> IndexPath {
        if changes?.contains(where: \.isMove) == true { throw .moved }
        if hasBeenRearranged, rows.allSatisfy(\.isNamedByPath) {
            throw TableExportError(
                .cannotFollow,
                "The export stopped, because rows changed and have no identifiers. Try again, or return identifiers from identifierForRowAt."
            )
        }
        guard let last = rows.lazy.reversed().compactMap(currentIndexPath).first else {
            throw TableExportError(
                .cannotFollow, "The export stopped, because the rows written last were deleted. Try again.")
        }
        if let first = rows.first.flatMap(currentIndexPath), first > last { throw .moved }
        return last
    }

    private func currentIndexPath(_ row: ExportPosition) -> IndexPath? {
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
    static let moved = TableExportError(
        .cannotFollow, "The export stopped, because rows were moved. Try again.")
}
