import Bytes
import CascadingTable
import Essentials

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
    ///   - known: The columns, sections and counts that the table shows.
    ///   - links: The links of the columns that are known.
    ///   - counts: Whether rows are counted whose number may change at any time.
    func read(
        _ request: TablePageRequest, knowing known: RelationOverview,
        _ links: (known: ReferenceLinks, columns: [TableViewColumn]), counts: Bool
    ) async throws -> PageRead {
        let begin = ContinuousClock.now
        var overview = known
        // Counts of another state of the database are out of date.
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
