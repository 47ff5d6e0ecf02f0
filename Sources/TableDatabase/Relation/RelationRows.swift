import Bytes
package import CascadingTable
import FoundationEssentials

/// The place where the rows of a query of a relation are read.
package protocol RelationSource: Sendable {
    var query: TableQuery { get }
    /// The limits of reads.
    var limits: RelationLimits { get }
    /// The maximum time to open a table that is not a query; nil for that of a page.
    var openingTime: Duration? { get }
    /// A Boolean value that indicates whether rows have identifiers.
    var namesRows: Bool { get }
    /// Returns the source of the rows of a query.
    ///
    /// - Throws: `TableViewError` with `noSuchColumn` or `notQueryable` for a query that the columns do not allow.
    func answering(_ query: TableQuery) throws -> any RelationSource
    /// Returns the source with the relation as the database describes it now; nil if the rows themselves tell.
    ///
    /// - Parameter age: The time since which it was described at most.
    func described(within age: Duration) async throws -> (source: any RelationSource, relation: Relation)?
    /// Runs a body with the rows.
    ///
    /// - Parameters:
    ///   - time: The maximum time; nil for that of a page.
    ///   - isLong: Whether it may take long, so that other reads go first.
    func read<Result: Sendable>(
        within time: Duration?, isLong: Bool, _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) async throws -> Result
    /// Runs a body with the rows on this thread; returns nil if it would have to wait.
    func readShortly<Result: Sendable>(
        _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) throws -> Result?
    /// Keeps the current state of the rows of a query for an export.
    ///
    /// - Parameter state: The state that is shown.
    func freeze(answering query: TableQuery, knowing state: RelationState?) async throws -> FrozenRelation
    /// Returns whether an error means that the relation is no longer as it was described.
    func isOfOldDescription(_ error: any Error) -> Bool
    /// Returns whether an error means that a statement took too long.
    func isTimeout(_ error: any Error) -> Bool
}

extension RelationSource {
    package var openingTime: Duration? { nil }
    package var namesRows: Bool { true }
    package func described(within age: Duration) async throws -> (source: any RelationSource, relation: Relation)? {
        nil
    }
    package func isOfOldDescription(_ error: any Error) -> Bool { false }
}

/// The rows of a query of a relation, in their order.
package protocol RelationRows: Sendable {
    var relation: Relation { get }
    var query: TableQuery { get }
    /// The state of the database that all rows are of; nil if each statement may see another one.
    var state: RelationState? { get }
    /// A Boolean value that indicates whether rows have keys, so that a page begins at a key.
    var readsByKey: Bool { get }

    /// Reads a page.
    ///
    /// - Throws: An error of the kind `notFound` if the row of a key is gone, unless the rows are in the order of their
    ///   keys; errors of the database.
    func page(_ place: RelationReader.Place, limit: Int) async throws -> RelationReader.Page
    /// Returns the number of rows before the row of a key, at most a limit.
    ///
    /// - Throws: An error of the kind `notFound` if the query has no such row; errors of the database.
    func rank(ofRowNamed key: String, atMost limit: Int?) async throws -> Int
    /// Counts all rows.
    func count(within time: Duration?) async throws -> Int
    /// Returns the number of rows as far as it is known in a moment.
    func quickCount() async throws -> (count: Int, accuracy: RowCountAccuracy)
    /// Returns the number of the first row that begins with a text, from a number of rows on.
    ///
    /// - Parameter name: The name of the column to compare; nil for the key, the first column and the first texts.
    /// - Returns: The number; nil if there is none, with the number of compared rows if there are more rows.
    func firstRow(beginningWith text: String, in name: String?, from start: Int) async throws -> (Int?, searched: Int?)
    /// Returns the rows of other relations that values of foreign keys refer to.
    func links(for keys: Set<ReferenceLinks.Key>) async throws -> [ReferenceLinks.Key: TableLink?]
    /// Returns the steps in which the database reads the first rows, and the index that would help.
    func advice() async throws -> QueryAdvice
    /// Returns the reason why no row can match the query; nil if some can.
    func refusal() async throws -> TableViewError?
    /// Passes the groups of a request to a collector.
    ///
    /// - Returns: The collector with all groups; nil if that takes too long, or if there are too many.
    /// - Throws: `TableViewError` with `notQueryable` for columns that cannot be grouped so; errors of the database.
    func collect<Collector: GroupCollector>(
        _ request: GroupRequest, into collector: Collector
    ) async throws -> Collector?

    /// Returns the sections of the rows; nil for one of all rows.
    func sections() async throws -> [RelationSection]?
    /// Returns the rows of a section.
    func rows(of section: RelationSection) throws -> any RelationRows
    /// Returns the number of the section of a row; nil if there is no such row.
    func section(ofRowNamed key: String) async throws -> Int?
}

