import Bytes
package import CascadingTable

/// The numbers of a chart: series of values, each with a value for every category.
///
/// Groups of one column are one series. Those of two columns are a series for each value of the second one, like the columns
/// of a cross table. Other rows have a series for each column of numbers, and their first column has the categories.
package struct Chart: Sendable {
    /// The ways to draw the numbers, in the order of menus.
    package enum Kind: String, Sendable, CaseIterable { case bars, columns, line, points, stacked, heat }

    package let kind: Kind
    /// The name of the numbers.
    let title: String
    /// The categories. Those that cannot be drawn are left out.
    private(set) var categories: [Category] = []
    /// The names of the series.
    private(set) var series: [String] = []
    /// The number of categories or series that are left out.
    private(set) var leftOut = 0

    /// The values of a category, with its place on an axis of numbers or of time.
    struct Category: Sendable {
        var label: String
        var place: Double
        /// The value of each series; null for none.
        var values: [FieldValue]
        /// The sum of all series, also of those that are left out.
        var total: Double
    }

    /// The maximum number of categories that a line has, and that bars or cells have.
    package static let (maxPoints, maxBars) = (10_000, 60)
    private static let maxSeries = 12

    /// Returns the kinds that suit groups, the best one first. Other rows have no groups.
    package static func kinds(of grouping: TableQuery.Grouping?) -> [Kind] {
        guard let grouping, let first = grouping.keys.first else { return [.bars, .columns, .line, .points] }
        let isOrdered = first.bin != nil
        guard grouping.keys.count == 2 else {
            if !isOrdered { return [.bars, .columns] }
            return first.bin?.isOfTime == true ? [.line, .columns, .points, .bars] : [.columns, .line, .points, .bars]
        }
        // Parts of a whole are stacked, means are not.
        let adds = grouping.aggregates.first.map { $0.function == .sum || $0.function == .count } ?? true
        let parts: [Kind] = (adds ? [.stacked] : []) + (isOrdered ? [.line] : [])
        if let shown = grouping.shownFigure, shown == .running || shown == .difference { return [.heat, .line] }
        return grouping.isAcross ? [.heat] + parts : parts + [.heat]
    }

    /// - Parameters:
    ///   - rows: The values of the rows.
    ///   - columns: The columns of the rows.
    ///   - grouping: The groups that the rows are; nil for other rows.
    ///   - kind: The way to draw them; nil for the best one.
    /// - Returns: Nil if there are no numbers.
    package init?(
        _ rows: [[FieldValue]], columns: [TableViewColumn], _ grouping: TableQuery.Grouping?, as kind: Kind? = nil
    ) {
        let kinds = Self.kinds(of: grouping)
        self.kind = kind.flatMap { kinds.contains($0) ? $0 : nil } ?? kinds[0]
        guard let grouping, let key = grouping.keys.first else {
            let numbers = columns.indices.dropFirst().filter { column in
                rows.contains { $0[column].number != nil } && rows.allSatisfy { $0[column].isNumberOrNull }
            }
            guard !numbers.isEmpty else { return nil }
            title = numbers.count == 1 ? columns[numbers[0]].title : ""
            add(rows.map { row in (row[0], numbers.map { row[$0] }) }, nil, named: numbers.map { columns[$0].title })
            return
        }
        var figure = grouping.aggregates.first.map { "\($0.function.rawValue) \($0.column)" } ?? "count"
        if let shown = grouping.shownFigure { figure += " (\(shown.rawValue.replacing("_", with: " ")))" }
        let names = grouping.keys.map { key in key.column + (key.bin.map { " (\($0.word))" } ?? "") }
        title = "\(figure): \(names.joined(separator: ", "))"
        if grouping.isAcross {
            // The last row and the last column have the figures of all rows together.
            add(
                rows.dropLast().map { ($0[0], Array($0.dropFirst().dropLast())) }, key.bin,
                named: columns.dropFirst().dropLast().map(\.title))
        } else if grouping.keys.count == 1 {
            let place = grouping.shownFigure != nil ? columns.count - 1 : grouping.aggregates.isEmpty ? 1 : 2
            add(rows.map { ($0[0], [$0[place]]) }, key.bin, named: [columns[place].title])
        } else {
            let place = grouping.shownFigure != nil ? columns.count - 1 : grouping.aggregates.isEmpty ? 2 : 3
            var (names, places): ([FieldValue], [ExactString: Int]) = ([], [:])
            for row in rows where places.updateValue(0, forKey: row[1].identity) == nil {
                names.append(row[1])
            }
            names.sort { $0.comesBefore($1) }
            for (index, name) in names.enumerated() { places[name.identity] = index }
            var (keys, values): ([FieldValue], [ExactString: [FieldValue]]) = ([], [:])
            for row in rows {
                let name = row[0].identity
                if values[name] == nil { keys.append(row[0]) }
                values[name, default: Array(repeating: .null, count: names.count)][
                    places[row[1].identity] ?? 0] =
                    row[place]
            }
            add(keys.map { ($0, values[$0.identity] ?? []) }, key.bin, named: names.map(\.label))
        }
        guard !categories.isEmpty else { return nil }
    }

    private mutating func add(
        _ rows: some Collection<(key: FieldValue, values: [FieldValue])>, _ bin: TableQuery.Grouping.Bin?,
        named names: [String]
    ) {
        let maxSeries = kind == .heat ? TableQuery.Grouping.maxColumnsAcross : Self.maxSeries
        var drawn = Array(names.indices)
        if drawn.count > maxSeries, kind != .heat {
            // The largest series are drawn, in their order.
            let sizes = drawn.map { index in rows.reduce(0) { $0 + abs($1.values[index].number ?? 0) } }
            drawn = drawn.sorted { sizes[$0] > sizes[$1] }.prefix(maxSeries).sorted()
        }
        drawn = Array(drawn.prefix(maxSeries))
        series = drawn.map { names[$0] }
        leftOut += names.count - series.count
        let hasNumbers = bin == nil && rows.allSatisfy { $0.key.number != nil }
        var all = rows.enumerated().map { index, row in
            Category(
                label: row.key.label,
                place: row.key.place(in: bin) ?? (hasNumbers ? row.key.number : nil) ?? Double(index),
                values: drawn.map { row.values[$0] }, total: row.values.reduce(0) { $0 + ($1.number ?? 0) })
        }
        if bin != nil {
            // Null has no place among ranges.
            let isOnAxis = rows.map { $0.key != .null || kind == .bars || kind == .heat || kind == .stacked }
            leftOut += isOnAxis.count { !$0 }
            all = zip(all, isOnAxis).filter(\.1).map(\.0)
            all.sort { $0.place < $1.place }
        }
        let isLine = kind == .line || kind == .points
        let limit = isLine ? Self.maxPoints : kind == .columns ? 2 * Self.maxBars : Self.maxBars
        leftOut += max(all.count - limit, 0)
        categories = Array(all.prefix(limit))
    }
}

