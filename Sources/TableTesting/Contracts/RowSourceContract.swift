public import CascadingTable

/// A test of the rules that every row source must follow.
///
/// ```swift
/// @Test func `It keeps the contract of a row source`() async throws {
///     try await RowSourceContract(
///         Orders(database: database), queries: [TableQuery(sort: [.init("customer")])], missing: [0]
///     ) { try await database.write { _ = try Order.deleteAll($0) } }.check()
/// }
/// ```
///
/// The source needs at least 10 rows, and its rows must not change meanwhile. It works with any test library: a failed
/// check throws a ``ContractViolation`` that states the error.
public struct RowSourceContract<Source: RowSource>: Sendable {
    private typealias Key = Source.Row.ID
    private typealias Page = RowPage<Source.Row>

    private let source: Source
    private let queries: [TableQuery]
    private let missing: [Source.Row.ID]
    private let change: (@Sendable () async throws -> Void)?
    /// The number of rows of each query that are read one after another.
    private static var maxRows: Int { 500 }

    /// Creates a test of a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - queries: The queries to check beside the empty one. Use only what the source's capabilities have.
    ///   - missing: Keys that no row has. Default: none.
    ///   - change: A closure that changes the rows, to check the copy for exports. Default: nil, not checked.
    public init(
        _ source: Source, queries: [TableQuery] = [], missing: [Source.Row.ID] = [],
        change: (@Sendable () async throws -> Void)? = nil
    ) {
        (self.source, self.queries, self.missing, self.change) = (source, queries, missing, change)
    }

    /// Runs all checks and stops at the first failure.
    ///
    /// - Throws: ``ContractViolation`` for a failed check, and any error of the source.
    public func check() async throws {
        let all = try await checkQuery(TableQuery())
        try require(all.count >= 10, "The source has \(all.count) rows. The contract needs 10.")
        for query in queries {
            let found = try await checkQuery(query)
            let isComplete = all.count < Self.maxRows && found.count < Self.maxRows
            try require(
                !isComplete || Set(found).isSubset(of: all) && (query.leavesOutRows || found.count == all.count),
                "The rows of \(query) are not those of the source.")
        }
        try await checkMissing()
        try await checkManyAtOnce()
        try await checkCopy(of: all)
    }

    // MARK: - One query

    /// Returns the names of the first rows of a query, after it was checked that all positions lead to them.
    private func checkQuery(_ query: TableQuery) async throws -> [String] {
        let rows = try await walk(query, limit: 7)
        for row in rows {
            let name = row.id.description
            try require(Key(name)?.description == name, "The text \"\(name)\" of a key does not read back as the key.")
        }
        let names = rows.map(\.id.description)
        try require(Set(names).count == names.count, "\(query) returns a row twice: \(names.repeated).")
        let other = try await walk(query, limit: 100).map(\.id.description)
        // Of many rows, both walks read the first ones, up to different numbers.
        let count = min(names.count, Self.maxRows)
        try require(
            names.prefix(count) == other.prefix(count), "\(query) depends on the limit of its requests.")
        try await checkEarlier(query, rows, names)
        if source.capabilities.contains(.ranks) { try await checkRanks(query, rows, names) }
        if source.capabilities.contains(.groups), names.count < Self.maxRows {
            try await checkGroups(query, names.count)
        }
        return names
    }

    /// Checks that a group of all rows has as many as were read.
    private func checkGroups(_ query: TableQuery, _ count: Int) async throws {
        var all = query
        (all.sort, all.grouping) = ([], .init(by: []))
        guard let groups = try await source.groups(GroupRequest(allOf: all)) else { return }
        try require(groups == [[.integer(Int64(count))]], "The group of \(query) is \(groups) for \(count) rows.")
    }

    /// Reads the first rows of a query, each page after the last key of the page before.
    private func walk(_ query: TableQuery, limit: Int, of source: Source? = nil) async throws -> [Source.Row] {
        var rows: [Source.Row] = []
        var state: (any Hashable & Sendable)??
        while rows.count < Self.maxRows {
            let position = rows.last.map { RowRequest<Key>.Position.after($0.id) } ?? .first
            let page = try await read(query, position, limit: limit, of: source)
            try require(page.hasEarlier == !rows.isEmpty, "\(position) of \(query) has a wrong hasEarlier.")
            try require(
                page.rank ?? rows.count == rows.count, "\(position) of \(query) has a rank other than \(rows.count).")
            try require(
                state.map { $0.map { AnyHashable($0) } == page.state.map { AnyHashable($0) } } ?? true,
                "The state has changed although no row did.")
            state = page.state
            rows += page.rows
            try require(
                !page.rows.isEmpty || !page.hasLater, "\(position) of \(query) has later rows, but returns none.")
            switch page.count {
            case .exact(let count):
                try require(
                    page.hasLater ? count > rows.count : count == rows.count,
                    "\(query) counts \(count) rows, but \(rows.count) were read\(page.hasLater ? " so far" : "").")
            case .atLeast(let count):
                try require(page.hasLater || count <= rows.count, "\(query) has fewer rows than \(count).")
            case .about, .unknown: break
            }
            if !page.hasLater { break }
        }
        return rows
    }

