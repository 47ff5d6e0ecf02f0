public import CascadingTable

/// A row of a table of a database.
public struct DatabaseRow: Sendable, Identifiable {
    /// The identifier of the row: its key as a text, such as `42`.
    public let id: String
    /// The cell that shows all values of the row.
    public let cell: TableViewCell

    package init(id: String, cell: TableViewCell) { (self.id, self.cell) = (id, cell) }

    /// The value of a column; null if there is no such column.
    public subscript(column: String) -> FieldValue { cell.fields.first { $0.name == column }?.value ?? .null }
}

/// The rows of a table or view of a database, for a `RowSourceController` with cells and actions of your own.
///
/// ```swift
/// final class OrdersController: RowSourceController<DatabaseRows> {
///     override func cell(for order: DatabaseRow) -> TableViewCell { order.cell }
/// }
///
/// let orders = try await database.rows(of: "orders")
/// server.mount("/orders/", OrdersController(orders))
/// ```
///
/// It sorts, filters, searches, counts and pages as the table of the database does, and groups if ``groupsByDatabase`` is
/// true. An export reads one state.
public struct DatabaseRows: RowSource {
    private let source: any RelationSource
    /// A Boolean value that indicates whether the rows are those of one state of the database.
    private let isFrozen: Bool
    /// A Boolean value that indicates whether the database groups the rows, by its own values. Default: false.
    ///
    /// Otherwise the table groups the cells that it shows, up to 100,000. Set it to true if cells hide no value of a column.
    public var groupsByDatabase = false

    /// - Parameters:
    ///   - source: All rows of a relation.
    ///   - title: The name of the relation.
    /// - Throws: An error of the kind `notFound` if there is no such relation; `TableViewError` with `notQueryable` if its
    ///   rows have no key.
    package init(_ source: any RelationSource, named title: String) async throws {
        (self.source, isFrozen) = (source, false)
        guard try await source.read(within: source.openingTime, isLong: false, { $0.readsByKey }) else {
            throw TableViewError(
                .notQueryable, "The rows of \(title) have no key. Say which columns identify them.")
        }
    }

    private init(frozen source: any RelationSource) { (self.source, isFrozen) = (source, true) }

    /// Returns the source with the relation as the database describes it now.
    ///
    /// - Parameter age: The time since which it was described at most; nil for a moment.
    private func source(describedWithin age: Duration?) async throws -> any RelationSource {
        isFrozen ? source : try await source.described(within: age)?.source ?? source
    }

    private func read<Result: Sendable>(
        _ query: TableQuery = TableQuery(), within time: Duration? = nil,
        _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) async throws -> Result {
        func read(describedWithin age: Duration?) async throws -> Result {
            var source = try await source(describedWithin: age)
            if !query.isEmpty { source = try await source.answering(query).source }
            return try await source.read(within: time, isLong: false, body)
        }
        do { return try await read(describedWithin: nil) } catch  where source.isOfOldDescription(error) {
            // The columns of a moment ago are gone.
            return try await read(describedWithin: .zero)
        }
    }

    /// Everything; groups if ``groupsByDatabase`` is true.
    public var capabilities: RowCapabilities { groupsByDatabase ? [.all, .groups] : .all }

    /// The columns of the table, as the database describes them.
    public func columns() async throws -> [TableViewColumn] { try await read { $0.relation.tableViewColumns } }

    /// Reads some rows. Those at a number take time in proportion to it.
    public func rows(_ request: RowRequest<String>) async throws -> RowPage<DatabaseRow> {
        do {
            var page = try await read(request.query) { try await $0.page(answering: request) }
            if request.query.isEmpty, case .atLeast = page.count,
                let count = try await quickCount(in: page.state)
            {
                page.count = .exact(count)
            }
            return page
        } catch let error as any TableDatabaseError where error.isOfMissingRow {
            throw TableViewError(.noSuchRow, error.message)
        }
    }

    /// Counts all rows of a state, if that takes a moment.
    private func quickCount(in state: (any Hashable & Sendable)?) async throws -> Int? {
        let found = try await resultIfQuick(
            within: source.limits.countTimeout, isTimeout: { [source] in source.isTimeout($0) }
        ) {
            try await read(within: source.limits.longTime) { ($0.state, try await $0.count(within: nil)) }
        }
        return found?.0 == state as? RelationState ? found?.1 : nil
    }

    /// Groups rows as the database does; nil if that takes too long.
    public func groups(_ request: GroupRequest) async throws -> [[FieldValue]]? {
        let limits = source.limits
        let time = request.grouping.isComplete ? limits.completeGroupingTimeout : limits.groupingTimeout
        do {
            return try await read(within: time) { try await $0.collect(request, into: GroupList())?.groups }
        } catch  where source.isTimeout(error) && !request.grouping.isComplete { return nil }
    }

    /// Returns the rows in one state of the database, for an export.
    public func frozen() async throws -> DatabaseRows? {
        DatabaseRows(frozen: try await source(describedWithin: .zero).snapshot())
    }
}

extension RelationRows {
    fileprivate func page(answering request: RowRequest<String>) async throws -> RowPage<DatabaseRow> {
        var rank: Int?
        let place: RelationReader.Place
        switch request.position {
        case .first: (place, rank) = (.first, 0)
        case .after(let key): place = .after(key)
        case .before(let key): place = .before(key)
        case .at(let number): rank = max(number, 0); place = .offset(max(number, 0))
        case .around(let key):
            do {
                let number = max(try await self.rank(ofRowNamed: key, atMost: nil) - request.limit / 2, 0)
                (place, rank) = (.offset(number), number)
            } catch let error as any VisitorFacingError where error.isOfMissingRow {
                return RowPage([], hasEarlier: false, hasLater: false, state: state)
            }
        }
        let page = try await page(place, limit: max(request.limit, 1))
        let rows = (0..<page.batch.count).map { place in
            var cell = page.batch.cell(at: place)
            // The page of a row is one of the table of the database.
            (cell.link, cell.accessory) = (nil, .none)
            return DatabaseRow(id: page.batch.identifier(at: place) ?? "", cell: cell)
        }
        var result = RowPage(
            rows, hasEarlier: page.hasEarlier, hasLater: page.hasLater, rank: rank, state: state)
        if !page.hasEarlier, !page.hasLater {
            result.count = .exact(rows.count)
        } else if request.countsRows {
            let (count, accuracy) = try await quickCount()
            result.count =
                switch accuracy {
                case .exact: .exact(count)
                case .moreThan: .atLeast(count + 1)
                case .about: .about(count)
                }
        }
        return result
    }
}

extension VisitorFacingError {
    /// A Boolean value that indicates whether a query does not have the row of a key.
    fileprivate var isOfMissingRow: Bool {
        (self as? TableViewError)?.code == .noSuchRow || (self as? any TableDatabaseError)?.isOfMissingRow == true
    }
}
