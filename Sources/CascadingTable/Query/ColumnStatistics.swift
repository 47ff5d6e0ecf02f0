import Bytes

/// A summary of a column, from its values with the numbers of their rows, in their order.
struct ColumnStatistics: GroupCollector {
    private var rows = 0
    private var nulls = 0
    private var distinct = 0
    private var least = FieldValue.null
    private var greatest = FieldValue.null
    private var sum = 0.0
    /// The numbers in ascending order with the numbers of their rows; nil if there are too many.
    private var numbers: [(value: Double, count: Int)]? = []
    private var numberCount = 0

    /// The maximum number of different numbers of which a median and a histogram are computed.
    private static let maxNumbers = 1 << 20
    private static let histogramBars = 20

    /// The columns of the table of statistics.
    static let columns: [TableViewColumn] =
        [TableViewColumn("column")]
        + ["rows", "nulls", "distinct"].map { TableViewColumn($0, alignment: .trailing, numberFormat: .grouped) }
        + ["least", "greatest"].map { TableViewColumn($0, alignment: .trailing) }
        + ["mean", "median"].map { TableViewColumn($0, computedWith: 6) }
        + [TableViewColumn("histogram")]

    mutating func add(_ group: [FieldValue]) {
        guard case .integer(let count) = group[1] else { return }
        rows += Int(count)
        guard SortValue(group[0]) != .null else {
            nulls += Int(count)
            return
        }
        distinct += 1
        if least == .null { least = group[0] }
        greatest = group[0]
        guard let number = group[0].double else { return }
        sum += number * Double(count)
        numberCount += Int(count)
        if distinct > Self.maxNumbers { numbers = nil }
        numbers?.append((number, Int(count)))
    }

    /// The values of ``columns`` after the name of the column.
    var values: [FieldValue] {
        [.integer(Int64(rows)), .integer(Int64(nulls)), .integer(Int64(distinct)), least, greatest]
            + (numberCount == 0 ? [.null] : [.decimal(sum / Double(numberCount))]) + [median, histogram]
    }

    private var median: FieldValue {
        guard let numbers, numberCount > 0 else { return .null }
        /// Returns the number at a place among the numbers of all rows.
        func number(at place: Int) -> Double {
            var count = 0
            for number in numbers {
                count += number.count
                if count > place { return number.value }
            }
            return .nan
        }
        return .init(number: (number(at: (numberCount - 1) / 2) + number(at: numberCount / 2)) / 2)
    }

    /// The numbers of rows in ranges of equal width from the least number to the greatest.
    private var histogram: FieldValue {
        let finite = (numbers ?? []).filter(\.value.isFinite)
        guard let first = finite.first?.value, let last = finite.last?.value, last > first, (last - first).isFinite
        else {
            return .null
        }
        var bars = [Double](repeating: 0, count: Self.histogramBars)
        for (value, count) in finite {
            let place = (value - first) / (last - first) * Double(bars.count)
            bars[min(Int(place), bars.count - 1)] += Double(count)
        }
        return .sparkline(bars)
    }
}
