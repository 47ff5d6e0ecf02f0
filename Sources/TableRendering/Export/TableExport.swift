public import CascadingTable

/// Writes all rows of a table, or those from one on, of which one window at a time is in memory.
///
/// The rows are those of one moment if the data source is a ``FreezableTableDataSource``. Other tables may change during the
/// export. Every row that stays is written once. The export throws ``TableExportError`` if it cannot guarantee that.
/// The output is complete only when the call returns.
///
/// ```swift
/// try await TableExport(of: tableView).writeText(.csv) { bytes in try await body.write(bytes) }
/// ```
public struct TableExport: Sendable {
    private var tableView: TableView
    private var start: ExportPosition?
    private let size: Int
    private let request: TableRequest
    private var arrangement: QueryResult?
    private let loading: Loading
    /// The revision that `start` belongs to.
    private var revision: UInt64
    /// A Boolean value that says whether the rows to write are known. False for a ``FreezableTableDataSource`` until
    /// ``opened()`` is called.
    public private(set) var isOpened: Bool
    /// The revision of the original table whose rows are written; nil if they may be of several revisions.
    public private(set) var frozenRevision: UInt64?

    /// Waits for the work that loads rows of a table, and gives up where that takes too long.
    public typealias Loading =
        @Sendable (TableView, [IndexPath], _ work: @escaping @TableActor @Sendable () async throws -> Void)
        async throws -> Void

    /// - Parameter start: the first row to write; nil for all.
    /// - Parameter arrangement: the rows to write, where that are not all in their own order. They are written as the
    ///   table is now: one that gets other rows, or loses or moves some, ends the export.
    /// - Parameter size: rows that are read and written at a time.
    /// - Parameter request: who asks, which the table may answer by.
    /// - Parameter loading: how rows that have to be loaded are waited for; as long as it takes unless told.
    @TableActor
    public init(
        of tableView: TableView, from start: ExportPosition? = nil, arrangement: QueryResult? = nil, size: Int = 1000,
        request: TableRequest = TableRequest(session: TableSession()),
        loading: @escaping Loading = { try await $0.load(rowsAt: $1, by: $2) }
    ) {
        self.tableView = tableView
        self.start = start
        self.size = size
        self.request = request
        self.arrangement = arrangement
        self.loading = loading
        revision = tableView.revision
        isOpened = !(tableView.dataSource is any FreezableTableDataSource)
    }

    /// The same export of a snapshot of the table, if its data source can make one.
    ///
    /// Writing an export does that by itself. Call it before writing to learn whether the table can be read, and which
    /// revision is written.
    @TableActor
    public func opened() async throws -> TableExport {
        guard !isOpened, let dataSource = tableView.dataSource as? any FreezableTableDataSource else { return self }
        var export = self
        export.isOpened = true
        let frozen = try await dataSource.makeFrozenTable(of: tableView)
        export.tableView = frozen.tableView
        export.revision = frozen.tableView.revision
        export.frozenRevision = frozen.revision
        if let query = arrangement?.query {
            export.arrangement = try await frozen.tableView.loadArrangement(for: query)
            if let identifier = start?.identifier {
                let place = try await frozen.tableView.loading { $0.indexPath(forRowWithIdentifier: identifier) }
                guard let place else { throw TableExportError.moved }
                export.start = ExportPosition(place, identifier: identifier)
            }
        }
        return export
    }

    /// Takes what is written, window by window, and waits when it has no room.
    public typealias Output = @Sendable ([UInt8]) async throws -> Void

    /// Writes the table with a writer of its own kind.
    @TableActor
    public func write(_ writer: consuming some StreamedTableWriter & ~Copyable, to output: Output) async throws {
        let export = try await opened()
        var writer = ConcatenatingTableWriter(writer)
        var walk = export.makeWalk()
        while try await walk.next({ export.tableView.write($0, to: &writer) }) {
            try await output(writer.base.takeOutput())
        }
        writer.finish()
        try await output(writer.base.takeOutput())
    }

    /// Tells a writer of all rows, without output: what has to be known of all of them before the first is written.
    @TableActor
    package func read(_ writer: inout some TableWriter & ~Copyable) async throws {
        var walk = makeWalk()
        while try await walk.next({ tableView.write($0, to: &writer) }) {}
    }

    /// Tells a writer of the sections, without their rows.
    @TableActor
    package func readSections(_ writer: inout some TableWriter & ~Copyable) {
        _ = tableView.answering(request) {
            let sections = (0..<tableView.numberOfSections).map { TableWindow.Section(section: $0, rows: 0..<0) }
            tableView.write(TableWindow(sections: sections), to: &writer)
        }
    }

    /// Whether the table names its columns.
    @TableActor
    package var hasColumns: Bool { tableView.answering(request) { !tableView.columns.isEmpty }.result }

    @TableActor
    private func makeWalk() -> ExportIterator {
        ExportIterator(
            tableView, from: start, in: arrangement, at: revision, size: size, request: request, loading: loading)
    }
}
