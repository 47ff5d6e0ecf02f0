import Essentials

extension TableView {
    /// The result of a query, or the work that must end before there is one.
    enum Arranging: Sendable {
        /// The result is known.
        case ready(QueryResult)
        /// The result must be computed. Await the closure, then ask again.
        case awaiting(@TableActor @Sendable () async throws -> Void)
    }

    /// Returns the rows that match a query, in its order, or the work that computes them.
    ///
    /// The data source is asked first, with `rowsInSection matching`. If it returns nil, the table reads the cells
    /// itself, at most 100,000. Results are cached until the table changes.
    ///
    /// - Parameter query: The query.
    /// - Throws: ``TableViewError`` with `notQueryable` or `noSuchColumn`.
    func arrangement(for query: TableQuery) throws -> Arranging {
        try check(query)
        if let own = context.arrangement, own.query == query { return .ready(own) }
        if let known = queryResults.arrangement(of: query, revision: revision) { return .ready(known) }
        let outer = context.reads
        context.reads = []
        defer { context.reads.formUnion(outer) }
        guard let sections = try arrangedSections(for: query) else {
            return .awaiting { [self, request = context.request] in
                try await queryResults.reads.run(query) { try await self.arrange(by: query, for: request) }
            }
        }
        let arrangement = QueryResult(query, sections: sections)
        // A result that depends on the visitor is cached for this request only.
        if context.reads.isEmpty, answers.owner == nil {
            queryResults.insert(arrangement, revision: revision)
        } else {
            context.arrangement = arrangement
        }
        return .ready(arrangement)
    }

    /// Returns the matching rows of each section; nil if some have to be awaited.
    private func arrangedSections(for query: TableQuery) throws -> [(section: Int, rows: [Int32])]? {
        var matcher = RowMatcher(query, columns: queryColumns)
        var budget = Self.searchLimit
        var sections: [(section: Int, rows: [Int32])] = []
        for section in 0..<numberOfSections {
            switch dataSource?.tableView(self, rowsInSection: section, matching: query) {
            case .awaiting:
                if let filter = query.filters.first(where: \.ranksRows) { throw filter.cannotRank }
                return nil
            case .rows(let rows):
                if let filter = query.filters.first(where: \.ranksRows) { throw filter.cannotRank }
                sections.append((section, existing(rows, inSection: section)))
            case nil: sections.append((section, try rows(inSection: section, by: &matcher, &budget)))
            }
        }
        if sections.allSatisfy(\.rows.isEmpty) { try matcher.checkValues() }
        return sections
    }

    private func arrange(by query: TableQuery, for request: TableRequest) async throws {
        let start = revision
        var matcher = RowMatcher(query, columns: queryColumns)
        var budget = Self.searchLimit
        var sections: [(section: Int, rows: [Int32])] = []
        for section in 0..<numberOfSections {
            let outcome = try answering(request) { () -> TableRowOrder in
                try dataSource?.tableView(self, rowsInSection: section, matching: query)
                    ?? .rows(rows(inSection: section, by: &matcher, &budget))
            }
            guard outcome.reads.isEmpty else {
                throw TableViewError(
                    .notQueryable,
                    "This table cannot be sorted or searched: its rows differ by visitor and are loaded on demand.")
            }
            switch outcome.result {
            case .rows(let rows): sections.append((section, existing(rows, inSection: section)))
            case .awaiting(let work):
                sections.append((section, existing(try await Self.offTree(work), inSection: section)))
            }
            // The table has changed, so the row numbers found so far are stale.
            guard revision == start else { return }
        }
        if sections.allSatisfy(\.rows.isEmpty) { try matcher.checkValues() }
        queryResults.insert(QueryResult(query, sections: sections), revision: start)
    }

    @concurrent
    private static func offTree(_ work: @Sendable () async throws -> [Int32]) async throws -> [Int32] {
        try await work()
    }

    /// Returns the rows without those that do not exist. A data source may be ahead of its announcements.
    private func existing(_ rows: [Int32], inSection section: Int) -> [Int32] {
        let count = numberOfRows(inSection: section)
        guard rows.contains(where: { !(0..<count).contains(Int($0)) }) else { return rows }
        return rows.filter { (0..<count).contains(Int($0)) }
    }

    /// Returns the matching rows of a section, by reading every cell.
    private func rows(
        inSection section: Int, by matcher: inout RowMatcher, _ budget: inout Int
    ) throws(TableViewError) -> [Int32] {
        let count = numberOfRows(inSection: section)
        budget -= count
        guard budget >= 0 else {
            throw TableViewError(
                .notQueryable, "This table is too long to sort or search: it has more than \(Self.searchLimit) rows.")
        }
        var found: [(row: Int32, keys: [SortValue], ranked: [FieldValue])] = []
        // 64 rows at a time, because each question may pass through the whole tree.
        for start in stride(from: 0, to: count, by: 64) {
            let indexPaths = (start..<min(start + 64, count)).map { IndexPath(row: $0, section: section) }
            guard prefetch(rowsAt: indexPaths) == nil else {
                throw TableViewError(
                    .notQueryable, "This table cannot be sorted or searched: its rows are loaded on demand.")
            }
            for indexPath in indexPaths {
                guard let cell = cellForRow(at: indexPath), matcher.matches(cell) else { continue }
                found.append((Int32(indexPath.row), matcher.keys(of: cell), matcher.rankedValues(of: cell)))
            }
        }
        // Rows that are equal keep their order.
        if found.first?.keys.isEmpty == false {
            found.sort { matcher.precedes($0.keys, $1.keys) ?? ($0.row < $1.row) }
        }
        return matcher.ranked(found, by: \.ranked).map(\.row)
    }
}
