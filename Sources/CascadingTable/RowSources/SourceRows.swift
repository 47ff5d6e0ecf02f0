import Bytes
import DequeModule

/// The rows of a source by their numbers, for a table that asks by number.
///
/// It turns numbers of rows into keys, keeps the pages that were read last, and knows of one state of the source only.
/// A page of another state takes the place of all rows.
@TableActor
final class SourceRows<Source: RowSource> {
    typealias Row = Source.Row
    typealias Key = Row.ID

    /// A change that a read has found.
    enum Change {
        /// All rows.
        case rows
        /// The number of rows known so far.
        case count
        /// Nothing. The source did something wrong.
        case problem(String)
    }

    let query: TableQuery
    private let source: Source
    /// A Boolean value that indicates whether all rows must be of one state. Anything else is an error.
    private let isFrozen: Bool
    private let reads: SharedReads<SourceRead>
    private let didChange: @TableActor (SourceRows, Change) -> Void

    private(set) var isLoaded = false
    /// The number of rows, or the number known so far.
    private(set) var count = 0
    private(set) var isCounted = false
    private var state: (any Hashable & Sendable)?
    private var rows: [Int: Entry] = [:]
    private var ranks: [ExactString: Int] = [:]
    /// The keys of the last rows of pages that are not kept any more.
    private var edges: [Int: Key] = [:]
    /// The numbers of rows that the source did not return, although it counts them.
    private var unread: Set<Int> = []
    /// The identifiers that were searched for, and that no row has.
    private var missing: Set<ExactString> = []
    private var pages: Deque<(number: Int, ranks: Range<Int>, cost: Int)> = []
    private var cost = 0
    /// The number of times that all rows were forgotten.
    private var generation = 0
    /// The number of reads begun so far, and the number of the read that found the state.
    private var readCount = 0
    private var stateRead = 0

    private struct Entry {
        var row: Row
        var name: ExactString
        var page: Int
    }

    private static var firstRows: Int { 100 }
    private static var maxRowsOfRead: Int { 1000 }
    private static var maxRows: Int { 10_240 }
    private static var maxBytes: Int { 32 << 20 }
    private static var maxEdges: Int { 1024 }
    private static var maxTries: Int { 5 }

    /// - Parameters:
    ///   - source: The source.
    ///   - query: The query that the rows answer.
    ///   - isFrozen: Whether the rows are those of one export.
    ///   - reads: The reads that are running.
    ///   - didChange: A closure that is called after a change.
    init(
        _ source: Source, _ query: TableQuery, isFrozen: Bool = false, reads: SharedReads<SourceRead>,
        didChange: @escaping @TableActor (SourceRows, Change) -> Void
    ) {
        (self.source, self.query, self.isFrozen) = (source, query, isFrozen)
        (self.reads, self.didChange) = (reads, didChange)
    }

    // MARK: - Rows in memory

    func row(at rank: Int) -> Row? { rows[rank]?.row }

    func name(at rank: Int) -> String? { rows[rank]?.name.wrappedValue }

    /// Returns the work that reads rows; nil if all of them are in memory, or cannot be read.
    func prefetch(_ wanted: some Sequence<Int>) -> TablePrefetch? {
        let wanted = Array(wanted)
        return wanted.contains(where: isMissing) ? .awaiting { try await self.load(wanted) } : nil
    }

    /// Forgets all rows, so that they are read again.
    ///
    /// - Parameter isStale: Whether the rows that are being read now may be out of date, too.
    func forget(isStale: Bool = false) {
        (isLoaded, isCounted, count, state) = (false, false, 0, nil)
        (rows, ranks, edges, unread, missing) = ([:], [:], [:], [], [])
        (pages, cost) = ([], 0)
        generation += 1
        if isStale { stateRead = readCount + 1 }
    }

    // MARK: - Reading

    func loadFirst() async throws {
        if !isLoaded { try await read(.first, limit: Self.firstRows, start: 0) }
    }

    private func isMissing(_ rank: Int) -> Bool { rows[rank] == nil && !unread.contains(rank) }

