import Bytes
import Essentials

/// A request for the groups of some rows, as a source of rows computes them.
///
/// A group is its keys, the number of its rows, its aggregates, and for each key the number of its values that are not
/// null. A key with ranges is the beginning of a date (`2026-01`) or the number of a range. Without keys, all rows are one
/// group, also if there are none.
public struct GroupRequest: Sendable {
    /// The filters and the search of the rows, and their groups.
    public package(set) var query: TableQuery
    /// The order of the groups: places in a group.
    public package(set) var order: [(place: Int, isAscending: Bool)]
    /// The maximum number of groups; nil for all.
    public package(set) var limit: Int?
    /// The number of rows that are grouped: the first ones; nil for all.
    package var rowLimit: Int?

    /// The keys and aggregates of the groups.
    public var grouping: TableQuery.Grouping { query.grouping ?? .init(by: []) }

    /// The number of the values of a group.
    var valueCount: Int { 2 * grouping.keys.count + 1 + grouping.aggregates.count }

    /// Creates the request of all groups of a query, in its order.
    package init(allOf query: TableQuery) {
        self.init(query: query, order: query.grouping?.order(by: query.sort) ?? [])
    }

    init(query: TableQuery, order: [(place: Int, isAscending: Bool)], limit: Int? = nil, rowLimit: Int? = nil) {
        (self.query, self.order, self.limit, self.rowLimit) = (query, order, limit, rowLimit)
    }
}

/// Takes the groups of a request one after the other.
package protocol GroupCollector: Sendable {
    mutating func add(_ group: [FieldValue]) throws
}

/// A data source that groups rows itself, such as by SQL. For others, the table reads all rows.
@TableActor
package protocol GroupingDataSource: TableViewDataSource {
    /// A Boolean value that indicates whether it groups rows at all. Default: true.
    var groupsRows: Bool { get }
    /// Passes the groups of a request to a collector.
    ///
    /// - Parameters:
    ///   - request: The groups. Those of all rows may take long if the grouping is complete.
    ///   - collector: Takes the groups.
    /// - Returns: The collector with all groups; nil if that takes too long.
    func tableView<Collector: GroupCollector>(
        _ tableView: TableView, collect request: GroupRequest, into collector: Collector
    ) async throws -> Collector?
}

extension GroupingDataSource {
    package var groupsRows: Bool { true }
}

/// The error of a data source that does not group rows. The table reads the rows instead.
struct UngroupedRowsError: Error {}

/// The groups of an answer.
package struct GroupList: GroupCollector {
    package private(set) var groups: [[FieldValue]] = []
    private var byteCount = 0
    /// The limit of the bytes of all groups.
    private static let maxBytes = 64 << 20

    package init() {}

    package mutating func add(_ group: [FieldValue]) throws {
        byteCount += 32 * (group.count + 1)
        for value in group {
            if case .text(let text) = value { byteCount += text.utf8.count }
        }
        guard byteCount <= Self.maxBytes else { throw TableViewError.tooManyValues }
        groups.append(group)
    }
}

/// Counts rows in memory by their groups.
struct GroupCounter {
    private let request: GroupRequest
    private var groups: [ExactString: Int] = [:]
    private var values: [[FieldValue]] = []
    private var totals: [[any AggregateTotal]] = []

    init(_ request: GroupRequest) { self.request = request }

    /// Adds a row.
    ///
    /// - Parameter value: Returns the value of a column.
    /// - Throws: ``TableViewError`` with `notQueryable` for bytes and other values that have no groups.
    mutating func add(_ value: (String) -> FieldValue) throws(TableViewError) {
        let (keys, aggregates) = (request.grouping.keys, request.grouping.aggregates)
        var group: [FieldValue] = []
        for key in keys {
            let value = value(key.column)
            if !value.hasGroups { throw .noGroups(ofColumn: key.column) }
            // NaN is no value, as for filters.
            group.append(key.bin.map { $0.key(of: value) } ?? (SortValue(value) == .null ? .null : value))
        }
        let name = ExactString(FieldValue.name(ofGroup: group.map { $0.numberOfText ?? $0 }))
        let place: Int
        if let known = groups[name] {
            place = known
            // A group of numbers and texts is shown as a number.
            for index in keys.indices where group[index].double != nil { values[place][index] = group[index] }
        } else {
            place = values.count
            groups[name] = place
            values.append(group + [.integer(0)] + keys.map { _ in .integer(0) })
            totals.append(aggregates.map { $0.function.makeTotal() })
        }
        values[place][keys.count].increment()
        for (index, key) in keys.enumerated() where SortValue(value(key.column)) != .null {
            values[place][keys.count + 1 + index].increment()
        }
        for (index, aggregate) in aggregates.enumerated() {
            let value = value(aggregate.column)
            if SortValue(value) != .null { try totals[place][index].add(value) }
        }
    }

