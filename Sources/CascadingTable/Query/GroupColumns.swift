import Bytes

extension TableQuery.Grouping {
    /// Returns the columns of the groups.
    func columns(of all: [TableViewColumn]) -> [TableViewColumn] {
        let figure = aggregates.isEmpty ? keys.count : keys.count + 1
        let all = zip(columnNames, columnNames.indices).map { name, place in
            self.column(name, at: place, of: all)
        }
        guard let shownFigure, !isAcross else { return all }
        let name = Self.distinct(columnNames + ["\(shownFigure.rawValue)_\(columnNames[figure])"]).last ?? ""
        return all + [shownFigure.column(named: name, of: all[figure])]
    }

    private func column(_ name: String, at place: Int, of all: [TableViewColumn]) -> TableViewColumn {
        guard keys.indices.contains(place),
            var column = all.first(where: { $0.name.isExactly(keys[place].column) })
        else {
            guard place > keys.count else {
                return TableViewColumn(name, alignment: .trailing, numberFormat: .grouped)
            }
            let aggregate = aggregates[place - keys.count - 1]
            guard !aggregate.function.isCount else {
                return TableViewColumn(name, alignment: .trailing, numberFormat: .grouped)
            }
            var column = TableViewColumn(name, computedWith: aggregate.function.significantDigits)
            // Sums of money are money.
            let source = all.first { $0.name.isExactly(aggregate.column) }
            if case .decimals? = source?.numberFormat { column.numberFormat = source?.numberFormat ?? .automatic }
            return column
        }
        column.primaryKeyIndex = nil
        switch keys[place].bin {
        case .range: column.title += " ≥"
        case nil: break
        case let bin?:
            column.alignment = bin.isCyclic ? .trailing : .leading
            if bin.isCyclic || bin == .week { column.title += " (\(bin.word))" }
            if bin.isCyclic { (column.numberFormat, column.kind, column.hasNumbers) = (.plain, .integer, true) }
        }
        // A range refers to no row.
        if keys[place].bin != nil { column.referenceColumns = [] }
        return column
    }
}

extension TableQuery.Grouping.ShownFigure {
    /// Returns the column with the compared figures of another column.
    func column(named name: String, of column: TableViewColumn) -> TableViewColumn {
        guard self == .running || self == .difference else {
            var percentages = TableViewColumn(name, alignment: .trailing, numberFormat: .decimals(1))
            percentages.title += " %"
            // Groups are sorted by the figures themselves.
            percentages.isQueryable = false
            return percentages
        }
        var column = column
        (column.name, column.title, column.isQueryable) = (name, name, false)
        return column
    }
}
