import Bytes

extension TableQuery.Grouping {
    /// The way in which figures are compared with others.
    public enum ShownFigure: String, Sendable, Hashable, CaseIterable {
        /// The percentage of all rows together.
        case percent
        /// The percentage of the row of a cross table, or of the groups with an equal first value.
        case rowPercent = "row_percent"
        /// The percentage of the column of a cross table, or of the groups with an equal second value.
        case columnPercent = "column_percent"
        /// The sum of the figures so far, in the order of the answer.
        case running
        /// The difference to the figure before it, in the order of the answer.
        case difference
    }
}

extension TableQuery.Grouping.ShownFigure {
    /// A Boolean value that indicates whether the figure depends on groups that filters leave out.
    var isOfAllGroups: Bool { self == .percent || self == .rowPercent || self == .columnPercent }

    /// A Boolean value that indicates whether the figure depends on the one before it.
    var isInOrder: Bool { self == .running || self == .difference }

    /// Returns the percentage of a figure of another one; null if there is none.
    static func percentage(_ figure: FieldValue, of whole: FieldValue) -> FieldValue {
        guard let figure = figure.double, let whole = whole.double, whole != 0 else { return .null }
        return .decimal(figure / whole * 100)
    }

    /// Returns the figures of consecutive groups as they are shown.
    ///
    /// - Parameters:
    ///   - figures: The figures, in the order of the answer.
    ///   - keys: The values of each group. Their figures have the same percentages of the whole.
    func shown(_ figures: [FieldValue], of keys: [[FieldValue]]) -> [FieldValue] {
        func names(_ place: Int?) -> [ExactString] {
            keys.map { key in
                let part = place.flatMap { key.indices.contains($0) ? [key[$0]] : nil } ?? []
                return ExactString(FieldValue.name(ofGroup: part))
            }
        }
        switch self {
        case .percent, .rowPercent, .columnPercent:
            let names = names(self == .percent ? nil : self == .rowPercent ? 0 : 1)
            var wholes: [ExactString: any AggregateTotal] = [:]
            for (name, figure) in zip(names, figures) where figure != .null {
                var total = wholes[name] ?? TableQuery.Grouping.Aggregate.Function.sum.makeTotal()
                // A sum holds no values, so that none can be too many.
                try? total.add(figure)
                wholes[name] = total
            }
            return zip(names, figures).map { Self.percentage($1, of: wholes[$0]?.value ?? .null) }
        case .running:
            var total = TableQuery.Grouping.Aggregate.Function.sum.makeTotal()
            return figures.map { figure in
                if figure != .null { try? total.add(figure) }
                return total.value
            }
        case .difference:
            return figures.indices.map { index in
                index == 0 ? .null : Self.difference(figures[index], figures[index - 1])
            }
        }
    }

    private static func difference(_ one: FieldValue, _ other: FieldValue) -> FieldValue {
        if case (.integer(let one), .integer(let other)) = (one, other) {
            let (difference, overflows) = one.subtractingReportingOverflow(other)
            if !overflows { return .integer(difference) }
        }
        guard let one = one.double, let other = other.double else { return .null }
        return .decimal(one - other)
    }
}
