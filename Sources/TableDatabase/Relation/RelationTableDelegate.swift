import Bytes
package import CascadingTable
import Essentials

/// The rows of a relation, read by keys for each page.
///
/// A page knows its rows and their keys. Their numbers come from the address of the page: they count from the first row
/// as far as it was read, and show the place in the table. No number decides which rows a page has.
///
/// If the database tells its state, everything shown is of one state, and the table is reloaded once a read finds another.
package class RelationTableDelegate: CascadingRootTableDelegate, LiveTable, PagedTableDataSource,
    PartlyLoadingDataSource,
    ReferringTableDataSource, RelatedColumnsDataSource, IdentifyingTableDataSource, GroupingDataSource
{
    package private(set) var source: any RelationSource
    /// The columns, the sections and the number of rows that are shown.
    package private(set) var overview: RelationOverview
    private var columns: [TableViewColumn] = []
    /// The height of each row.
    package var rowHeight = Height.automatic
    /// Returns the cell of a row; nil for a cell with the values of the columns.
    package var ownCell: (@Sendable (DatabaseRow) -> TableViewCell)?
    /// The time at which the columns and keys of the relation were read.
    private var described = ContinuousClock.now
    private var lastCount: ContinuousClock.Instant?
    /// The task that counts all rows, for all requests that wait for their number.
    private var counting: Task<Void, any Error>?
    /// The tables for the latest queries.
    private var answers = LRUCache<TableQuery, TableView>()
    private static let maxAnswers = 8
    /// The delegate of the table that was queried, with which this one shares its revisions; nil for other tables.
    private weak var original: RelationTableDelegate?
    /// Rows that were asked for by number, and the numbers of keys that were searched for.
    private var rows = LRUCache<IndexPath, Answer<(batch: RowBatch, place: Int)>>()
    private var ranks = LRUCache<ExactString, Answer<IndexPath?>>()
    private var searches = LRUCache<Search, Answer<(row: IndexPath?, searched: Int?)>>()
    private static let maxKept = 1_000
    /// The maximum number of bytes of the rows that were asked for by number.
    private static let maxKeptBytes = 16 << 20
    /// The links of foreign keys, and the time from which they were read.
    private var links = (known: ReferenceLinks(), since: ContinuousClock.now)
    private struct Search: Hashable {
        @ExactString var text: String
        var column: ExactString?
        var start: IndexPath
    }

    /// A value that was read a moment ago, for the request that waited for it.
    private struct Answer<Value> {
        var value: Value
        var time = ContinuousClock.now
    }

    package convenience init(_ reader: RelationReader) { self.init(reader, of: reader.relation) }

    package init(_ source: any RelationSource, of relation: Relation) {
        (self.source, overview) = (source, RelationOverview(relation))
        super.init()
        showSections()
    }

    deinit { counting?.cancel() }

    /// Returns a delegate of the same kind for a query or for an export.
    private func copy(_ source: any RelationSource, of relation: Relation) -> RelationTableDelegate {
        let copy = RelationTableDelegate(source, of: relation)
        (copy.rowHeight, copy.ownCell) = (rowHeight, ownCell)
        return copy
    }

    package override func columns(in tableView: TableView) -> [TableViewColumn] { columns }

    /// The relation, as it was described last.
    package var relation: Relation { overview.relation }

    // MARK: - Reading

    package func load() async throws {
        let keepsCount = keepsCount
        let read = try await source.read(within: source.openingTime, isLong: false) { [overview] rows in
            keepsCount ? nil : try await rows.state != nil && rows.state == overview.state ? nil : rows.overview()
        }
        guard let read, show(try await counted(read)) else { return }
        if read.state == nil { lastCount = .now }
    }

    /// Reads the database, and shows the state that was read if it is new.
    ///
    /// - Returns: Nil if the state that was read is older than the one that is shown.
    private func read<Value: Sendable>(
        within time: Duration? = nil, isLong: Bool = false,
        _ body: @escaping @Sendable (any RelationRows) async throws -> Value
    ) async throws -> Value? {
        let (read, value) = try await source.read(within: time, isLong: isLong) { [known = overview.state] rows in
            (try await rows.overview(unlessOf: known), try await body(rows))
        }
        guard let read else { return value }
        return show(try await counted(read)) ? value : nil
    }

    /// Shows what was read, unless it is older than what is shown.
    ///
    /// - Returns: Whether it is shown now.
    @discardableResult
    fileprivate func show(_ read: RelationOverview) -> Bool {
        if let state = read.state {
            // A table that shares the revision may have shown a newer state.
            for shown in [overview.state, original?.overview.state] { if let shown, state < shown { return false } }
        }
        let (old, isNew) = (overview, read.state != overview.state)
        overview = read
        overview.hasChanged = old.hasChanged || isNew && old.state != nil
        if isNew {
            forgetRows()
            showSections()
            tableView?.reloadData()
        } else if (old.count, old.accuracy) != (read.count, read.accuracy) {
            (childDelegates.first as? CountedSectionDelegate)?.count = read.count
            let isRevised = read.state != nil && old.accuracy != read.accuracy
            if isRevised { tableView?.reloadData() } else { tableView?.forgetCounts() }
        }
        if isNew, overview.accuracy == .moreThan { _ = runningCount() }
        return true
    }

    private func showSections() {
        columns = relation.tableViewColumns
        childDelegates = (overview.sections.map { $0.map(Optional.some) } ?? [nil]).map { section in
            let delegate = CountedSectionDelegate(section, count: section?.count ?? overview.count)
            (delegate.columns, delegate.rowHeight) = (columns, rowHeight)
            return delegate
        }
    }

    private func forgetRows() {
        counting?.cancel()
        counting = nil
        for (_, answer) in answers.elements { (answer.dataSource as? RelationTableDelegate)?.forgetRows() }
        answers.removeAll()
        rows = LRUCache()
        ranks = LRUCache()
        searches = LRUCache()
        links.known = ReferenceLinks()
    }

    /// Returns whether a value is still the answer. One of a known state is.
    private func isNew<Value>(_ answer: Answer<Value>?) -> Bool {
        guard let answer else { return false }
        return overview.state != nil || answer.time > .now - .seconds(1)
    }

    // MARK: - Counting

    /// The time for which an estimate is kept.
    private static let estimateTime = Duration.seconds(10)

    private var keepsCount: Bool {
        overview.accuracy == .about && lastCount.map { $0 > .now - Self.estimateTime } == true
    }

    package override func tableView(
        _ tableView: TableView, prefetchNumberOfRowsInSection section: Int
    ) -> TablePrefetch? {
        guard overview.accuracy != .exact else { return nil }
        var prefetch = TablePrefetch.awaiting { [weak self] in try await self?.runningCount().value }
        prefetch.replacesEstimate = overview.accuracy == .about
        return prefetch
    }

    /// Returns what was read of a new state with the number of all rows, if they are counted in a moment.
    private func counted(_ read: RelationOverview) async throws -> RelationOverview {
        guard read.state != overview.state, read.accuracy == .moreThan else { return read }
        let counted = try await resultIfQuick(
            within: source.limits.countTimeout, isTimeout: { [source] in source.isTimeout($0) }
        ) { [source] in
            try await source.read(within: source.limits.longTime, isLong: false) {
                ($0.state, try await $0.count(within: nil))
            }
        }
        guard let (state, count) = counted, state == read.state else { return read }
        var read = read
        (read.count, read.accuracy) = (count, .exact)
        return read
    }

    fileprivate func show(count: Int, in state: RelationState?) {
        guard state == overview.state else { return }
        var read = overview
        (read.count, read.accuracy) = (count, .exact)
        show(read)
    }

    /// Returns the task that counts all rows, and begins it if it is not running.
    private func runningCount() -> Task<Void, any Error> {
        if let counting { return counting }
        let task = Task { [weak self, source, hasState = overview.state != nil] in
            let result: Result<(RelationState?, Int), any Error>
            do {
                result = .success(
                    try await source.read(within: source.limits.longTime, isLong: true) {
                        ($0.state, try await $0.count(within: source.limits.longTime))
                    })
            } catch  where source.isTimeout(error) && hasState {
                let reason = TableViewError(
                    .busy, "Counting the rows took too long. Use more filters to have fewer rows.")
                result = .failure(reason)
            } catch {
                result = .failure(error)
            }
            guard let self, !Task.isCancelled else { return }
            counting = nil
            let (state, count) = try result.get()
            // The rows of a new state are counted after it is shown.
            if state == overview.state { show(count: count, in: state) } else { try await load() }
        }
        counting = task
        return task
    }

    // MARK: - Pages

    package var readsPages: Bool { overview.sections == nil }

    package func tableView(_ tableView: TableView, readPage request: TablePageRequest) throws -> TablePage.Reading {
        var section = request.scope.section
        if case .section(let first) = request.position { section = max(section, first) }
        guard section == 0 else { throw TableViewError(.noSuchSection, "There is no section \(section).") }
        return .needed(
            TablePage.Load(
                quick: { [weak self, source, overview, links = (links.known, columns)] in
                    let read = try source.readShortly {
                        // A new state is shown with the number of its rows.
                        $0.state == overview.state
                            ? try await $0.read(request, knowing: overview, links, counts: false) : nil
                    }
                    guard let read = read ?? nil else { return nil }
                    return { self?.shown(read) }
                }, work: { [weak self] in try await self?.read(request) }))
    }

    /// The time for which the names of other rows are kept.
    private static let linkTime = Duration.seconds(10)

    func read(_ request: TablePageRequest) async throws -> TablePage? {
        try await describe(after: .seconds(5))
        do { return try await page(request) } catch  where source.isOfOldDescription(error) {
            // The columns of a moment ago are gone.
            try await describe(after: .zero)
            return try await page(request)
        }
    }

    private func page(_ request: TablePageRequest) async throws -> TablePage? {
        if overview.state == nil, links.since + Self.linkTime < .now { links = (ReferenceLinks(), .now) }
        var read = try await source.read(within: nil, isLong: false) {
            [overview, links = (links.known, columns), counts = !keepsCount] rows in
            try await rows.read(request, knowing: overview, links, counts: counts)
        }
        read.overview = try await counted(read.overview)
        return shown(read)
    }

    /// Shows what was read with a page.
    ///
    /// - Returns: The page; nil if it is of an older state than what is shown.
    private func shown(_ read: PageRead) -> TablePage? {
        var found = read.overview
        if read.isCounted {
            lastCount = .now
        } else if found.state == overview.state {
            // The rows may have been counted meanwhile.
            found.count = overview.accuracy == .exact ? overview.count : max(overview.count, found.count)
            found.accuracy = overview.accuracy
        }
        guard show(found) else { return nil }
        links.known.insert(read.links)
        return withOwnCells(read.page)
    }

    /// Returns a page whose rows have cells of their own, if there are any.
    fileprivate func withOwnCells(_ page: TablePage) -> TablePage {
        guard let ownCell else { return page }
        var page = page
        page.rows = page.rows.mapValues { batch in
            var rows = RowBatch(fieldNames: batch.fieldNames, capacity: batch.count)
            for place in 0..<batch.count {
                let id = batch.identifier(at: place)
                rows.append(ownCell(DatabaseRow(id: id ?? "", cell: batch.cell(at: place))), identifier: id)
                rows.setHeight(rowHeight)
            }
            rows.finish()
            return rows
        }
        return page
    }

    /// Reads the columns and keys again, if they are older than a time. Other programs may change them.
    func describe(after time: Duration) async throws {
        guard described + time <= .now else { return }
        described = .now
        guard let (source, relation) = try await source.described(within: time) else { return }
        (self.source, overview.relation) = (source, relation)
        tableView?.navigationItem.prompt = relation.comment
        guard relation.tableViewColumns != columns else { return }
        columns = relation.tableViewColumns
        (childDelegates.first as? CountedSectionDelegate)?.columns = columns
        answers.removeAll()
        tableView?.reloadData()
    }

    package func tableView(_ tableView: TableView, linksFrom column: String, for keys: [[FieldValue]]) -> [TableLink?] {
        if let known = links.known.links(from: column, for: keys) { return known }
        let wanted = Set(keys.map { ReferenceLinks.Key(column, $0) })
        tableView.needs(
            .awaiting { [weak self] in
                guard let self, let found = try await read({ try await $0.links(for: wanted) }) else { return }
                links.known.insert(found)
            })
        return []
    }

    package func identifiersOfRows(in tableView: TableView, atMost limit: Int) async throws -> [String]? {
        try await source.read(within: source.limits.longTime, isLong: true) { [size = Self.maxKept] rows in
            guard rows.readsByKey else { return nil }
            var (found, place, hasMore) = ([String](), RelationReader.Place.first, true)
            while hasMore {
                let page = try await rows.page(place, limit: size)
                for row in 0..<page.batch.count {
                    guard let id = page.batch.identifier(at: row), found.count < limit else { return nil }
                    found.append(id)
                }
                hasMore = page.hasLater && page.batch.count > 0
                if let last = found.last { place = .after(last) }
            }
            return found
        }
    }

    package func filter(findingRows identifiers: [String]) -> TableQuery.Filter? {
        let key = columns.filter { $0.primaryKeyIndex != nil }
        guard key.count == 1 else { return nil }
        let values = identifiers.compactMap { RowKey(text: $0)?.operand }
        return values.count == identifiers.count ? .init(key[0].name, .in, ValueList(values).text) : nil
    }

    package func relatedColumns(in tableView: TableView) async throws -> [TableViewColumn] {
        try await source.read(within: nil, isLong: false) { try await $0.relatedColumns() }
    }

    // MARK: - Rows by number

    package override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        guard let (batch, place) = row(at: indexPath, in: tableView) else { return TableViewCell(style: .columns) }
        let cell = batch.cell(at: place)
        return ownCell?(DatabaseRow(id: batch.identifier(at: place) ?? "", cell: cell)) ?? cell
    }

    package override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        // Rows without names are not read for them.
        source.namesRows ? row(at: indexPath, in: tableView).flatMap { $0.identifier(at: $1) } : nil
    }

    /// Returns whether there can be a row.
    private func hasRow(at indexPath: IndexPath) -> Bool {
        guard childDelegates.indices.contains(indexPath.section), indexPath.row >= 0 else { return false }
        let count = (childDelegates[indexPath.section] as? CountedSectionDelegate)?.count ?? 0
        return overview.state == nil || indexPath.row < count
    }

    private func row(at indexPath: IndexPath, in tableView: TableView) -> (batch: RowBatch, place: Int)? {
        guard hasRow(at: indexPath) else { return nil }
        let known = rows.value(for: indexPath)
        if isNew(known) { return known?.value }
        // The rows after it are probably asked for next.
        tableView.needs(
            .awaiting { [weak self] in
                try await self?.read(rowsAt: [indexPath.section: indexPath.row..<indexPath.row + 32])
            })
        // An action that cannot wait goes on with the row that it began with.
        return known?.value
    }

    package override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        var wanted: [Int: Range<Int>] = [:]
        for indexPath in indexPaths where hasRow(at: indexPath) && !isNew(rows.value(for: indexPath)) {
            let (section, row) = (indexPath.section, indexPath.row)
            let known = wanted[section] ?? row..<row
            wanted[section] = min(known.lowerBound, row)..<max(known.upperBound, row + 1)
        }
        wanted = wanted.mapValues { $0.prefix(Self.maxKept) }
        guard !wanted.isEmpty else { return nil }
        return .awaiting { [weak self, wanted] in try await self?.read(rowsAt: wanted) }
    }

    package func tableView(_ tableView: TableView, numberOfLoadedRowsAmong indexPaths: [IndexPath]) -> Int {
        let count = indexPaths.prefix { rows.value(for: $0) != nil }.count
        return count > 0 ? count : indexPaths.count
    }

    private func read(rowsAt numbers: [Int: Range<Int>]) async throws {
        let found = try await read { [overview] rows in
            var found: [Int: (first: Int, batch: RowBatch)] = [:]
            for (section, numbers) in numbers.sorted(by: { $0.key < $1.key }) {
                let part = overview.sections?[section]
                guard rows.state == overview.state else { return found }
                found[section] = try await (part.map(rows.rows) ?? rows).rows(
                    numbers, of: part?.count ?? (overview.accuracy == .exact ? overview.count : nil))
            }
            return found
        }
        for (section, (first, batch)) in found ?? [:] {
            keep(batch, from: .init(section: section, rows: first..<first + batch.count))
        }
    }

    /// Keeps rows for those that ask for them by number.
    func keep(_ batch: RowBatch, from part: TableWindow.Section) {
        for place in 0..<batch.count {
            rows.insert(
                Answer(value: (batch, place)), for: IndexPath(row: part.rows.lowerBound + place, section: part.section),
                cost: batch.cost / batch.count)
        }
        while rows.count > Self.maxKept { rows.removeOldest() }
        rows.removeOldest(untilCostIsAtMost: Self.maxKeptBytes)
    }

    private func keep<Key, Value>(_ answer: Answer<Value>, for key: Key, in cache: inout LRUCache<Key, Answer<Value>>) {
        cache.insert(answer, for: key)
        if cache.count > Self.maxKept { cache.removeOldest() }
    }

    package override func tableView(
        _ tableView: TableView, indexPathForRowWithIdentifier identifier: String
    ) -> IndexPath? {
        let known = ranks.value(for: ExactString(identifier))
        if isNew(known) { return known?.value }
        tableView.needs(
            .awaiting { [weak self] in
                guard let self else { return }
                let place = try await read { [overview] rows -> IndexPath? in
                    do {
                        guard let section = try await rows.section(ofRowNamed: identifier) else { return nil }
                        let part = try overview.sections.map { try rows.rows(of: $0[section]) } ?? rows
                        return IndexPath(
                            row: try await part.rank(ofRowNamed: identifier, atMost: nil), section: section)
                    } catch let error as any VisitorFacingError where error.kind == .notFound { return nil }
                }
                if let place { keep(Answer(value: place), for: ExactString(identifier), in: &ranks) }
            })
        return nil
    }

    package override func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        let start = indexPath.map { IndexPath(row: $0.row + 1, section: $0.section) } ?? IndexPath(row: 0, section: 0)
        let search = Search(
            text: text, column: tableView.searchedColumn.map { ExactString($0) }, start: start)
        let known = searches.value(for: search)
        if isNew(known) {
            // The table searches twice: after a row, and from the first row.
            if let searched = known?.value.searched {
                tableView.searchedRows = max(tableView.searchedRows ?? 0, searched)
            }
            return known?.value.row
        }
        tableView.needs(
            .awaiting { [weak self] in
                guard let self else { return }
                let found = try await read { [sections = overview.sections] rows in
                    try await rows.firstRow(
                        beginningWith: search.text, in: search.column?.wrappedValue, from: search.start, sections)
                }
                if let found { keep(Answer(value: found), for: search, in: &searches) }
            })
        return nil
    }

    package override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = self.tableView(tableView, cellForRowAt: indexPath).link { tableView.navigate(to: link) }
    }

    // MARK: - Queries

    package override func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? {
        guard source.query == TableQuery() else { return nil }
        if let answer = answers.value(for: query) { return answer }
        tableView.needs(
            .awaiting { [weak self] in
                try await tableView.run(query) { try await self?.makeTable(answering: query) }
            })
        return nil
    }

    private func makeTable(answering query: TableQuery) async throws {
        guard let tableView, answers.value(for: query) == nil else { return }
        let (source, extended) = try await source.answering(query)
        let root = copy(source, of: extended ?? relation)
        (root.links, root.original) = (links, self)
        try await root.load()
        // If the database has changed, this table shows the new state first.
        guard root.overview.state == overview.state else { return try await load() }
        root.overview.hasChanged = overview.hasChanged
        let answer = TableView(root: root, answering: query, of: tableView)
        if answer.hosting.statement != nil { answer.hosting.statement = { source.statementText } }
        // The page of a statement has its form in any order.
        answer.hosting.parameters = tableView.hosting.parameters
        answers.insert(answer, for: query)
        if answers.count > Self.maxAnswers { answers.removeOldest() }
    }

    package func tableView<Collector: GroupCollector>(
        _ tableView: TableView, collect request: GroupRequest, into collector: Collector
    ) async throws -> Collector? {
        let limits = source.limits
        var time = request.grouping.isComplete ? limits.completeGroupingTimeout : limits.groupingTimeout
        if request.rowLimit != nil { time = limits.queryTimeout }
        do {
            return try await read(within: time) { try await $0.collect(request, into: collector) } ?? nil
        } catch  where source.isTimeout(error) { return nil }
    }

    // MARK: - Exports

    package func makeFrozenTable(of tableView: TableView, answering query: TableQuery?) async throws -> FrozenTable {
        try await describe(after: .seconds(5))
        for _ in 0..<TableView.maxLoads {
            let revision = tableView.revision
            var frozen = try await source.freeze(answering: query ?? source.query, knowing: overview.state)
            // If another read has shown a newer state, the rows are frozen again.
            if let current = frozen.current, !show(current) { continue }
            let root: RelationTableDelegate
            if let cursor = frozen.cursor {
                (frozen.overview.count, frozen.overview.accuracy) = (overview.count, .about)
                let export = RelationExportDelegate(frozen.source, of: frozen.overview.relation)
                export.ownCell = ownCell
                export.cursor = cursor
                export.show(frozen.overview)
                // A statement that the database refuses has a status, not a body that breaks off.
                export.firstRows = try await export.read(TablePageRequest(.table, .first, size: 100))
                root = export
            } else {
                root = copy(frozen.source, of: frozen.overview.relation)
                root.show(frozen.overview)
            }
            let copy = TableView(root: root, like: tableView)
            if let query { copy.answered = (query, overview.count, overview.accuracy == .exact) }
            // Another read may have shown a newer state since. Then the rows are those of the revision before.
            let isShown = frozen.overview.state == overview.state
            return FrozenTable(copy, revision: isShown ? tableView.revision : revision)
        }
        throw TableViewError(.busy, "The table changes faster than it can be read. Try again.")
    }
}

