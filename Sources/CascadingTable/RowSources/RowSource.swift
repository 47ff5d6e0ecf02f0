/// Rows that live outside of memory, such as in a database or behind a service.
///
/// A source is asked for some rows after a key, and may wait. Only ``rows(_:)`` must be written:
///
/// ```swift
/// struct Orders: RowSource {
///     let database: DatabasePool
///     var capabilities: RowCapabilities { .all }
///
///     func rows(_ request: RowRequest<Int64>) async throws -> RowPage<Order> { … }
/// }
/// ```
///
/// Show it with a ``RowSourceController``. The methods are called outside of ``TableActor``, many at a time. A call is
/// cancelled when no client waits for it any more.
public protocol RowSource: Sendable {
    /// The type of the rows. The text of `id` names a row in addresses, so it must read back as the same `id`.
    associatedtype Row: Identifiable & Sendable where Row.ID: LosslessStringConvertible & Sendable

    /// The parts of a request that the source can answer. Default: none.
    var capabilities: RowCapabilities { get }

    /// Returns the columns of the table. It is called once for each controller.
    ///
    /// - Returns: The columns in the order in which they are shown. Default: none.
    /// - Throws: Any error. It fails the requests that wait for rows.
    func columns() async throws -> [TableViewColumn]

    /// Reads some rows.
    ///
    /// - Parameter request: The query, the position and the number of the rows.
    /// - Returns: The rows in the order of the query, all read in one state.
    /// - Throws: Any error. It fails the requests that wait for the rows. Throw ``TableViewError`` with `noSuchRow` if
    ///   the rows after or before a key cannot be found, because its row is gone.
    func rows(_ request: RowRequest<Row.ID>) async throws -> RowPage<Row>

    /// Groups rows, such as by SQL. It is called only with ``RowCapabilities/groups``.
    ///
    /// The groups have the values of the source, and not those that cells show to a visitor. Everybody gets the same.
    ///
    /// - Parameter request: The rows, and the keys and aggregates of their groups.
    /// - Returns: The groups in the order of the request, each as ``GroupRequest`` describes it. Default: nil; then the table
    ///   reads the rows and groups them, all of them or the first ones.
    /// - Throws: ``TableViewError`` with `notQueryable` for columns that cannot be grouped so; any other error.
    func groups(_ request: GroupRequest) async throws -> [[FieldValue]]?

    /// Returns a copy of the source whose rows never change, for one export.
    ///
    /// Without a copy, an export compares the ``RowPage/state`` of all pages, and ends with an error if it changes.
    ///
    /// - Returns: The copy, such as one with a snapshot of the database. Default: nil, there is none.
    /// - Throws: Any error. It ends the export.
    func frozen() async throws -> Self?
}

extension RowSource {
    /// Nothing but rows in their own order.
    public var capabilities: RowCapabilities { [] }
    /// No columns.
    public func columns() async throws -> [TableViewColumn] { [] }
    /// Groups no rows. The table reads them instead.
    public func groups(_ request: GroupRequest) async throws -> [[FieldValue]]? { nil }
    /// No copy.
    public func frozen() async throws -> Self? { nil }
}

/// The parts of a ``RowRequest`` that a ``RowSource`` can answer.
///
/// A table offers visitors only what its source can do.
public struct RowCapabilities: OptionSet, Sendable, Hashable {
    /// The capabilities as bits.
    public let rawValue: Int
    /// Creates a set of capabilities from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The source sorts by the columns of ``TableQuery/sort``.
    public static let sorts = RowCapabilities(rawValue: 1 << 0)
    /// The source returns only rows that match ``TableQuery/conditions``.
    public static let filters = RowCapabilities(rawValue: 1 << 1)
    /// The source returns only rows that contain the words of ``TableQuery/search``.
    public static let searches = RowCapabilities(rawValue: 1 << 2)
    /// The source counts the rows of a query if ``RowRequest/countsRows`` is true.
    public static let counts = RowCapabilities(rawValue: 1 << 3)
    /// The source knows how many rows come before a row: it sets ``RowPage/rank``, and reads at a rank and around a
    /// key.
    ///
    /// Without it, a page in the middle is reached by reading all rows before it, unless a page beside it was read.
    public static let ranks = RowCapabilities(rawValue: 1 << 4)
    /// The source groups rows itself. Without it, the table groups the cells, up to 100,000.
    public static let groups = RowCapabilities(rawValue: 1 << 5)
    /// Everything but groups.
    public static let all: RowCapabilities = [.sorts, .filters, .searches, .counts, .ranks]

    /// The queries that visitors can make.
    var queryOptions: TableQueryOptions {
        var options: TableQueryOptions = []
        if contains(.sorts) { options.insert(.sorting) }
        if contains(.filters) { options.insert(.filtering) }
        if contains(.searches) { options.insert(.searching) }
        return options
    }
}