    /// Reads rows by their numbers.
    private func load(_ wanted: [Int]) async throws {
        for _ in 0..<Self.maxTries {
            try await loadFirst()
            let generation = generation
            var missing = wanted.filter(isMissing).sorted()[...]
            while let first = missing.first, self.generation == generation {
                // Rows near each other are read together.
                var end = first + 1
                while let next = missing.first, next < end + Self.firstRows, next < first + Self.maxRowsOfRead {
                    end = max(end, next + 1)
                    missing.removeFirst()
                }
                try await load(first..<end)
            }
            // Rows of another state have taken the place of those that were read before.
            if self.generation == generation { return }
        }
    }

    private func load(_ wanted: Range<Int>) async throws {
        let generation = generation
        var next = wanted.lowerBound
        while next < min(wanted.upperBound, count) {
            if rows[next] != nil || unread.contains(next) {
                next += 1
                continue
            }
            var end = next + 1
            while end < min(wanted.upperBound, count), rows[end] == nil { end += 1 }
            let nearest = nearestKey(before: next)?.rank
            try await read(rowsAt: next..<end)
            guard self.generation == generation else { return }
            guard rows[next] == nil, nearestKey(before: next)?.rank == nearest else { continue }
            // A source that does not return a row would be asked for it again and again.
            try report("It counts \(count) rows, but returns none at \(next).")
            unread.formUnion(next..<end)
        }
    }

    /// Reads the rows after the last known one, until the number of rows is known.
    func grow() async throws {
        try await loadFirst()
        guard !isCounted else { return }
        let (generation, goal) = (generation, count + max(2 * count, 2 * Self.firstRows))
        var known = -1
        while known < count, count < goal, !isCounted {
            known = count
            try await read(rowsAt: max(known - 1, 0)..<goal)
            guard self.generation == generation else { return }
        }
        guard !isCounted, count <= known else { return }
        try report("It says that rows come after row \(known - 1), but returns none.")
        (count, isCounted) = (rows[known - 1] == nil ? max(known - 1, 0) : known, true)
        didChange(self, .rows)
    }

    private func read(rowsAt ranks: Range<Int>) async throws {
        let (start, limit) = (ranks.lowerBound, min(ranks.count, Self.maxRowsOfRead))
        if start == 0 {
            try await read(.first, limit: limit, start: 0)
        } else if let key = key(at: start - 1) {
            try await read(.after(key), limit: limit, start: start)
        } else if limit == ranks.count, let key = key(at: ranks.upperBound) {
            try await read(.before(key), limit: limit, end: ranks.upperBound)
        } else if source.capabilities.contains(.ranks) {
            try await read(.at(start), limit: limit, start: start)
        } else if let (rank, key) = nearestKey(before: start) {
            try await read(.after(key), limit: min(ranks.upperBound - rank - 1, Self.maxRowsOfRead), start: rank + 1)
        } else {
            try await read(.first, limit: min(ranks.upperBound, Self.maxRowsOfRead), start: 0)
        }
    }

    private func key(at rank: Int) -> Key? { rows[rank]?.row.id ?? edges[rank] }

    private func nearestKey(before rank: Int) -> (rank: Int, key: Key)? {
        let near = max(
            rows.keys.lazy.filter { $0 < rank }.max() ?? -1, edges.keys.lazy.filter { $0 < rank }.max() ?? -1)
        return key(at: near).map { (near, $0) }
    }

    /// Reads the rows around a key.
    private func find(_ key: Key, named name: ExactString) async throws {
        let generation = generation
        try await read(.around(key), limit: 2 * Self.firstRows + 1)
        guard isLoaded, self.generation == generation, ranks[name] == nil else { return }
        if missing.count >= Self.maxEdges { missing = [] }
        missing.insert(name)
    }

    /// Returns the number of the row with an identifier; nil if there is none, or if it must be searched for first.
    func rank(ofRowNamed identifier: String, in tableView: TableView) -> Int? {
        let name = ExactString(identifier)
        if let rank = ranks[name] { return rank }
        guard !missing.contains(name), source.capabilities.contains(.ranks), let key = Key(identifier),
            key.description.isExactly(identifier)
        else { return nil }
        tableView.needs(.awaiting { try await self.find(key, named: name) })
        return nil
    }