extension FieldValue {
    /// The value as a finite number; nil for other values.
    var number: Double? { double.flatMap { $0.isFinite ? $0 : nil } }

    package var isNumberOrNull: Bool { self == .null || number != nil }

    /// The value without the end of a long text.
    package var shortened: FieldValue {
        if case .text(let text) = self, text.utf8.count > 400 { return .text(String(text.prefix(100)) + "…") }
        return self
    }

    /// A text that no other value has.
    fileprivate var identity: ExactString { ExactString(self == .null ? "" : "'\(text)") }

    /// The name of a category.
    fileprivate var label: String {
        // A database may have read only the beginning of a text.
        let text = self.text.count > 100 ? self.text.prefix(100) + "…" : self.text[...]
        return self == .null ? "—" : text.isEmpty ? "“”" : String(text)
    }

    fileprivate func comesBefore(_ other: FieldValue) -> Bool {
        switch (number, other.number) {
        case (let one?, let other?): one < other
        case (nil, _?): false
        case (_?, nil): true
        case (nil, nil): label < other.label
        }
    }

    /// The place of a range on its axis: a number, or a number of days.
    fileprivate func place(in bin: TableQuery.Grouping.Bin?) -> Double? {
        guard let bin else { return nil }
        if let number, bin != .year { return number }
        var text = text
        if bin == .quarter, let quarter = text.last?.wholeNumberValue {
            text = "\(text.prefix(5))\(quarter < 4 ? "0" : "")\(quarter * 3 - 2)"
        }
        guard case .date(let day, _) = bin.beginning(of: text) else { return nil }
        return day.timeIntervalSince1970 / 86_400
    }
}
