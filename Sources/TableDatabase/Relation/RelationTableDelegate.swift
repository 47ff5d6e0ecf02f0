import Bytes
package import CascadingTable
import FoundationEssentials

/// The rows of a relation, read by keys for each page.
///
/// A page knows its rows and their keys. Their numbers come from the address of the page: they count from the first row
/// as far as it was read, and show the place in the table. No number decides which rows a page has.
package class RelationTableDelegate: CascadingRootTableDelegate, LiveTable, PagedTableDataSource,
    ReferringTableDataSource
{
    package private(set) var reader: RelationReader
    /// The time at which the columns and keys of the relation were read.
    private var described = ContinuousClock.now
    private let section = CountedSectionDelegate()
    private var accuracy = RowCountAccuracy.exact
    private var lastCount: ContinuousClock.Instant?
    /// The tables for the latest queries.
    private var answers = LRUCache<TableQuery, TableView>()
    private static let maxAnswers = 8
    /// Rows that were asked for by number, and the numbers of keys that were searched for.
    private var rows = LRUCache<Int, Answer<RowBatch>>()
    private var ranks = LRUCache<ExactString, Answer<Int?>>()
    private var searches = LRUCache<Search, Answer<(row: Int?, searched: Int?)>>()
    private static let maxKept = 1_000
    /// The links of foreign keys, and the time from which they were read.
    private var links = (known: ReferenceLinks(), since: ContinuousClock.now)
    private struct Search: Hashable {
        @ExactString var text: String
        var column: ExactString?
        var start: Int
    }

    /// A value that was read a moment ago, for the request that waited for it.
    private struct Answer<Value> {
        var value: Value
        var time = ContinuousClock.now

        var isNew: Bool { time > .now - .seconds(1) }
    }

    package init(_ reader: RelationReader) {
        self.reader = reader
        super.init()
        section.columns = reader.relation.tableViewColumns
        childDelegates = [section]
    }

    package override func columns(in tableView: TableView) -> [TableViewColumn] { section.columns }

    private var driver: any RelationDriver { reader.driver }

    // MARK: - Counting

    package func load() async throws { try await count() }

    /// The time for which an estimate is kept.
    private static let estimateTime = Duration.seconds(10)

    /// Counts the rows, unless an estimate is new. An estimate is at least the number of rows that were seen.
    private func count(atLeast least: Int = 0) async throws {
        if accuracy == .about, let lastCount, lastCount > .now - Self.estimateTime {
            return show(max(section.count, least), .about)
        }
        let (count, accuracy) = try await reader.quickCount()
        lastCount = .now
        show(max(count, accuracy == .exact ? 0 : least), accuracy)
    }

    fileprivate func show(_ count: Int, _ accuracy: RowCountAccuracy) {
        guard (count, accuracy) != (section.count, self.accuracy) else { return }
        (section.count, self.accuracy) = (count, accuracy)
        tableView?.forgetCounts()
    }

    package override func tableView(
        _ tableView: TableView, prefetchNumberOfRowsInSection section: Int
    ) -> TablePrefetch? {
        guard accuracy != .exact else { return nil }
        var prefetch = TablePrefetch.awaiting { [weak self] in
            guard let self else { return }
            show(try await reader.count(within: reader.limits.longTime), .exact)
        }
        prefetch.replacesEstimate = true
        return prefetch
    }

    // MARK: - Pages

    package func tableView(_ tableView: TableView, readPage request: TablePageRequest) throws -> TablePage.Reading {
        var section = request.scope.section
        if case .section(let first) = request.position { section = max(section, first) }
        guard section == 0 else { throw TableViewError(.noSuchSection, "There is no section \(section).") }
        return .needed(TablePage.Load { [weak self] in try await self?.read(request) })
    }

    fileprivate func read(_ request: TablePageRequest) async throws -> TablePage? {
        try await describe(after: .seconds(5))
        do { return try await page(request) } catch  where driver.isOfOldDescription(error) {
            // The columns of a moment ago are gone.
            try await describe(after: .zero)
            return try await page(request)
        }
    }

    /// Reads the columns and keys again, if they are older than a time. Other programs may change them.
    private func describe(after time: Duration) async throws {
        guard described + time <= .now, !reader.relation.isStatement else { return }
        described = .now
        let relation = try await driver.relation(reader.relation.name, readWithin: time)
        guard relation != reader.relation else { return }
        let columns = relation.tableViewColumns
        reader = try RelationReader(relation, reader.query, of: driver, limits: reader.limits)
        tableView?.navigationItem.prompt = relation.comment
        guard columns != section.columns else { return }
        section.columns = columns
        answers.removeAll()
        tableView?.reloadData()
    }

    private func page(_ request: TablePageRequest) async throws -> TablePage {
        if case .row(let row) = request.scope {
            let page = try await reader.page(.offset(row.row), limit: 1)
            guard page.batch.count == 1 else {
                throw TableViewError(.noSuchRow, "There is no row \(row.row) in section \(row.section).")
            }
            return TablePage(
                TableWindow(sections: [.init(section: 0, rows: row.row..<row.row + 1)]), rows: [0: page.batch])
        }
        let begin = ContinuousClock.now
        let (page, start) = try await rows(of: request)
        let isSlow = request.isForPeople && begin + QueryAdvice.slowTime < .now && !reader.query.isEmpty
        let links = request.isForPeople ? try await links(in: page.batch) : [:]
        let end = start + page.batch.count
        if !page.hasEarlier || request.position == .first, !page.hasLater {
            lastCount = .now
            show(page.batch.count, .exact)
        } else {
            try await count(atLeast: page.hasLater ? end + 1 : end)
        }
        var shown = TablePage(
            TableWindow(
                sections: [.init(section: 0, rows: start..<end)],
                previous: page.hasEarlier ? IndexPath(row: max(start - request.size, 0), section: 0) : nil,
                next: page.hasLater ? IndexPath(row: end, section: 0) : nil, offset: start),
            rows: [0: page.batch])
        shown.links = [0: links]
        if isSlow { shown.advice = try? await reader.advice() }
        return shown
    }

    /// The time for which the names of other rows are kept.
    private static let linkTime = Duration.seconds(10)

    private func links(in rows: RowBatch) async throws -> [ExactString: RowLinks] {
        if links.since + Self.linkTime < .now { links = (ReferenceLinks(), .now) }
        var missing: Set<ReferenceLinks.Key> = []
        let found = links.known.links(in: rows, section.columns, missing: &missing)
        try await readLinks(for: missing)
        return found
    }

    private func readLinks(for keys: Set<ReferenceLinks.Key>) async throws {
        guard !keys.isEmpty else { return }
        let references = RelationReferences(driver: driver, relation: reader.relation, folder: "")
        links.known.insert(try await references.links(for: keys))
    }

    package func tableView(_ tableView: TableView, linksFrom column: String, for keys: [[FieldValue]]) -> [TableLink?] {
        if let known = links.known.links(from: column, for: keys) { return known }
        let wanted = Set(keys.map { ReferenceLinks.Key(column, $0) })
        tableView.needs(.awaiting { [weak self] in try await self?.readLinks(for: wanted) })
        return []
    }

    /// Reads the rows of a page. Returns them with the number of the first one.
    private func rows(of request: TablePageRequest) async throws -> (RelationReader.Page, start: Int) {
        let size = request.size
        func read(_ place: RelationReader.Place, _ start: Int) async throws -> (RelationReader.Page, start: Int) {
            (try await reader.page(place, limit: size), start)
        }
        do {
            switch request.position {
            case .first, .section: return try await read(.first, 0)
            case .row(let key):
                let rank = try await reader.rank(ofRowNamed: key.wrappedValue, atMost: Self.countedPlaces + 1)
                if rank > Self.countedPlaces { return try await read(.from(key.wrappedValue), rank) }
                let start = rank - rank % size
                return try await read(start == 0 ? .first : .offset(start), start)
            case .from(let row):
                guard reader.readsByKey else { break }
                return try await read(.from(row.identifier), row.indexPath.row)
            case .after(let row):
                guard reader.readsByKey else { break }
                return try await read(.after(row.identifier), row.indexPath.row + 1)
            case .before(let row):
                guard reader.readsByKey else { break }
                let page = try await reader.page(.before(row.identifier), limit: size)
                return (page, page.hasEarlier ? max(row.indexPath.row - page.batch.count, 0) : 0)
            }
        } catch let error as TableViewError where error.code == .noSuchRow && request.position.neighbour != nil {
            // The row is gone, and with it its place in the order. The rows near its number are shown.
        }
        guard let number = request.position.neighbour?.indexPath.row else { return try await read(.first, 0) }
        switch request.position {
        case .before: return try await read(.offset(max(number - size, 0)), max(number - size, 0))
        case .after where !reader.readsByKey: return try await read(.offset(number + 1), number + 1)
        default: return try await read(.offset(number), number)
        }
    }

    /// The limit of rows that are counted before a row, to show the page of the pagination that contains it.
    private static let countedPlaces = 10_000

    // MARK: - Rows by number

    package override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        batch(at: indexPath, in: tableView)?.cell(at: 0) ?? TableViewCell(style: .columns)
    }

    package override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        // Rows without keys are not read for their names.
        reader.readsByKey ? batch(at: indexPath, in: tableView)?.identifier(at: 0) : nil
    }

    private func batch(at indexPath: IndexPath, in tableView: TableView) -> RowBatch? {
        guard indexPath.section == 0, indexPath.row >= 0 else { return nil }
        let known = rows.value(for: indexPath.row)
        if let known, known.isNew { return known.value }
        // The rows after it are probably asked for next.
        tableView.needs(.awaiting { [weak self] in try await self?.read(rowsAt: indexPath.row..<indexPath.row + 32) })
        // An action that cannot wait goes on with the row that it began with.
        return known?.value
    }

    package override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        let missing = indexPaths.map(\.row).filter { rows.value(for: $0)?.isNew != true }
        guard let first = missing.min(), let last = missing.max() else { return nil }
        let wanted = first..<min(last + 1, first + Self.maxKept)
        return .awaiting { [weak self] in try await self?.read(rowsAt: wanted) }
    }

    private func read(rowsAt numbers: Range<Int>) async throws {
        var (first, end) = (numbers.lowerBound, numbers.upperBound)
        let page: RelationReader.Page
        if accuracy == .exact, first > section.count / 2, first < section.count {
            // The rows before the last ones are read backwards, because skipped rows take time.
            end = min(end, section.count)
            page = try await reader.page(.offsetFromEnd(section.count - end), limit: end - first)
            first = end - page.batch.count
        } else {
            page = try await reader.page(.offset(first), limit: numbers.count)
        }
        for place in 0..<page.batch.count {
            keep(Answer(value: page.batch.rows(at: [place])), for: first + place, in: &rows)
        }
    }

    private func keep<Key, Value>(_ answer: Answer<Value>, for key: Key, in cache: inout LRUCache<Key, Answer<Value>>) {
        cache.insert(answer, for: key)
        if cache.count > Self.maxKept { cache.removeOldest() }
    }

    package override func tableView(
        _ tableView: TableView, indexPathForRowWithIdentifier identifier: String
    ) -> IndexPath? {
        if let known = ranks.value(for: ExactString(identifier)), known.isNew {
            return known.value.map { IndexPath(row: $0, section: 0) }
        }
        tableView.needs(
            .awaiting { [weak self] in
                guard let self else { return }
                var rank: Int?
                do { rank = try await reader.rank(ofRowNamed: identifier, atMost: nil) } catch let error
                    as TableViewError
                    where error.code == .noSuchRow
                {}
                keep(Answer(value: rank), for: ExactString(identifier), in: &ranks)
            })
        return nil
    }

    package override func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        let search = Search(
            text: text, column: tableView.searchedColumn.map { ExactString($0) },
            start: indexPath.map { $0.row + 1 } ?? 0)
        if let known = searches.value(for: search), known.isNew {
            if let searched = known.value.searched { tableView.searchedRows = searched }
            return known.value.row.map { IndexPath(row: $0, section: 0) }
        }
        tableView.needs(
            .awaiting { [weak self] in
                guard let self else { return }
                let found = try await reader.firstRow(
                    beginningWith: search.text, in: search.column?.wrappedValue, from: search.start)
                keep(Answer(value: (row: found.0, searched: found.searched)), for: search, in: &searches)
            })
        return nil
    }

    package override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = self.tableView(tableView, cellForRowAt: indexPath).link { tableView.navigate(to: link) }
    }

    // MARK: - Queries

    package override func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? {
        guard reader.query == TableQuery() else { return nil }
        if let answer = answers.value(for: query) { return answer }
        tableView.needs(
            .awaiting { [weak self] in
                try await tableView.run(query) { try await self?.makeTable(answering: query) }
            })
        return nil
    }

    func reader(answering query: TableQuery) throws(TableViewError) -> RelationReader {
        try RelationReader(reader.relation, query, of: driver, limits: reader.limits, run: reader.run)
    }

    private func makeTable(answering query: TableQuery) async throws {
        guard let tableView, answers.value(for: query) == nil else { return }
        let root = RelationTableDelegate(try reader(answering: query))
        root.links = links
        try await root.load()
        answers.insert(TableView(root: root, answering: query, of: tableView), for: query)
        if answers.count > Self.maxAnswers { answers.removeOldest() }
    }

    // MARK: - Exports

    package func makeFrozenTable(of tableView: TableView, answering query: TableQuery?) async throws -> FrozenTable {
        try await describe(after: .seconds(5))
        let snapshot = try await driver.beginSnapshot()
        var limits = reader.limits
        // A whole table has whole values.
        limits.maxValueBytes = .max
        let reader = try RelationReader(
            reader.relation, query ?? reader.query, of: driver, limits: limits,
            run: { try await snapshot.run($0, within: $1) })
        let root = RelationExportDelegate(reader)
        root.cursor = RelationCursor(reader, in: snapshot)
        root.show(section.count, .about)
        // A statement that the database refuses has a status, not a body that breaks off.
        root.firstRows = try await root.read(TablePageRequest(.table, .first, size: 100))
        let copy = TableView(root: root, like: tableView)
        if let query { copy.answered = (query, section.count, accuracy == .exact) }
        return FrozenTable(copy, revision: tableView.revision)
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
            try await cursor.open(reader.place(request.position, number))
        }
        let start = number
        let page = try await cursor.page(limit: request.size)
        number += page.batch.count
        if start == 0, !page.hasLater { show(number, .exact) }
        return TablePage(
            TableWindow(
                sections: [.init(section: 0, rows: start..<number)],
                next: page.hasLater ? IndexPath(row: number, section: 0) : nil, offset: start),
            rows: [0: page.batch])
    }
}

/// The section of all rows, with the number of rows that is known.
private final class CountedSectionDelegate: CascadingSectionTableDelegate {
    var count = 0

    override var identifier: String { "rows" }

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
