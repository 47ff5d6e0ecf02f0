import Bytes
import CascadingTable
import MicroHTTPD

/// The groups or statistics of an address.
///
///     _group=carrier&_group=month&_mean=dep_delay
///
/// Aggregates have the names of their functions. `_avg` means the same as `_mean`.
struct GroupParameters: Hashable {
    private var keys: [ExactString] = []
    /// The ranges of the keys, in their order; empty for none.
    private var bins: [ExactString] = []
    private var aggregates: [TableQuery.Grouping.Aggregate] = []
    private var statistics: [ExactString] = []
    /// A Boolean value that indicates whether all rows are read, however long that takes (`_complete=1`).
    var isComplete = false

    static let parameters =
        [
            QueryParameter(column: "_group", "A row for each value of this column.", needs: .filtering),
            QueryParameter("_bin", .text, "The ranges of the values.", isRepeated: true, needs: .filtering),
        ]
        + Function.allCases.flatMap { [$0.rawValue, $0.alias].compactMap(\.self) }.map {
            QueryParameter(column: "_\($0)", "The \($0) of this column in each group.", needs: .filtering)
        }
        + [
            QueryParameter(column: "_stats", "A summary of the values of this column.", needs: .filtering),
            QueryParameter("_complete", .flag, "Groups all rows, however long that takes."),
        ]
    private static let names = Set(parameters.map(\.name))
    private typealias Function = TableQuery.Grouping.Aggregate.Function

    init() {}

    init(_ grouping: TableQuery.Grouping) {
        keys = grouping.keys.map { ExactString($0.column) }
        if grouping.keys.contains(where: { $0.bin != nil }) {
            bins = grouping.keys.map { ExactString($0.bin?.text ?? "") }
        }
        (aggregates, statistics) = (grouping.aggregates, grouping.statistics)
    }

    /// Takes an item of a query. Returns false if the item does not belong to groups.
    mutating func take(_ item: Query.Item) throws -> Bool {
        switch item.name {
        case "_group": keys.append(ExactString(item.value))
        case "_bin": bins.append(ExactString(item.value))
        case "_stats": statistics.append(ExactString(item.value))
        case "_complete": isComplete = try item.flag()
        default:
            guard Self.names.contains(item.name),
                let function = Function(rawValue: String(item.name.dropFirst()))
            else { return false }
            aggregates.append(.init(function, of: item.value))
        }
        return true
    }

    /// Returns the groups or statistics; nil for rows.
    ///
    /// - Throws: ``ProblemDetails`` 400 for invalid ranges.
    func grouping() throws -> TableQuery.Grouping? {
        guard !keys.isEmpty || !bins.isEmpty || !aggregates.isEmpty || !statistics.isEmpty else { return nil }
        guard bins.count <= keys.count else {
            throw ProblemDetails(.badRequest, "Each _bin needs a _group. The first _bin is for the first _group.")
        }
        var grouping = TableQuery.Grouping(statisticsOf: statistics.map(\.wrappedValue))
        grouping.aggregates = aggregates
        for (place, key) in keys.enumerated() {
            let bin = bins.indices.contains(place) ? try Self.bin(bins[place].wrappedValue) : nil
            grouping.keys.append(.init(key.wrappedValue, bin: bin))
        }
        grouping.isComplete = isComplete
        return grouping
    }

    private static func bin(_ text: String) throws -> TableQuery.Grouping.Bin? {
        switch text {
        case "": return nil
        case "year": return .year
        case "month": return .month
        case "day": return .day
        default:
            guard text.utf8.count <= 32, let width = Double(text), width.isFinite, width >= 1e-300 else {
                throw ProblemDetails(
                    .badRequest, "_bin must be year, month, day or a number above 0, such as 10.",
                    errors: ["_bin=\(text)"])
            }
            return .range(width)
        }
    }

    /// A Boolean value that indicates whether a link can show the groups. It cannot show statistics.
    var areShared: Bool { statistics.isEmpty }

    /// Returns whether the groups have other columns.
    func areOther(than other: GroupParameters) -> Bool {
        var other = other
        other.isComplete = isComplete
        return self != other
    }

    /// The items of an address for these parameters.
    var items: [Query.Item] {
        var items = keys.map { Query.Item(name: "_group", value: $0.wrappedValue) }
        items += bins.map { .init(name: "_bin", value: $0.wrappedValue) }
        items += aggregates.map { .init(name: "_\($0.function.rawValue)", value: $0.column) }
        items += statistics.map { .init(name: "_stats", value: $0.wrappedValue) }
        if isComplete { items.append(.init(name: "_complete", value: "1")) }
        return items
    }
}

extension TableQuery.Grouping.Bin {
    /// The value of `_bin` for these ranges.
    fileprivate var text: String {
        switch self {
        case .year: "year"
        case .month: "month"
        case .day: "day"
        case .range(let width): ByteWriter.text { _ = $0.decimal(width) }
        }
    }
}