    private func read(
        _ query: TableQuery, _ position: RowRequest<Key>.Position, limit: Int, of copy: Source? = nil
    ) async throws -> Page {
        let page = try await (copy ?? source).rows(RowRequest(query: query, position: position, limit: limit))
        try require(
            page.rows.count <= limit,
            "\(position) of \(query) returned \(page.rows.count) rows for a limit of \(limit).")
        return page
    }

    /// Checks that the rows before a row are those that the walk found before it, in the same order.
    private func checkEarlier(_ query: TableQuery, _ rows: [Source.Row], _ names: [String]) async throws {
        for place in Set([0, 1, 5, rows.count / 2, rows.count - 1]) where rows.indices.contains(place) {
            let page = try await read(query, .before(rows[place].id), limit: 4)
            let start = max(place - 4, 0)
            try require(
                page.rows.map(\.id.description) == Array(names[start..<place]),
                "The rows before \"\(names[place])\" in \(query) are not those that come before it.")
            try require(
                page.rows.isEmpty || page.hasEarlier == (start > 0) && page.hasLater,
                "The page before \"\(names[place])\" in \(query) has a wrong hasEarlier or hasLater.")
            try require(
                page.rows.isEmpty || page.rank ?? start == start,
                "The page before \"\(names[place])\" has a wrong rank.")
        }
    }

    private func checkRanks(_ query: TableQuery, _ rows: [Source.Row], _ names: [String]) async throws {
        for place in Set([0, 1, rows.count / 3, rows.count - 1]) where rows.indices.contains(place) {
            let page = try await read(query, .at(place), limit: 3)
            let expected = names[place...].prefix(3)
            try require(
                page.rank == place && page.rows.prefix(expected.count).map(\.id.description) == Array(expected),
                "The rows at \(place) of \(query) are not those that come after \(place) rows.")
            let around = try await read(query, .around(rows[place].id), limit: 3)
            let start = around.rank ?? -1
            let end = min(start + around.rows.count, names.count)
            try require(
                start >= 0 && start <= place && place < start + around.rows.count
                    && around.rows.prefix(end - start).map(\.id.description) == Array(names[start..<end]),
                "The page around \"\(names[place])\" in \(query) does not show it in its place.")
        }
        guard rows.count < Self.maxRows else { return }
        let beyond = try await read(query, .at(rows.count + 1000), limit: 3)
        try require(beyond.rows.isEmpty && !beyond.hasLater, "There are rows of \(query) after the last one.")
    }

    // MARK: - The source

    private func checkMissing() async throws {
        for key in missing {
            if source.capabilities.contains(.ranks) {
                let page = try await read(TableQuery(), .around(key), limit: 3)
                try require(page.rows.isEmpty, "The page around the missing key \(key) has rows.")
            }
            for position in [RowRequest<Key>.Position.after(key), .before(key)] {
                do {
                    _ = try await read(TableQuery(), position, limit: 3)
                } catch let error as TableViewError where error.code == .noSuchRow {
                    continue
                }
            }
        }
    }

    private func checkManyAtOnce() async throws {
        let names = try await walk(TableQuery(), limit: 10).prefix(10).map(\.id.description)
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<20 {
                group.addTask { try await read(TableQuery(), .first, limit: 10).rows.map(\.id.description) }
            }
            for try await other in group { try require(other == names, "Many requests at a time return other rows.") }
        }
    }

    /// Checks that a copy for an export shows the old rows after a change.
    private func checkCopy(of names: [String]) async throws {
        guard let change, let copy = try await source.frozen() else { return }
        _ = try await read(TableQuery(), .first, limit: 7, of: copy)
        try await change()
        let later = try await walk(TableQuery(), limit: 100, of: copy).map(\.id.description)
        try require(
            names.prefix(Self.maxRows) == later.prefix(Self.maxRows),
            "The copy of the source shows rows as they are after a change.")
    }
}

extension [String] {
    /// The first text that is there more than once.
    fileprivate var repeated: String {
        var seen: Set<String> = []
        return first { !seen.insert($0).inserted } ?? ""
    }
}