extension RelationRows {
    package var state: RelationState? { nil }
    package func refusal() async throws -> TableViewError? { nil }
    package func sections() async throws -> [RelationSection]? { nil }
    package func rows(of section: RelationSection) throws -> any RelationRows { self }
    package func section(ofRowNamed key: String) async throws -> Int? { 0 }
}

/// A state of a database. Later ones are greater.
package struct RelationState: Sendable, Hashable, Comparable {
    /// The number of the file.
    package var file: Int
    package var version: Int64

    package init(file: Int, version: Int64) { (self.file, self.version) = (file, version) }

    package static func < (one: RelationState, other: RelationState) -> Bool {
        (one.file, one.version) < (other.file, other.version)
    }
}

/// The rows with one value of a column.
package struct RelationSection: Sendable, Hashable {
    package var column: String
    package var value: SQLValue
    package var count: Int

    package init(_ column: String, _ value: SQLValue, count: Int) {
        (self.column, self.value, self.count) = (column, value, count)
    }
}

/// The columns of a table, its sections and the number of its rows.
package struct RelationOverview: Sendable {
    package var relation: Relation
    package var state: RelationState?
    /// A Boolean value that indicates whether other states were shown before, whose pages have addresses with other numbers.
    package var hasChanged = false
    /// The sections; nil for one of all rows.
    package var sections: [RelationSection]?
    package var count = 0
    package var accuracy = RowCountAccuracy.exact
    /// The reasons why finding the rows took long; nil if it did not.
    package var advice: QueryAdvice?

    package init(_ relation: Relation) { self.relation = relation }
}

/// The rows of a query in one state of the database.
package struct FrozenRelation: Sendable {
    package var source: any RelationSource
    package var overview: RelationOverview
    /// The overview of what the table shows in that state; nil if it is known.
    package var current: RelationOverview?
    /// The rows in their order; nil if the source reads them by their number.
    var cursor: RelationCursor?

    package init(_ source: any RelationSource, _ overview: RelationOverview, current: RelationOverview? = nil) {
        (self.source, self.overview, self.current) = (source, overview, current)
    }
}

/// A page as it was read.
struct PageRead: Sendable {
    var page: TablePage
    var overview: RelationOverview
    /// Whether the rows were counted.
    var isCounted = false
    /// The links that were not known before.
    var links: [ReferenceLinks.Key: TableLink?] = [:]
}

extension RelationRows {
    /// Returns what the table shows besides its rows.
    ///
    /// - Throws: `TableViewError` if no row can match the query; errors of the database.
    package func overview() async throws -> RelationOverview {
        let start = ContinuousClock.now
        var overview = RelationOverview(relation)
        overview.state = state
        if let sections = try await sections() {
            overview.sections = sections
            overview.count = sections.reduce(0) { $0 + $1.count }
        } else {
            (overview.count, overview.accuracy) = try await quickCount()
        }
        guard !query.isEmpty else { return overview }
        if overview.count == 0, let refusal = try await refusal() { throw refusal }
        if state != nil, start + QueryAdvice.slowTime < .now { overview.advice = try? await advice() }
        return overview
    }