    /// Reads a page, unless it is being read already, and keeps it.
    ///
    /// - Parameters:
    ///   - position: The place of the rows.
    ///   - limit: The maximum number of rows.
    ///   - start: The number of the first row, if nothing has changed.
    ///   - end: The number after the last row, if nothing has changed.
    private func read(
        _ position: RowRequest<Key>.Position, limit: Int, start: Int? = nil, end: Int? = nil
    ) async throws {
        var request = RowRequest(query: query, position: position, limit: limit)
        request.countsRows = !isCounted && source.capabilities.contains(.counts)
        let generation = generation
        try await reads.run(SourceRead(request)) { [self, request] in
            var request = request
            for _ in 0..<Self.maxTries {
                readCount += 1
                let number = readCount
                let page: SourcePage<Row>
                do { page = try await Self.page(of: request, from: source) } catch {
                    try recover(from: error)
                    return
                }
                let isSame = isLoaded && SourcePage<Row>.areEqual(page.state, state)
                // Another read has found a later state meanwhile, or the rows were changed.
                if !isSame, number < stateRead { continue }
                if isLoaded, !isSame, !request.countsRows, source.capabilities.contains(.counts) {
                    request.countsRows = true
                    continue
                }
                if !isSame { stateRead = number }
                let isPlaced = self.generation == generation || request.position == .first
                try keep(page, start: isPlaced ? start : nil, end: isPlaced ? end : nil, isSame: isSame)
                return
            }
            throw TableViewError.changesTooFast
        }
    }

    /// Reads outside of the actor of the tables.
    @concurrent
    private nonisolated static func page(of request: RowRequest<Key>, from source: Source) async throws -> SourcePage<
        Row
    > {
        SourcePage(try await source.rows(request), for: request)
    }

    /// Forgets all rows if the row of a key is gone. Other errors are thrown.
    private func recover(from error: any Error) throws {
        guard !isFrozen, isLoaded, (error as? TableViewError)?.code == .noSuchRow else {
            // The source reports a cancellation, although the read is not cancelled.
            if error is CancellationError, !Task.isCancelled {
                throw TableViewError(.busy, "The rows could not be read. Try again.")
            }
            throw error
        }
        forget()
        didChange(self, .rows)
    }

    // MARK: - Keeping what was read

    private func keep(_ page: SourcePage<Row>, start: Int?, end: Int?, isSame: Bool) throws {
        var hasChanged = isLoaded && !isSame
        if hasChanged { try startOver() }
        for problem in page.problems { try report(problem) }
        let expected = hasChanged ? nil : start ?? end.map { $0 - page.rows.count }
        guard let first = page.rank ?? expected ?? (start == 0 ? 0 : nil), first >= 0 else {
            if hasChanged { didChange(self, .rows) }
            return
        }
        (state, isLoaded) = (page.state, true)
        if !hasChanged, isContradicted(by: page, at: first, expected: expected) {
            // Without a state, this is how a change shows.
            if state != nil || isFrozen {
                try report("The rows at \(first) differ from those read before in one state.")
            }
            let state = state
            try startOver()
            (self.state, isLoaded, hasChanged) = (state, true, true)
        }
        if let expected, !hasChanged, expected < first {
            try report("It returns no rows from \(expected) to \(first - 1).")
            unread.formUnion(expected..<min(first, expected + Self.maxRowsOfRead))
        }
        insert(page, at: first)
        let known = (count, isCounted)
        try count(page, from: first)
        if hasChanged || known.1 && (count, isCounted) != known {
            didChange(self, .rows)
        } else if (count, isCounted) != known {
            didChange(self, .count)
        }
    }

    /// Forgets all rows, because the source has others now.
    private func startOver() throws {
        guard !isFrozen else {
            throw TableViewError(.busy, "The rows changed while they were exported. Try again.")
        }
        forget()
    }

    private func report(_ problem: String) throws {
        didChange(self, .problem(problem))
        guard !isFrozen else {
            throw TableViewError(.busy, "The rows changed while they were exported. Try again.")
        }
    }

