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
/// It sorts, filters, searches, counts and pages as the table of the database does. An export reads one state.
public struct DatabaseRows: RowSource {
    private let name: RelationName
    private let driver: any RelationDriver
    private var limits: RelationLimits
    /// Runs statements in the snapshot of an export; nil for the connections of the database.
    private var run: RelationReader.Run?

    /// - Throws: An error of the kind `notFound` if there is no such relation; `TableViewError` with `notQueryable` if its
    ///   rows have no key.
    package init(of name: RelationName, in driver: any RelationDriver) async throws {
        (self.name, self.driver, limits) = (name, driver, driver.limits)
        guard try await reader(of: TableQuery()).readsByKey else {
            throw TableViewError(
                .notQueryable, "The rows of \(name.title) have no key. Say which columns identify them.")
        }
    }

    private func reader(of query: TableQuery) async throws -> RelationReader {
        let relation = try await driver.relation(name, readWithin: nil)
        return try RelationReader(relation, query, of: driver, limits: limits, run: run)
    }

    /// Everything.
    public var capabilities: RowCapabilities { .all }

    /// The columns of the table, as the database describes them.
    public func columns() async throws -> [TableViewColumn] {
        try await reader(of: TableQuery()).relation.tableViewColumns
    }

    /// Reads some rows. Those at a number take time in proportion to it.
    public func rows(_ request: RowRequest<String>) async throws -> RowPage<DatabaseRow> {
        let reader = try await reader(of: request.query)
        var rank: Int?
        let place: RelationReader.Place
        switch request.position {
        case .first: (place, rank) = (.first, 0)
        case .after(let key): place = .after(key)
        case .before(let key): place = .before(key)
        case .at(let number): rank = max(number, 0); place = .offset(max(number, 0))
        case .around(let key):
            do {
                let number = max(try await reader.rank(ofRowNamed: key, atMost: nil) - request.limit / 2, 0)
                (place, rank) = (.offset(number), number)
            } catch let error as TableViewError where error.code == .noSuchRow {
                return RowPage([], hasEarlier: false, hasLater: false)
            }
        }
        let page = try await reader.page(place, limit: max(request.limit, 1))
        let rows = (0..<page.batch.count).map { place in
            var cell = page.batch.cell(at: place)
            // The page of a row is one of the table of the database.
            (cell.link, cell.accessory) = (nil, .none)
            return DatabaseRow(id: page.batch.identifier(at: place) ?? "", cell: cell)
        }
        var result = RowPage(rows, hasEarlier: page.hasEarlier, hasLater: page.hasLater, rank: rank)
        if !page.hasEarlier, !page.hasLater {
            result.count = .exact(rows.count)
        } else if request.countsRows {
            let (count, accuracy) = try await reader.quickCount()
            result.count = accuracy == .exact ? .exact(count) : .about(count)
        }
        return result
    }

    /// Returns the rows in one state of the database, for an export.
    public func frozen() async throws -> DatabaseRows? {
        let snapshot = try await driver.beginSnapshot()
        var copy = self
        copy.run = { try await snapshot.run($0, within: $1) }
        copy.limits.maxValueBytes = .max
        copy.limits.queryTimeout = limits.longTime
        return copy
    }
}