    /// Returns what the table shows besides its rows; nil if that is known from a state.
    func overview(unlessOf known: RelationState?) async throws -> RelationOverview? {
        state == known ? nil : try await overview()
    }

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - known: What the table shows.
    ///   - links: The links of the columns that are known.
    ///   - counts: Whether rows are counted whose number may change at any time.
    func read(
        _ request: TablePageRequest, knowing known: RelationOverview,
        _ links: (known: ReferenceLinks, columns: [TableViewColumn]), counts: Bool
    ) async throws -> PageRead {
        let begin = ContinuousClock.now
        var overview = known
        // What is known of another state does not count.
        let isNew = state != known.state
        if isNew { overview = try await self.overview() }
        if case .row(let row) = request.scope {
            let page = try await page(.offset(row.row), limit: 1)
            guard page.batch.count == 1 else {
                throw TableViewError(.noSuchRow, "There is no row \(row.row) in section \(row.section).")
            }
            let window = TableWindow(sections: [.init(section: 0, rows: row.row..<row.row + 1)])
            return PageRead(page: TablePage(window, rows: [0: page.batch]), overview: overview)
        }
        if state != nil, overview.count == 0, overview.accuracy == .exact, request.position == .first {
            var page = TablePage(TableWindow(sections: [.init(section: 0, rows: 0..<0)]))
            page.advice = overview.advice
            return PageRead(page: page, overview: overview)
        }
        let (page, start) = try await rows(of: request, isRenumbered: known.hasChanged || isNew && known.state != nil)
        let isSlow = request.isForPeople && begin + QueryAdvice.slowTime < .now && !query.isEmpty
        let end = start + page.batch.count
        var shown = TablePage(
            TableWindow(
                sections: [.init(section: 0, rows: start..<end)],
                previous: page.hasEarlier ? IndexPath(row: max(start - request.size, 0), section: 0) : nil,
                next: page.hasLater ? IndexPath(row: end, section: 0) : nil, offset: start),
            rows: [0: page.batch])
        var read = PageRead(page: shown, overview: overview)
        if request.isForPeople, !relation.foreignKeys.isEmpty {
            var missing: Set<ReferenceLinks.Key> = []
            let (known, columns) = isNew ? (ReferenceLinks(), relation.tableViewColumns) : links
            shown.links = [0: known.links(in: page.batch, columns, missing: &missing)]
            if !missing.isEmpty { read.links = try await self.links(for: missing) }
        }
        let least = page.hasLater ? end + 1 : end
        if !page.hasEarlier || request.position == .first, !page.hasLater {
            (read.overview.count, read.overview.accuracy, read.isCounted) = (page.batch.count, .exact, true)
        } else {
            if state == nil, counts {
                (read.overview.count, read.overview.accuracy) = try await quickCount()
                read.isCounted = true
            }
            if read.overview.accuracy != .exact {
                read.overview.count = max(read.overview.count, state == nil ? least : end)
            }
        }
        shown.advice = isSlow ? try? await advice() : request.isForPeople ? overview.advice : nil
        read.page = shown
        return read
    }

    /// The limit of rows that are counted before a row, to show the page of the pagination that contains it. A database
    /// with states counts all.
    private static var countedPlaces: Int { 10_000 }
    /// The limit of rows that are counted before a row whose number may have changed.
    private static var renumberedPlaces: Int { 100_000 }

    /// Reads the rows of a page. Returns them with the number of the first one.
    ///
    /// - Parameter isRenumbered: Whether the numbers of rows may have changed since the address was made.
    private func rows(
        of request: TablePageRequest, isRenumbered: Bool
    ) async throws -> (RelationReader.Page, start: Int) {
        let size = request.size
        func number(of row: RowReference, next: Int = 0) async throws -> Int {
            let number = row.indexPath.row
            guard isRenumbered, number <= Self.renumberedPlaces else { return number + next }
            do {
                return try await rank(ofRowNamed: row.identifier, atMost: 2 * Self.renumberedPlaces) + next
            } catch let error as any VisitorFacingError where error.kind == .notFound {
                // The rows after it have its number.
                return number
            }
        }
        func read(_ place: RelationReader.Place, _ start: Int) async throws -> (RelationReader.Page, start: Int) {
            (try await page(place, limit: size), start)
        }
        do {
            switch request.position {
            case .first, .section: return try await read(.first, 0)
            case .row(let key):
                let limit = state == nil ? Self.countedPlaces : .max
                let rank = try await rank(
                    ofRowNamed: key.wrappedValue, atMost: state == nil ? limit + 1 : nil)
                if rank > limit { return try await read(.from(key.wrappedValue), rank) }
                let start = rank - rank % size
                let page = try await read(start == 0 ? .first : .offset(start), start)
                // A page of long values can end before the row.
                guard start + page.0.batch.count <= rank else { return page }
                return try await read(readsByKey ? .from(key.wrappedValue) : .offset(rank), rank)
            case .from(let row):
                guard readsByKey else { break }
                return try await read(.from(row.identifier), number(of: row))
            case .after(let row):
                guard readsByKey else { break }
                return try await read(.after(row.identifier), number(of: row, next: 1))
            case .before(let row):
                guard readsByKey else { break }
                let page = try await page(.before(row.identifier), limit: size)
                return (page, page.hasEarlier ? max(try await number(of: row) - page.batch.count, 0) : 0)
            }
        } catch let error as any VisitorFacingError where error.kind == .notFound && request.position.neighbour != nil {
            // The row is gone, and with it its place in the order. The rows near its number are shown.
        }
        guard let number = request.position.neighbour?.indexPath.row else { return try await read(.first, 0) }
        switch request.position {
        case .before: return try await read(.offset(max(number - size, 0)), max(number - size, 0))
        case .after where !readsByKey: return try await read(.offset(number + 1), number + 1)
        default: return try await read(.offset(number), number)
        }
    }

