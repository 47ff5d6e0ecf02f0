public import CascadingTable

/// An export of all rows of a table, or of the rows from a start. It keeps one window of rows in memory.
///
/// If the data source is a ``FreezableTableDataSource``, all rows belong to one moment. Other tables may change during
/// the export. Every row that stays in the table is written once. The export throws ``TableExportError`` if it cannot
/// guarantee that. The output is complete only when the call returns.
///
/// ```swift
/// try await TableExport(of: tableView).writeText(.csv) { bytes in try await body.write(bytes) }
/// ```
public struct TableExport: Sendable {
    private var tableView: TableView
    private var start: RowReference?
    private let size: Int
    private let request: TableRequest
    /// The query whose rows are exported; nil for the rows of the table.
    package var query: TableQuery?
    /// Waits for rows that must be loaded. Default: without a time limit.
    package var loading: Loading = { try await $0.load(rowsAt: $1, by: $2) }
    /// The revision of `start`.
    private var revision: UInt64
    /// A Boolean value that indicates whether the rows of the export are known.
    ///
    /// False for a ``FreezableTableDataSource`` until ``opened()`` is called.
    public private(set) var isOpened: Bool
    /// The revision of the original table that is exported; nil if rows of several revisions are possible.
    public private(set) var frozenRevision: UInt64?

    /// Waits for the work that loads rows of a table. It may throw an error if the work takes too long.
    package typealias Loading =
        @Sendable (TableView, [IndexPath], _ work: @escaping @TableActor @Sendable () async throws -> Void)
        async throws -> Void

    /// Creates an export.
    ///
    /// - Parameters:
    ///   - tableView: The table.
    ///   - start: The first row to write. Default: nil, all rows.
    ///   - size: The maximum number of rows that are read and written at a time. Default: 1,000. They are fewer if they
    ///     have more than about 1 MiB.
    ///   - request: The request that the table answers, with the visitor and the language. Default: no visitor.
    @TableActor
    public init(
        of tableView: TableView, from start: RowReference? = nil, size: Int = 1000,
        request: TableRequest = TableRequest(session: TableSession())
    ) {
        // Sorted and filtered rows keep their order during the export.
        self.tableView = tableView.frozen()
        self.start = start
        self.size = size
        self.request = request
        revision = tableView.revision
        isOpened = !(tableView.original.dataSource is any FreezableTableDataSource)
    }

    /// Returns this export with a snapshot of the table, if its data source can make one.
    ///
    /// Writing the export calls this method. Call it earlier to learn whether the table can be read, and which revision
    /// is exported.
    ///
    /// - Throws: The errors of the data source, or ``TableExportError`` if the start is missing in the snapshot.
    @TableActor
    public func opened() async throws -> TableExport {
        let original = tableView.original
        guard !isOpened, let dataSource = original.dataSource as? any FreezableTableDataSource else { return self }
        var export = self
        export.isOpened = true
        let query = query ?? (original === tableView ? nil : tableView.answered?.query)
        let frozen = try await original.performing(request) {
            guard let query, let source = dataSource as? any WholeTableDataSource else {
                return try await dataSource.makeFrozenTable(of: original)
            }
            return try await source.makeFrozenTable(of: original, answering: query)
        }.result
        export.tableView = frozen.tableView
        export.revision = frozen.tableView.revision
        export.frozenRevision = frozen.revision
        if let query, frozen.tableView.answered?.query != query {
            let rows = try await frozen.tableView.performing(request) {
                try await frozen.tableView.loading { try $0.table(answering: query) }
            }.result
            export.tableView = rows.frozen()
        }
        return export
    }

    /// Receives the written bytes, window by window. It waits while the destination is full.
    package typealias Output = @Sendable ([UInt8]) async throws -> Void

    /// Writes the table in the format of a writer.
    ///
    /// - Parameters:
    ///   - writer: The writer of the format.
    ///   - output: Receives the bytes.
    /// - Throws: ``TableExportError``, and the errors of the data source and of `output`.
    @TableActor
    public func write(
        _ writer: consuming some TableWriter & ~Copyable, to output: @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        let export = try await opened()
        var writer = ConcatenatingTableWriter(writer)
        var walk = export.makeWalk()
        while try await export.write(&walk, to: &writer) {
            let bytes = writer.takeOutput()
            walk.adapt(toBytes: bytes.count)
            try await output(bytes)
        }
        writer.finish()
        try await output(writer.takeOutput())
    }

    /// Passes all rows to a writer without output. Formats use it to measure columns before they write.
    @TableActor
    package func read(_ writer: inout some TableWriter & ~Copyable) async throws {
        var walk = makeWalk()
        while try await write(&walk, to: &writer) { walk.adapt(toBytes: 0) }
    }

    /// Passes the next rows to a writer. Returns false at the end.
    @TableActor
    private func write<Writer: TableWriter & ~Copyable>(
        _ walk: inout ExportIterator, to writer: inout Writer
    ) async throws -> Bool {
        var page: PageSnapshot?
        guard
            try await walk.next({ page = PageSnapshot(of: $0, in: tableView, numberingLines: Writer.numbersLines) })
        else { return false }
        page?.duplicates.forEach(tableView.anomalies.report)
        page?.write(to: &writer)
        return true
    }

    /// Passes the sections to a writer, without their rows.
    @TableActor
    package func readSections(_ writer: inout some TableWriter & ~Copyable) async throws {
        try await loading { tableView in
            for section in 0..<tableView.numberOfSections {
                _ = tableView.headerView(forSection: section)
                _ = tableView.footerView(forSection: section)
            }
        }
        _ = tableView.answering(request) {
            let sections = (0..<tableView.numberOfSections).map { TableWindow.Section(section: $0, rows: 0..<0) }
            tableView.write(TableWindow(sections: sections), to: &writer)
        }
    }

    /// A Boolean value that indicates whether the table has columns.
    @TableActor
    package var hasColumns: Bool { get async throws { try await loading { !$0.columns.isEmpty } } }

    /// Asks the table for the request of the export, after it has loaded what it needs.
    @TableActor
    private func loading<Result: Sendable>(
        _ body: @TableActor @Sendable (TableView) throws -> Result
    ) async throws -> Result {
        try await tableView.performing(request) { try await tableView.loading(body) }.result
    }

    @TableActor
    private func makeWalk() -> ExportIterator {
        ExportIterator(
            tableView, from: start, at: revision, size: size, request: request, loading: loading)
    }
}
