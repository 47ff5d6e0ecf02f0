import CascadingTable

/// Goes once through the rows of a table that may change meanwhile, a window at a time.
///
/// It keeps to rows by name: rows that come before the place it has reached, or go, make it neither leave out nor give
/// twice any other. Where that cannot be known it fails: rows were moved, the rows given last are all gone, or rows have
/// no names of their own.
@TableActor
struct ExportIterator {
    private let tableView: TableView
    private let request: TableRequest
    private let size: Int
    /// The rows to go through, which are those of one revision.
    private let arrangement: QueryResult?
    private let loading: TableExport.Loading
    private var position: Position
    /// The one that the position is of.
    private var revision: UInt64

    /// Rows, and what loads them.
    private typealias Load = (rows: [IndexPath], prefetch: TablePrefetch)

    private enum Position {
        case beginning
        /// What comes next begins with that row.
        case before(ExportPosition)
        /// The rows given last, in order, and where the next one was then.
        case after([ExportPosition], next: IndexPath)
        /// What comes next begins after so many rows of the arrangement.
        case arranged(Int)
        case end
    }

    /// After so many loads a window is given as it is.
    private static let maxLoads = 3
    /// How many of the rows given last are looked for, each of which may cost a search of the table.
    private static let maxSearches = 32

    /// - Parameter revision: the one that the start is of.
    init(
        _ tableView: TableView, from start: ExportPosition?, in arrangement: QueryResult?, at revision: UInt64,
        size: Int, request: TableRequest, loading: @escaping TableExport.Loading
    ) {
        self.arrangement = arrangement
        self.tableView = tableView
        self.request = request
        self.size = size
        self.loading = loading
        position =
            if let arrangement {
                .arranged(start.flatMap { arrangement.offset(ofRowAt: $0.indexPath) } ?? 0)
            } else {
                start.map { .before($0) } ?? .beginning
            }
        self.revision = revision
    }

    /// Calls the body with the next window once its rows are loaded; false when there is none.
    mutating func next(_ body: (TableWindow) -> Void) async throws -> Bool {
        if case .end = position { return false }
        var loads = 0
        while true {
            try Task.checkCancellation()
            let mayLoad = loads < Self.maxLoads
            let load: Load?
            do {
                load = try tableView.asking(request) { try step(mayLoad: mayLoad, body) }.result
            } catch let needed as TableLoadNeeded where mayLoad {
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

    /// Gives the next window, or says what has to be loaded first.
    private mutating func step(mayLoad: Bool, _ body: (TableWindow) -> Void) throws -> Load? {
        if case .arranged(let offset) = position, let arrangement {
            let window = arrangement.window(fromOffset: offset, size: size)
            if mayLoad, let load = load(window.indexPaths) { return load }
            guard !hasBeenRearranged else { throw TableExportError.moved }
            body(window)
            position = window.next == nil ? .end : .arranged(offset + window.indexPaths.count)
            return nil
        }
        if let (last, next) = likely, tableView.hasRow(at: last.indexPath) {
            // The row that is to be recognised is loaded with the window that is likely, so that one query does for both.
            let window = tableView.window(from: next, size: size)
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
        let window = tableView.window(from: start, size: size)
        if mayLoad, let load = load(window.indexPaths) { return load }
        try give(window, body)
        return nil
    }

    /// Nil when nothing has to be loaded.
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
        // A delegate may change the table while it is asked. More rows after these are well.
        if hasBeenRearranged, let last = given.last, !isStillThere(last) { throw .moved }
        position = window.next.map { .after(given, next: $0) } ?? .end
    }

    private func isStillThere(_ row: ExportPosition) -> Bool {
        tableView.hasRow(at: row.indexPath) && tableView.identifier(forRowAt: row.indexPath) == row.identifier
    }

    /// A row that is known and where to go on if it is still where it was.
    private var likely: (known: ExportPosition, next: IndexPath)? {
        switch position {
        case .before(let row): (row, row.indexPath)
        case .after(let rows, let next): rows.last.map { ($0, next) }
        case .beginning, .arranged, .end: nil
        }
    }

    /// What has changed since the position was noted; nil where that is not known.
    private var changes: [TableViewChange]? { tableView.changes(since: revision) }

    /// Whether rows may be elsewhere than they were.
    private var hasBeenRearranged: Bool {
        changes?.contains { if case .reloadRows = $0 { false } else { true } } ?? true
    }

    /// The row to go on with in a table that has changed; nil where there is none any more.
    private func start() throws(TableExportError) -> IndexPath? {
        switch position {
        case .beginning: return IndexPath(row: 0, section: 0)
        case .end, .arranged: return nil
        case .before(let row): return try find([row])
        case .after(let rows, _):
            return tableView.indexPath(forRowAtOffset: tableView.offset(ofRowAt: try find(rows)) + 1)
        }
    }

    /// Where the last of these rows that is still there is now.
    private func find(_ rows: [ExportPosition]) throws(TableExportError) -> IndexPath {
        if changes?.contains(where: \.isMove) == true { throw .moved }
        if hasBeenRearranged, rows.allSatisfy(\.isNamedByPath) {
            throw TableExportError(
                .cannotFollow, "Rows came, went or were reloaded while the table was written, and they have no names.")
        }
        guard let last = rows.lazy.reversed().compactMap(currentIndexPath).first else {
            throw TableExportError(.cannotFollow, "The rows written last went while the table was written.")
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
    static let moved = TableExportError(.cannotFollow, "Rows were moved while the table was written.")
}