    /// Passes the groups to a collector, in their order.
    func collect(into collector: inout some GroupCollector) throws {
        let count = request.grouping.keys.count
        var rows = values.indices.map { place in
            Array(values[place][...count]) + totals[place].map(\.value) + values[place][(count + 1)...]
        }
        // All rows are one group, also if there are none.
        if count == 0, rows.isEmpty {
            rows = [[.integer(0)] + request.grouping.aggregates.map { $0.function.makeTotal().value }]
        }
        if !request.grouping.having.isEmpty {
            rows = zip(rows, request.grouping.passingHaving(rows)).filter(\.1).map(\.0)
        }
        rows.sort { one, other in
            for (place, isAscending) in request.order {
                let order = SortValue(one[place]).compare(SortValue(other[place]))
                if order != 0 { return isAscending ? order < 0 : order > 0 }
            }
            return false
        }
        for row in rows.prefix(request.limit ?? .max) { try collector.add(row) }
    }
}

extension TableQuery.Grouping {
    /// Returns whether each group passes the filters.
    func passingHaving(_ groups: [[FieldValue]]) -> [Bool] {
        var folder = TextNormalizer()
        let tests = havingPlaces.map { ($0, FilterTest($1, &folder)) }
        return groups.map { group in tests.allSatisfy { place, test in test.matches(group[place], &folder) } }
    }
}

extension FieldValue {
    /// A Boolean value that indicates whether rows can be grouped by the value.
    fileprivate var hasGroups: Bool {
        switch self {
        case .bytes, .sparkline, .excerpt: false
        default: true
        }
    }

    /// The number that a text is written as, because filters find both alike; nil for other values.
    var numberOfText: FieldValue? {
        guard case .text(let text) = self, let number = FilterOperand(text).double.map(FieldValue.init(number:)),
            number.operand?.isExactly(text) == true
        else { return nil }
        return number
    }

    fileprivate mutating func increment() { if case .integer(let count) = self { self = .integer(count + 1) } }

    /// Returns a text for the values of a group that no other group has, as the identifier of its row.
    ///
    /// Texts that look like other values begin with `'`. Commas are escaped, because they separate values.
    static func name(ofGroup values: some Sequence<FieldValue>) -> String {
        values.map { value in
            switch value {
            case .null: return "~n"
            case .text(let text), .json(let text), .url(let text, _):
                let escaped = text.replacing("~", with: "~7E").replacing(",", with: "~2C")
                return FilterOperand(text).number != nil || text.isEmpty || text.utf8.first == 0x27
                    ? "'\(escaped)" : escaped
            case .date: return "~d\(value.operand ?? "")"
            case .boolean(let boolean): return boolean ? "1" : "0"
            case .number(let digits): return Double(digits).map { FieldValue(number: $0).operand ?? "~N" } ?? digits
            case .decimal(let decimal), .progress(let decimal):
                return decimal.isNaN ? "~n" : FieldValue(number: decimal).operand ?? "~N"
            case .integer(let integer): return String(integer)
            case .bytes, .sparkline, .excerpt: return "~x\(value.hashValue)"
            }
        }
        .joined(separator: ",")
    }
}

extension TableViewError {
    /// The error for rows that are grouped by values without groups.
    package static func noGroups(ofColumn column: String) -> TableViewError {
        TableViewError(
            .notQueryable,
            "Rows cannot be grouped by \"\(column)\": it has blobs or very long values. Group by texts, numbers or dates."
        )
    }
}