    /// Returns the first row from a place on that begins with a text.
    func firstRow(
        beginningWith text: String, in name: String?, from start: IndexPath, _ sections: [RelationSection]?
    ) async throws -> (row: IndexPath?, searched: Int?) {
        guard let sections else {
            let (row, searched) = try await firstRow(beginningWith: text, in: name, from: start.row)
            return (row.map { IndexPath(row: $0, section: 0) }, searched)
        }
        var (searched, rest) = (0, Self.maxRowsToFind)
        for (number, section) in sections.enumerated().dropFirst(start.section) {
            guard rest > 0 else { return (nil, searched) }
            let first = number == start.section ? start.row : 0
            let (row, _) = try await rows(of: section).firstRow(beginningWith: text, in: name, from: first)
            if let row { return (IndexPath(row: row, section: number), nil) }
            let count = max(section.count - first, 0)
            searched += count
            // Even a small section takes time.
            rest -= max(count, 100)
        }
        return (nil, nil)
    }

    /// The number of rows of sections after which a search ends.
    private static var maxRowsToFind: Int { 20_000 }

    /// Reads some consecutive rows by their numbers.
    ///
    /// - Parameter count: The number of all rows, if it is known.
    func rows(_ numbers: Range<Int>, of count: Int?) async throws -> (first: Int, batch: RowBatch) {
        // A file knows the places of far rows.
        let isOfFile = state != nil && query.isEmpty
        guard let count, !isOfFile, numbers.lowerBound > count / 2, numbers.lowerBound < count else {
            return (numbers.lowerBound, try await page(.offset(numbers.lowerBound), limit: numbers.count).batch)
        }
        // The rows before the last ones are read backwards, because skipped rows take time.
        let end = min(numbers.upperBound, count)
        let place = RelationReader.Place.offsetFromEnd(count - end)
        let batch = try await page(place, limit: end - numbers.lowerBound).batch
        return (end - batch.count, batch)
    }
}

extension RelationReader: RelationRows, RelationSource {
    package var namesRows: Bool { readsByKey }

    package func answering(_ query: TableQuery) throws -> any RelationSource { try reader(answering: query) }

    func reader(answering query: TableQuery) throws(TableViewError) -> RelationReader {
        try RelationReader(relation, query, of: driver, limits: limits, run: run)
    }

    package func described(within age: Duration) async throws -> (source: any RelationSource, relation: Relation)? {
        guard !relation.isStatement else { return nil }
        let relation = try await driver.relation(relation.name, readWithin: age)
        guard relation != self.relation else { return nil }
        return (try RelationReader(relation, query, of: driver, limits: limits), relation)
    }

    package func read<Result: Sendable>(
        within time: Duration?, isLong: Bool, _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) async throws -> Result { try await body(self) }

    package func readShortly<Result: Sendable>(
        _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) throws -> Result? { nil }

    package func freeze(answering query: TableQuery, knowing state: RelationState?) async throws -> FrozenRelation {
        let snapshot = try await driver.beginSnapshot()
        var limits = limits
        // A whole table has whole values.
        limits.maxValueBytes = .max
        let reader = try RelationReader(
            relation, query, of: driver, limits: limits, run: { try await snapshot.run($0, within: $1) })
        var frozen = FrozenRelation(reader, RelationOverview(relation))
        frozen.cursor = RelationCursor(reader, in: snapshot)
        return frozen
    }

    package func links(for keys: Set<ReferenceLinks.Key>) async throws -> [ReferenceLinks.Key: TableLink?] {
        try await RelationReferences(driver: driver, relation: relation, folder: "").links(for: keys)
    }

    package func isOfOldDescription(_ error: any Error) -> Bool { driver.isOfOldDescription(error) }
    package func isTimeout(_ error: any Error) -> Bool { driver.isTimeout(error) }
}

/// Runs a read and cancels it if it takes longer than a limit.
///
/// - Returns: Nil if it takes longer.
package func resultIfQuick<Value: Sendable>(
    within limit: Duration, isTimeout: @Sendable (any Error) -> Bool,
    _ read: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let work = Task { try await read() }
    let clock = Task {
        try await Task.sleep(for: limit)
        work.cancel()
    }
    defer { clock.cancel() }
    do {
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    } catch {
        try Task.checkCancellation()
        if error is CancellationError || isTimeout(error) { return nil }
        throw error
    }
}