/// A request for some rows of a ``RowSource``.
public struct RowRequest<Key: Hashable & Sendable>: Sendable, Hashable {
    /// The filters, the search and the order of the rows. An empty query means all rows in the source's own order.
    public var query: TableQuery
    /// The place of the rows in that order.
    public var position: Position
    /// The maximum number of rows to return, at least 1.
    public var limit: Int
    /// A Boolean value that indicates whether ``RowPage/count`` is needed. Otherwise return `unknown` to save the time.
    public var countsRows: Bool

    /// A place in the order of a query.
    public enum Position: Sendable, Hashable {
        /// The first rows.
        case first
        /// The rows directly after the row with a key.
        case after(Key)
        /// The rows directly before the row with a key, in the order of the query.
        case before(Key)
        /// The rows after a number of rows. Only for sources with ``RowCapabilities/ranks``.
        case at(Int)
        /// Rows before, at and after the row with a key; no rows if there is no such row.
        ///
        /// Only for sources with ``RowCapabilities/ranks``.
        case around(Key)
    }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - query: The filters, the search and the order. Default: all rows.
    ///   - position: The place of the rows. Default: the first rows.
    ///   - limit: The maximum number of rows. Default: 100.
    ///   - countsRows: Whether the number of all rows is needed. Default: true.
    public init(
        query: TableQuery = TableQuery(), position: Position = .first, limit: Int = 100, countsRows: Bool = true
    ) {
        self.query = query
        self.position = position
        self.limit = limit
        self.countsRows = countsRows
    }
}

/// Some rows of a ``RowSource``, and where they stand among all rows of the query.
public struct RowPage<Row: Identifiable & Sendable>: Sendable {
    /// The rows, in the order of the query.
    public var rows: [Row]
    /// A Boolean value that indicates whether the query has rows before these.
    public var hasEarlier: Bool
    /// A Boolean value that indicates whether the query has rows after these.
    public var hasLater: Bool
    /// The number of rows of the query before the first of these rows; nil if it is unknown.
    public var rank: Int?
    /// The number of all rows of the query.
    public var count: Count
    /// The state of the data in which everything on this page was read, such as a version; nil if there is none.
    ///
    /// Equal states must mean equal rows. If a page has another state than the pages before it, the table is reloaded.
    public var state: (any Hashable & Sendable)?

    /// The number of rows of a query.
    public enum Count: Sendable, Hashable {
        /// There are exactly so many rows.
        case exact(Int)
        /// There are so many rows or more.
        case atLeast(Int)
        /// There are about so many rows.
        case about(Int)
        /// The number is unknown.
        case unknown
    }

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - rows: The rows, in the order of the query.
    ///   - hasEarlier: Whether there are rows before these.
    ///   - hasLater: Whether there are rows after these.
    ///   - rank: The number of rows before these. Default: nil, unknown.
    ///   - count: The number of all rows of the query. Default: unknown.
    ///   - state: The state of the data. Default: nil, none.
    public init(
        _ rows: [Row], hasEarlier: Bool, hasLater: Bool, rank: Int? = nil, count: Count = .unknown,
        state: (any Hashable & Sendable)? = nil
    ) {
        self.rows = rows
        self.hasEarlier = hasEarlier
        self.hasLater = hasLater
        self.rank = rank
        self.count = count
        self.state = state
    }

    /// Creates the page of a request from all rows of its query, for a source whose rows are in memory.
    ///
    /// - Parameters:
    ///   - rows: All rows that match the query of the request, in its order.
    ///   - request: The request, whose query is not looked at.
    ///   - state: The state of the data. Default: nil, none.
    /// - Throws: ``TableViewError`` with `noSuchRow` if the request names a row that is not among the rows.
    public init(
        of rows: [Row], for request: RowRequest<Row.ID>, state: (any Hashable & Sendable)? = nil
    ) throws(TableViewError) where Row.ID: Sendable {
        func place(of key: Row.ID) throws(TableViewError) -> Int {
            guard let place = rows.firstIndex(where: { $0.id == key }) else {
                throw TableViewError(.noSuchRow, "There is no row \"\(String(describing: key))\".")
            }
            return place
        }
        let limit = max(request.limit, 0)
        var range: Range<Int>
        switch request.position {
        case .first: range = 0..<min(limit, rows.count)
        case .at(let rank):
            let start = min(max(rank, 0), rows.count)
            range = start..<start + min(limit, rows.count - start)
        case .after(let key):
            let start = try place(of: key) + 1
            range = start..<start + min(limit, rows.count - start)
        case .before(let key):
            let end = try place(of: key)
            range = max(end - limit, 0)..<end
        case .around(let key):
            guard let place = rows.firstIndex(where: { $0.id == key }) else {
                range = 0..<0
                break
            }
            let start = max(place - limit / 2, 0)
            range = start..<start + min(limit, rows.count - start)
        }
        self.init(
            Array(rows[range]), hasEarlier: range.lowerBound > 0, hasLater: range.upperBound < rows.count,
            rank: range.lowerBound, count: .exact(rows.count), state: state)
    }
}
