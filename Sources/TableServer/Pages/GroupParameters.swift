import Bytes
import CascadingTable
import HTTPMessages

/// The groups or statistics of an address.
///
///     _group=carrier&_group=month&_mean=dep_delay
///
/// Aggregates have the names of their functions. `_avg` means the same as `_mean`. Without groups, they are figures of all
/// rows in the foot of the list.
struct GroupParameters: Hashable {
    private var keys: [ExactString] = []
    /// The columns whose values are columns of a cross table.
    private var across: [ExactString] = []
    /// The ranges of the keys, in their order; empty for none.
    private var bins: [ExactString] = []
    private var aggregates: [TableQuery.Grouping.Aggregate] = []
    /// The filters of groups, each a name with a value: `count__gt`.
    private(set) var having: [Query.Item] = []
    /// The way in which the first figure is compared with others.
    private var shownFigure: TableQuery.Grouping.ShownFigure?
    private var statistics: [ExactString] = []
    /// A Boolean value that indicates whether all rows are read, however long that takes (`_complete=1`).
    var isComplete = false

    static let parameters =
        [
            QueryParameter(column: "_group", "A row for each value of this column.", needs: .filtering),
            QueryParameter(column: "_across", "A column for each value of this column.", needs: .filtering),
            QueryParameter("_bin", .text, "The ranges of the values.", isRepeated: true, needs: .filtering),
            QueryParameter(
                "_having", .text, "Groups that pass this filter, such as `count__gt=1`.", isRepeated: true,
                needs: .filtering),
        ]
        + Function.allCases.flatMap { [$0.rawValue, $0.alias].compactMap(\.self) }.map {
            QueryParameter(
                column: "_\($0)", "The \($0) of this column in each group, or in all rows.", needs: .filtering)
        }
        + [
            QueryParameter(
                "_as", .choice(TableQuery.Grouping.ShownFigure.allCases.map(\.rawValue)),
                "Compares the first figure with those of other groups.", needs: .filtering),
            QueryParameter(column: "_stats", "A summary of the values of this column.", needs: .filtering),
            QueryParameter("_complete", .flag, "Groups all rows, however long that takes."),
        ]
    private static let names = Set(parameters.map(\.name))
    private typealias Function = TableQuery.Grouping.Aggregate.Function

    init() {}

    init(_ grouping: TableQuery.Grouping) {
        keys = grouping.keys.map { ExactString($0.column) }
        if grouping.isAcross { across = keys.popLast().map { [$0] } ?? [] }
        shownFigure = grouping.shownFigure
        having = grouping.having.map { Query.Item(name: $0.parameterName, value: $0.value) }
        if grouping.keys.contains(where: { $0.bin != nil }) {
            bins = grouping.keys.map { ExactString($0.bin?.word ?? "") }
        }
        (aggregates, statistics) = (grouping.aggregates, grouping.statistics)
    }