/// The rows of a relation at one moment, which are read once and in their order.
private final class RelationExportDelegate: RelationTableDelegate {
    var cursor: RelationCursor?
    /// The first rows, if they were read and are not written yet.
    var firstRows: TablePage?
    /// The number of the next row of the cursor.
    private var number = 0

    override func read(_ request: TablePageRequest) async throws -> TablePage? {
        if request.position == .first, let page = firstRows.take() { return page }
        guard let cursor else { return nil }
        var isNext = false
        if case .after(let row) = request.position { isNext = row.indexPath.row == number - 1 }
        if !isNext {
            number = request.position.neighbour?.indexPath.row ?? 0
            if case .after = request.position { number += 1 }
            try await cursor.open(request.position, number)
        }
        let start = number
        let page = try await cursor.page(limit: request.size)
        number += page.batch.count
        if start == 0, !page.hasLater { show(count: number, in: nil) }
        return withOwnCells(
            TablePage(
                TableWindow(
                    sections: [.init(section: 0, rows: start..<number)],
                    next: page.hasLater ? IndexPath(row: number, section: 0) : nil, offset: start),
                rows: [0: page.batch]))
    }
}

/// A section of rows, with the number of rows that is known.
private final class CountedSectionDelegate: CascadingSectionTableDelegate {
    private let section: RelationSection?
    var count: Int

    init(_ section: RelationSection?, count: Int) {
        (self.section, self.count) = (section, count)
        super.init()
        headerTitle = section?.value.title
    }

    override var identifier: String { section.map { RowKey.text(of: $0.value) } ?? "rows" }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }
}

extension TablePageRequest.Scope {
    fileprivate var section: Int {
        switch self {
        case .table: 0
        case .section(let section): section
        case .row(let row): row.section
        }
    }
}
