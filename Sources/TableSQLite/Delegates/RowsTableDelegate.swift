import Bytes
import CascadingTable
import FoundationEssentials
import LocalizedMessages

/// The rows of one table, in one section or in one section for each value of a column.
///
/// Everything it shows is of one state of the file: its layout and its cached rows. If a read finds another state, the
/// layout of that state is adopted and the table is reloaded.
class RowsTableDelegate: CascadingRootTableDelegate, LiveTable, PartlyLoadingDataSource, PagedTableDataSource,
    ReferringTableDataSource
{
    private let source: TableSource
    private var layout: TableLayout
    private let cache: WindowCache
    /// The tables for the latest queries.
    private var answers = LRUCache<TableQuery, TableView>()
    private static let maxAnswers = 8
    /// The delegate of the table that was queried, with which this one shares its revisions; nil for other tables.
    private weak var original: RowsTableDelegate?
    /// The statements of the latest queries, which pages link to.
    private var statements = LRUCache<TableQuery, String>()
    /// The row numbers of all sections for the latest query, which one statement reads.
    private var ordering: (query: TableQuery, rows: [[Int32]])?
    /// The links of foreign keys.
    private var links = ReferenceLinks()
    /// The positions of rows that were found by their keys.
    private var places = LRUCache<ExactString, IndexPath?>()
    /// The results of the latest searches for a row that begins with a text.
    private var searches = LRUCache<Search, TableLayout.Finding>()
    /// The limit in bytes of the keys, and of the searched texts, which come from clients. It is more than a request can
    /// have.
    private static let maxTextBytes = 64 * 1024
    /// The number of rows that are read together if only one was requested.
    private static let readAheadCount = 32

    /// The passes over all rows that are running, for all requests that wait for them.
    private var passes: [Pass: Task<Void, any Error>] = [:]

    /// Work on all rows, which may take longer than a page. It goes on after the requests that wait for it have ended.
    private enum Pass {
        /// Counts the rows that were not counted before the first page.
        case counting
        /// Finds the anchors of a long table.
        case measuring

        func complete(_ layout: inout TableLayout, in database: Transaction) throws {
            switch self {
            case .counting: try layout.countRows(in: database)
            case .measuring: try layout.findAnchors(in: database)
            }
        }
    }

    private struct Search: Hashable {
        @ExactString var text: String
        var column: ExactString?
        var after: IndexPath?
    }

    init(_ source: TableSource, _ layout: TableLayout) {
        self.source = source
        self.layout = layout
        cache = WindowCache(
            entryLimit: source.configuration.maxCachedWindows, byteLimit: source.configuration.maxCachedBytes)
        super.init()
        show(layout)
    }

    deinit {
        for pass in passes.values { pass.cancel() }
    }

    var configuration: SQLiteDatabase.Configuration { source.configuration }
    var showsStoredValues: Bool { true }

    /// The name of the table, as its schema has it.
    var name: String { layout.reader.table.name }

    /// Returns a delegate of the same kind, for a query or for an export.
    func copy(_ source: TableSource, _ layout: TableLayout) -> RowsTableDelegate { RowsTableDelegate(source, layout) }

    override func prepare(tableView: TableView) {
        super.prepare(tableView: tableView)
        // Pages of a statement are not told of changes.
        guard source.statement != nil else { return }
        tableView.hosting.updateHandler = { [weak self] _ in try await self?.load() }
    }

    /// Returns the statement with the rows of a query; nil if rows of the table are hidden, or if it has a statement itself.
    func statement(for query: TableQuery) -> String? {
        let table = layout.reader.table
        guard source.owned == nil, !query.includesLabels, !table.isStatement, !table.isCopy else { return nil }
        if let known = statements.value(for: query) { return known }
        let text = TableStatements(table, query).text
        statements.insert(text, for: query)
        if statements.count > Self.maxAnswers { statements.removeOldest() }
        return text
    }

    func load() async throws {
        _ = try await read { _, _ in }
    }

    private func show(_ layout: TableLayout) {
        self.layout = layout
        cache.removeAll()
        if let first = layout.firstRows { cache.insert([0: first]) }
        self.layout.firstRows = nil
        forgetAnswers()
        ordering = nil
        links = ReferenceLinks()
        statements.removeAll()
        places.removeAll()
        searches.removeAll()
        let columns = layout.reader.columns
        childDelegates = layout.sections.map { extent in
            let section = RowsSectionDelegate(extent)
            section.columns = columns
            section.rowHeight = source.configuration.rowHeight
            return section
        }
        for pass in passes.values { pass.cancel() }
        passes = [:]
        if !layout.isCounted { _ = running(.counting) }
    }

    // MARK: - Counting rows

    override func tableView(
        _ tableView: TableView, prefetchNumberOfRowsInSection section: Int
    ) -> TablePrefetch? {
        if layout.isCounted { return nil }
        return .awaiting { [weak self] in try await self?.waitForCount() }
    }

    private func waitForCount() async throws {
        guard !layout.isCounted else { return }
        try await asQuery(orSay: "Counting the rows took too long. Use more filters to have fewer rows.") {
            try await running(.counting).value
        }
    }

    /// Returns the task of a pass, and begins it if it is not running.
    private func running(_ pass: Pass) -> Task<Void, any Error> {
        if let task = passes[pass] { return task }
        let task = begin(pass)
        passes[pass] = task
        return task
    }

    private func begin(_ pass: Pass) -> Task<Void, any Error> {
        let (source, layout) = (source, layout)
        return Task { [weak self] in
            let result: Result<TableLayout?, any Error>
            do {
                result = .success(
                    try await source.complete(
                        layout, within: source.configuration.openingTimeout, isLong: true, by: pass.complete))
            } catch {
                result = .failure(error)
            }
            guard let self, !Task.isCancelled else { return }
            passes[pass] = nil
            if let complete = try result.get() {
                merge(complete)
            } else {
                // The file has changed. The rows of the new state are counted after it is shown.
                try await load()
            }
        }
    }

    /// Adopts the counts and anchors found for the state that is shown.
    private func merge(_ read: TableLayout) {
        let (counts, wasCounted) = (layout.sections.map(\.count), layout.isCounted)
        layout.merge(read)
        guard layout.isCounted != wasCounted || layout.sections.map(\.count) != counts else { return }
        for case let (section as RowsSectionDelegate, extent) in zip(childDelegates, layout.sections) {
            section.count = extent.count
        }
        tableView?.reloadData()
    }

    /// Reads the file, and shows the state that was read if it is new.
    ///
    /// - Returns: Nil if the state that was read is older than the one that is shown.
    func read<Value: Sendable>(
        within timeout: Duration? = nil,
        _ body: @escaping @Sendable (inout TableLayout, Transaction) throws -> Value
    ) async throws -> Value? {
        let (read, value) =
            source.query == nil
            ? try await source.read(layout, within: timeout, body)
            : try await asQuery { try await source.read(layout, within: timeout, body) }
        return showIfNew(read) ? value : nil
    }

    /// Runs the body. If it takes too long, throws an error with advice for slow queries.
    private func asQuery<Value>(
        orSay sentence: LocalizedMessage? = nil, _ body: () async throws -> Value
    ) async throws -> Value {
        do { return try await body() } catch let error as SQLiteTableError where error.code == .timedOut {
            throw TableViewError(.busy, sentence ?? slowQuery)
        }
    }

    /// The message for a query that takes too long. It lists the columns that have an index.
    private var slowQuery: LocalizedMessage {
        let names = layout.reader.table.indexedColumns.prefix(8).joined(separator: ", ")
        if names.isEmpty { return "Sorting and searching took too long. Try again, or use fewer filters." }
        return "Sorting and searching took too long. Sort or filter by a column with an index: \(names)."
    }

    /// Shows a layout unless it is older than the one that is shown.
    ///
    /// - Returns: Whether the layout is shown now.
    private func showIfNew(_ read: TableLayout) -> Bool {
        // A table that shares the revision may have shown a newer state.
        guard !read.token.isBefore(layout.token), original.map({ read.token.isBefore($0.layout.token) }) != true
        else { return false }
        if read.token == layout.token {
            merge(read)
        } else {
            show(read)
            tableView?.reloadData()
        }
        return true
    }

    func makeFrozenTable(of tableView: TableView, answering query: TableQuery?) async throws -> FrozenTable {
        let time = configuration.openingTimeout
        for _ in 0..<TableView.maxLoads {
            var source = source
            source.file = try await source.file.snapshot(within: time)
            var known = try await source.read(layout, within: time) { _, _ in }.layout
            // If another read has shown a newer state, the snapshot is taken again.
            guard showIfNew(known) else { continue }
            let revision = tableView.revision
            // Only the latest rows are needed.
            source.configuration.maxCachedWindows = 1
            source.configuration.maxPageBytes /= 4
            // A whole table has whole values, and as much time as counting its rows.
            source.configuration.maxValueBytes = .max
            source.configuration.queryTimeout = max(time, configuration.queryTimeout)
            known.reader.configuration = source.configuration
            // Rows without keys are queried in their copy.
            let query = known.reader.readsByKey ? query : nil
            if let query { source.query = query }
            let read = try await asQuery { [source, known] in
                try await source.read(query == nil ? known : nil, within: time) { layout, database in
                    // A reader of all rows needs their number and their order.
                    try layout.countRows(in: database)
                    layout.rowids = try layout.rowids ?? layout.reader.rowids(of: layout.sections, in: database)
                    if !layout.reader.readsByKey { try layout.copyRows(in: database) }
                }.layout
            }
            if let refusal = read.refusal { throw refusal }
            let copy = TableView(root: copy(source, read), like: tableView)
            if let query { copy.answered = (query, tableView.numberOfRows, tableView.countAccuracy == .exact) }
            return FrozenTable(copy, revision: revision)
        }
        throw TableViewError(.busy, "The table changes faster than it can be read. Try again.")
    }

    override func columns(in tableView: TableView) -> [TableViewColumn] {
        layout.reader.columns
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        guard let (window, place) = window(at: indexPath, in: tableView) else { return TableViewCell(style: .columns) }
        return window.batch.cell(at: place)
    }

    override func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
        guard layout.sections.indices.contains(section) else { return nil }
        // Rows that are not in memory are read when the table asks for each row.
        return cache.window(holding: rows, in: section)?.batch(of: rows)
    }

    override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        guard let (window, place) = window(at: indexPath, in: tableView) else { return nil }
        return window.batch.identifier(at: place)
    }

    /// Returns a cached window and the row's position in it, or nil if the row must be loaded first.
    private func window(at indexPath: IndexPath, in tableView: TableView) -> (window: RowWindow, place: Int)? {
        let (section, row) = (indexPath.section, indexPath.row)
        guard layout.sections.indices.contains(section), (0..<layout.sections[section].count).contains(row) else {
            return nil
        }
        guard let window = cache.window(holding: row, in: section) else {
            let runs = RowRuns(row..<min(row + Self.readAheadCount, layout.sections[section].count))
            tableView.needs(.awaiting { [weak self] in try await self?.load([section: runs]) })
            return nil
        }
        return window.place(of: row).map { (window, $0) }
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = self.tableView(tableView, cellForRowAt: indexPath).link { tableView.navigate(to: link) }
    }

    // MARK: - Loading rows

    override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        // Sections are cached together, because a page may have more sections than the cache has entries.
        var held: [Int: RowWindow] = [:]
        var missing: [Int: RowRuns] = [:]
        var wanted: [Int: [Int]] = [:]
        for indexPath in indexPaths { wanted[indexPath.section, default: []].append(indexPath.row) }
        for (section, rows) in wanted where layout.sections.indices.contains(section) {
            let runs = RowRuns(rows).clamped(to: 0..<layout.sections[section].count)
            if let window = cache.window(holding: runs.ranges.joined(), in: section) {
                held[section] = window
            } else {
                missing[section] = runs
            }
        }
        guard !missing.isEmpty else { return nil }
        return .awaiting { [weak self, missing, held, token = layout.token] in
            try await self?.load(missing, beside: held, of: token)
        }
    }

    func tableView(_ tableView: TableView, numberOfLoadedRowsAmong indexPaths: [IndexPath]) -> Int {
        cache.numberOfRows(among: indexPaths, readUpTo: source.configuration.maxPageBytes)
    }

    /// Reads rows, and caches them together with cached windows of the same state.
    private func load(
        _ rows: [Int: RowRuns], beside held: [Int: RowWindow] = [:], of token: SQLiteDatabase.ChangeToken? = nil
    ) async throws {
        guard let windows = try await read({ try $0.windows(rows, in: $1) }) else { return }
        keep(layout.token == token ? held.merging(windows) { $1 } : windows)
    }

    private func keep(_ windows: [Int: RowWindow]) {
        cache.insert(windows)
        layout.addAnchors(of: windows)
    }

    func tableView(_ tableView: TableView, readPage request: TablePageRequest) throws -> TablePage.Reading {
        if case .row(let row) = request.scope, !tableView.hasRow(at: row) {
            throw TableViewError(.noSuchRow, "There is no row \(row.row) in section \(row.section).")
        }
        // Counts the rows if the page reaches the last row that was counted.
        let likely = tableView.page(request, beside: request.position.neighbour?.indexPath)
        if let page = cachedPage(likely, request) { return .ready(shown(page)) }
        let isQuick =
            likely.sections.count <= 1 && layout.sections.first?.group == nil && layout.reader.readsByKey
            && layout.reader.fitsOneStatement
        return .needed(
            TablePage.Load(
                rows: likely.indexPaths,
                quick: { [weak self, source, layout, links] in
                    guard isQuick,
                        let read = try source.readShortly(layout, { try $0.page(request, knowing: links, in: $1) })
                    else { return nil }
                    return {
                        guard let self, self.showIfNew(read.layout) else { return nil }
                        return self.shown(read.value)
                    }
                },
                work: { [weak self, links, isFar = layout.needsAnchors(for: likely, request.position)] in
                    if isFar { try await self?.running(.measuring).value }
                    guard let self, let read = try await read({ try $0.page(request, knowing: links, in: $1) }) else {
                        return nil
                    }
                    return shown(read)
                }))
    }

    private func shown(_ read: TableLayout.PageRead) -> TablePage {
        keep(read.windows)
        links.insert(read.links)
        return shown(read.page)
    }

    /// Returns a page with the rows that are shown as they are stored. The table asks for the cells of other rows.
    func shown(_ page: TablePage) -> TablePage { page }

    /// Returns the page if all of its rows are cached, and if the row beside it has not moved.
    private func cachedPage(_ window: TableWindow, _ request: TablePageRequest) -> TablePage? {
        if case .row = request.position { return nil }
        if let row = request.position.neighbour {
            let place = row.indexPath
            guard
                cache.window(holding: place.row, in: place.section)?.identifier(ofRow: place.row) == row.identifier
            else { return nil }
        }
        var page = TablePage(window)
        page.advice = layout.advice
        for part in window.sections where !part.rows.isEmpty {
            guard let batch = cache.window(holding: part.rows, in: part.section)?.batch(of: Array(part.rows)) else {
                return nil
            }
            page.rows[part.section] = batch
        }
        return page
    }

    // MARK: - References

    func tableView(_ tableView: TableView, linksFrom column: String, for keys: [[FieldValue]]) -> [TableLink?] {
        if let known = links.links(from: column, for: keys) { return known }
        let wanted = Set(keys.map { ReferenceLinks.Key(column, $0) })
        tableView.needs(
            .awaiting { [weak self] in
                guard let self, let found = try await read({ $0.links(for: wanted, in: $1) }) else { return }
                links.insert(found)
            })
        return []
    }

    // MARK: - Answering queries

    /// Returns a table with the rows in the order of the query. For views it returns nil: their rows keep their
    /// positions.
    override func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? {
        guard layout.reader.readsByKey, !layout.reader.table.isCopy, source.query == nil else { return nil }
        if let answer = answers.value(for: query) { return answer }
        tableView.needs(
            .awaiting { [weak self] in
                try await tableView.run(query) { try await self?.makeTable(answering: query) }
            })
        return nil
    }

    private func makeTable(answering query: TableQuery) async throws {
        guard let tableView, answers.value(for: query) == nil else { return }
        var source = source
        source.query = query
        source.total = layout.isCounted ? (layout.token, layout.sections.reduce(0) { $0 + $1.count }) : nil
        // All query tables together cache as many bytes as the table itself.
        source.configuration.maxCachedBytes /= Self.maxAnswers
        let read = try await asQuery {
            try await source.read(nil, within: source.configuration.queryTimeout) { _, _ in }.layout
        }
        // If the file has changed, this table shows the new state first.
        guard read.token == layout.token else { return _ = try await self.read { _, _ in } }
        if let refusal = read.refusal { throw refusal }
        let root = copy(source, read)
        (root.links, root.original) = (links, self)
        answers.insert(TableView(root: root, answering: query, of: tableView), for: query)
        if answers.count > Self.maxAnswers { answers.removeOldest() }
    }

    /// Removes the query tables, which show rows of an older state. Requests that use them read their rows again.
    private func forgetAnswers() {
        for (_, answer) in answers.elements { (answer.dataSource as? RowsTableDelegate)?.cache.removeAll() }
        answers.removeAll()
    }

    // MARK: - Finding rows

    override func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? {
        if let ordering, ordering.query == query { return .rows(Self.rows(ofSection: section, in: ordering.rows)) }
        return .awaiting { [weak self] in try await self?.loadRows(ofSection: section, matching: query) ?? [] }
    }

    private func loadRows(ofSection section: Int, matching query: TableQuery) async throws -> [Int32] {
        let found = try await asQuery {
            try await read { layout, database in
                let rows = try layout.places(of: query, in: database)
                let refusal =
                    rows.allSatisfy(\.isEmpty) ? try layout.reader.refusal(of: query, in: database) : nil
                return (rows, refusal)
            }
        }
        guard let (rows, refusal) = found else { return [] }
        if let refusal { throw refusal }
        ordering = (query, rows)
        return Self.rows(ofSection: section, in: rows)
    }

    private static func rows(ofSection section: Int, in rows: [[Int32]]) -> [Int32] {
        rows.indices.contains(section) ? rows[section] : []
    }

    override func tableView(
        _ tableView: TableView, indexPathForRowWithIdentifier identifier: String
    ) -> IndexPath? {
        if let place = cache.indexPath(ofRowWithKey: identifier) { return place }
        if let known = places.value(for: ExactString(identifier)) { return known }
        guard let key = RowKey(text: identifier) else { return nil }
        tableView.needs(.awaiting { [weak self] in try await self?.locate(key, named: identifier) })
        return nil
    }

    private func locate(_ key: RowKey, named identifier: String) async throws {
        // The outer nil means that the read was outdated. The inner nil means that there is no such row.
        guard let place = try await read({ try $0.indexPath(ofRowWith: key, in: $1) }) else { return }
        places.insert(place, for: ExactString(identifier), cost: identifier.utf8.count + 128)
        places.removeOldest(untilCostIsAtMost: Self.maxTextBytes)
    }

    override func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        let search = Search(
            text: text, column: tableView.searchedColumn.map { ExactString($0) }, after: indexPath)
        if let known = searches.value(for: search) {
            // The table searches twice: after a row, and from the first row.
            if let searched = known.searched { tableView.searchedRows = max(tableView.searchedRows ?? 0, searched) }
            return known.place
        }
        tableView.needs(.awaiting { [weak self] in try await self?.find(search) })
        return nil
    }

    private func find(_ search: Search) async throws {
        let found = try await read { layout, database in
            try layout.row(
                beginningWith: search.text, in: search.column?.wrappedValue, after: search.after, in: database)
        }
        guard let found else { return }
        searches.insert(found, for: search, cost: search.text.utf8.count + 128)
        searches.removeOldest(untilCostIsAtMost: Self.maxTextBytes)
    }
}

/// A section of a table's rows. ``RowsTableDelegate`` provides the rows themselves.
final class RowsSectionDelegate: CascadingSectionTableDelegate {
    private let group: KeysetIndex.Group?
    var count: Int

    init(_ extent: KeysetIndex) {
        group = extent.group
        count = extent.count
        super.init()
        headerTitle = group?.value.title
    }

    override var identifier: String { group.map { RowKey.text(of: $0.value) } ?? "rows" }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }
}