    private func isContradicted(by page: SourcePage<Row>, at first: Int, expected: Int?) -> Bool {
        if let expected, expected != first, state == nil || expected > first { return true }
        let end = first + page.rows.count
        if isCounted, state == nil {
            if case .exact(let number) = page.count, number != count { return true }
            if page.hasLater ? count <= end : count > end || count < end && !page.rows.isEmpty { return true }
        }
        return page.rows.enumerated().contains { offset, entry in
            guard let entry else { return false }
            return rows[first + offset].map { $0.name != entry.name } == true
                || ranks[entry.name].map { $0 != first + offset } == true
        }
    }

    private func insert(_ page: SourcePage<Row>, at first: Int) {
        let number = (pages.last?.number ?? 0) + 1
        for (offset, entry) in page.rows.enumerated() {
            guard let entry else {
                unread.insert(first + offset)
                continue
            }
            rows[first + offset] = Entry(row: entry.row, name: entry.name, page: number)
            ranks[entry.name] = first + offset
        }
        pages.append((number, first..<first + page.rows.count, page.cost))
        cost += page.cost
        // The two latest pages stay, because an export looks at the end of one when it writes the next.
        while pages.count > 2, rows.count > Self.maxRows || cost > Self.maxBytes, let page = pages.popFirst() {
            cost -= page.cost
            if edges.count >= Self.maxEdges { edges = [:] }
            if let last = page.ranks.last { edges[last] = rows[last]?.row.id }
            for rank in page.ranks {
                guard let entry = rows[rank], entry.page == page.number else { continue }
                rows[rank] = nil
                ranks[entry.name] = nil
            }
        }
    }

    /// Counts the rows by what a page says. Rows that were read are believed more than a number.
    private func count(_ page: SourcePage<Row>, from first: Int) throws {
        let end = first + page.rows.count
        var claim: Int?
        switch page.count {
        case .exact(let number): claim = isCounted ? count : number
        case .atLeast(let number): if !isCounted { count = max(count, number) }
        case .about, .unknown: claim = isCounted ? count : nil
        }
        if page.rows.isEmpty {
            // The last row comes somewhere before this place.
            let isTooMany = !page.hasLater && claim.map { $0 > first } == true
            if isTooMany { try report("It counts \(claim ?? 0) rows, but returns none at \(first).") }
            if let claim { (count, isCounted) = (isTooMany ? first : claim, true) }
            if claim == nil, !page.hasLater {
                (count, isCounted) = (min(count, first), first == 0 || rows[first - 1] != nil)
            }
            return
        }
        let isWrong = claim.map { page.hasLater ? $0 <= end : $0 != end } == true
        if isWrong { try report("It counts \(claim ?? 0) rows, but has \(page.hasLater ? "more than " : "")\(end).") }
        if let claim, !isWrong {
            (count, isCounted) = (claim, true)
        } else {
            (count, isCounted) = (page.hasLater ? max(count, end + 1) : end, !page.hasLater)
        }
    }
}

/// The request of a read. Keys are compared by their bytes.
struct SourceRead: Hashable, Sendable {
    private let query: TableQuery
    private let kind: Int
    private let key: ExactString
    private let numbers: [Int]

    /// The read of the columns.
    static let columns = SourceRead(TableQuery(), 5, "", [])

    private init(_ query: TableQuery, _ kind: Int, _ key: String, _ numbers: [Int]) {
        (self.query, self.kind, self.key, self.numbers) = (query, kind, ExactString(key), numbers)
    }

    init<Key: LosslessStringConvertible>(_ request: RowRequest<Key>) {
        let numbers = [request.limit, request.countsRows ? 1 : 0]
        switch request.position {
        case .first: self.init(request.query, 0, "", numbers)
        case .after(let key): self.init(request.query, 1, key.description, numbers)
        case .before(let key): self.init(request.query, 2, key.description, numbers)
        case .at(let rank): self.init(request.query, 3, "", numbers + [rank])
        case .around(let key): self.init(request.query, 4, key.description, numbers)
        }
    }
}