    /// Takes an item of a query. Returns false if the item does not belong to groups.
    mutating func take(_ item: Query.Item) throws -> Bool {
        switch item.name {
        case "_group":
            // The form of groups has an empty choice for no further column.
            if !item.value.isEmpty || keys.isEmpty { keys.append(ExactString(item.value)) }
        case "_across": across.append(ExactString(item.value))
        case "_having":
            guard having.count < TableQuery.maxFilters else {
                throw ProblemDetails(.badRequest, "A query can have at most \(TableQuery.maxFilters) filters.")
            }
            guard let filter = Query.Item(filter: item.value) else {
                throw ProblemDetails(
                    .badRequest, "_having must be a filter of groups, such as _having=count__gt=1.",
                    errors: ["_having=\(item.value)"])
            }
            having.append(filter)
        case "_as" where item.value.isEmpty: shownFigure = nil
        case "_as":
            guard let shown = TableQuery.Grouping.ShownFigure(rawValue: item.value) else {
                let known = TableQuery.Grouping.ShownFigure.allCases.map(\.rawValue).joined(separator: ", ")
                throw ProblemDetails(
                    .badRequest, "\(item.name) cannot be \"\(item.value)\". Use one of: \(known).",
                    errors: ["_as=\(item.value)"])
            }
            shownFigure = shown
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
    ///
    /// - Parameter ignoresHaving: Whether filters of groups are left out. Default: false.
    func grouping(ignoringHaving ignoresHaving: Bool = false) throws -> TableQuery.Grouping? {
        let all = keys + across
        guard
            !all.isEmpty || !bins.isEmpty || !statistics.isEmpty || !having.isEmpty || shownFigure != nil
        else {
            return nil
        }
        guard bins.dropFirst(all.count).allSatisfy({ $0.wrappedValue.isEmpty }) else {
            throw ProblemDetails(.badRequest, "Each _bin needs a _group. The first _bin is for the first _group.")
        }
        var grouping = TableQuery.Grouping(statisticsOf: statistics.map(\.wrappedValue))
        grouping.aggregates = aggregates
        grouping.isAcross = !across.isEmpty
        for (place, key) in all.enumerated() {
            let bin = bins.indices.contains(place) ? try Self.bin(bins[place].wrappedValue) : nil
            grouping.keys.append(.init(key.wrappedValue, bin: bin))
        }
        grouping.shownFigure = shownFigure
        grouping.having = ignoresHaving ? [] : try having.map { try FilterParameters.filter($0, grouping.columnNames) }
        grouping.isComplete = isComplete
        return grouping
    }

    private static func bin(_ text: String) throws -> TableQuery.Grouping.Bin? {
        if text.isEmpty { return nil }
        let named = TableQuery.Grouping.Bin.named
        guard let bin = named.first(where: { $0.word == text })?.bin else {
            guard text.utf8.count <= 32, let width = Double(text), width.isFinite, width >= 1e-300 else {
                let words = named.map(\.word).joined(separator: ", ")
                throw ProblemDetails(
                    .badRequest, "_bin must be \(words), or a number above 0, such as 10.", errors: ["_bin=\(text)"])
            }
            return .range(width)
        }
        return bin
    }

    /// Adds what a form says: figures, and whether the values of the last column are columns.
    mutating func add(_ figures: [TableQuery.Grouping.Aggregate], isAcross: Bool) {
        aggregates += figures.filter { !aggregates.contains($0) }
        if isAcross, keys.count == 2 { across.append(keys.removeLast()) }
    }

    mutating func add(having item: Query.Item) { having.append(item) }
    /// The filters of groups as parameters.
    var havingItems: [Query.Item] { having.map { .init(name: "_having", value: "\($0.name)=\($0.value)") } }
    /// Leaves out the filters of groups that do not name some figures.
    mutating func keepHaving(of names: [String]) {
        guard !isAcross else { return having = [] }
        having.removeAll { item in
            let column = TableQuery.Filter.split(item.name)?.column ?? item.name
            return !names.contains(where: column.isExactly)
        }
    }

    /// The figures in the foot of a list; none for groups.
    var figures: [TableQuery.Grouping.Aggregate] {
        get { isOfList ? aggregates : [] }
        set { aggregates = newValue }
    }

    private var isOfList: Bool { keys.isEmpty && across.isEmpty && statistics.isEmpty }

    /// A Boolean value that indicates whether there are groups.
    var areShown: Bool { !keys.isEmpty }

    /// A Boolean value that indicates whether the groups are a cross table.
    var isAcross: Bool { !across.isEmpty }

    mutating func removeHaving(at index: Int) { having.remove(at: index) }

    /// A Boolean value that indicates whether a link can show the groups. It cannot show statistics.
    var areShared: Bool { statistics.isEmpty && across.isEmpty && shownFigure == nil }

    /// Returns whether the rows have other columns.
    func areOther(than other: GroupParameters) -> Bool {
        var other = other
        other.isComplete = isComplete
        if isOfList, other.isOfList { other.aggregates = aggregates }
        return self != other
    }

    /// The items of an address for these parameters.
    var items: [Query.Item] {
        var items = keys.map { Query.Item(name: "_group", value: $0.wrappedValue) }
        items += across.map { .init(name: "_across", value: $0.wrappedValue) }
        let last = bins.lastIndex { !$0.wrappedValue.isEmpty } ?? -1
        items += bins[...last].map { .init(name: "_bin", value: $0.wrappedValue) }
        items += aggregates.map { .init(name: "_\($0.function.rawValue)", value: $0.column) }
        if let shownFigure { items.append(.init(name: "_as", value: shownFigure.rawValue)) }
        items += havingItems
        items += statistics.map { .init(name: "_stats", value: $0.wrappedValue) }
        if isComplete { items.append(.init(name: "_complete", value: "1")) }
        return items
    }
}

extension Query.Item {
    /// Reads a filter that is the value of a parameter: `count__gt=1`; nil for a text without `=`.
    init?(filter text: String) {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        self.init(name: String(text[..<mark]), value: String(text[text.utf8.index(after: mark)...]))
    }
}
