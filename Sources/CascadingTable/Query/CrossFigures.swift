import Bytes

/// The figures of a cross table, by the names of their row and their column; nil stands for all of them.
struct CrossFigures {
    typealias Place = (row: ExactString?, column: ExactString?)
    fileprivate struct Key: Hashable {
        var row, column: ExactString?
    }

    private let figure: TableQuery.Grouping.Aggregate?
    private var totals: [Key: [any AggregateTotal]] = [:]
    private var values: [Key: FieldValue] = [:]
    /// The numbers of values of the keys that are not null.
    var nonNulls = NonNulls()

    struct NonNulls {
        fileprivate var counts: [Key: Int64] = [:]

        /// The number for a row or a column.
        subscript(place: (row: FieldValue?, column: FieldValue?)) -> Int64 {
            counts[Key(row: place.row.map(CrossTable.name), column: place.column.map(CrossTable.name))] ?? 0
        }
    }

    init(_ figure: TableQuery.Grouping.Aggregate?) { self.figure = figure }

    private typealias Function = TableQuery.Grouping.Aggregate.Function

    /// The number of aggregates of each group.
    var partCount: Int { figure.map { $0.function.parts?.count ?? 1 } ?? 0 }

    /// Adds the group at a place to the figures of its row, of its column, and of all.
    mutating func add(_ group: [FieldValue], to place: (ExactString, ExactString), nonNulls counts: [FieldValue]) {
        let parts = figure == nil ? [group[2]] : Array(group[3..<3 + partCount])
        let functions = figure.map { $0.function.parts ?? [$0.function] } ?? [.count]
        if functions.count == 1 { values[Key(row: place.0, column: place.1)] = parts[0] }
        for (index, key) in [Key(row: place.0), Key(column: place.1)].enumerated() {
            if case .integer(let count) = counts[index] { nonNulls.counts[key, default: 0] += count }
        }
        guard figure.map({ $0.function.parts != nil }) ?? true else { return }
        for key in [Key(row: place.0, column: place.1), Key(row: place.0), Key(column: place.1), Key()] {
            var sums = totals[key] ?? functions.map { $0.isCount ? Function.sum.makeTotal() : $0.makeTotal() }
            // No part holds values, so that none can be too many.
            for (index, value) in parts.enumerated() where value != .null { try? sums[index].add(value) }
            totals[key] = sums
        }
    }

    /// Sets a figure that does not follow from others.
    mutating func set(_ value: FieldValue, for place: Place) {
        values[Key(row: place.row, column: place.column)] = value
    }

    /// The number of decimals that pages show of means.
    var decimals: Int {
        let total = value(nil, nil).double?.magnitude ?? 0
        return total >= 1 || total == 0 ? 2 : total >= 0.01 ? 4 : 8
    }

    func value(_ row: ExactString?, _ column: ExactString?) -> FieldValue {
        let key = Key(row: row, column: column)
        if let value = values[key] { return value }
        guard let sums = totals[key] else { return .null }
        guard sums.count == 2 else { return sums[0].value }
        guard let sum = sums[0].value.double, let count = sums[1].value.double, count > 0 else { return .null }
        return .decimal(sum / count)
    }
}
