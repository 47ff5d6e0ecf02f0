import Bytes

/// The filters that find the rows of a group.
extension TableQuery.Grouping {
    /// Returns the filter that finds the rows with a value; nil if there is none.
    package static func filter(ofColumn column: String, withValue value: FieldValue) -> TableQuery.Filter? {
        Self(by: [.init(column)]).filters(ofGroup: [value, 0, 0], besides: [OtherGroups()])?.first
    }

    /// The facts about the groups of a key that decide which filters find each of them.
    struct OtherGroups {
        /// The numbers of the groups. A filter for a text such as `1.0` would find them, too.
        var numbers: Set<Double> = []
        /// A Boolean value that indicates whether some values have no range, such as `2026-01` among days. As texts, they can
        /// be between the days of a week.
        var hasOthers = false
    }

    /// Returns what the groups tell about the filters of each, for each key.
    func others(in groups: [[FieldValue]]) -> [OtherGroups] {
        keys.indices.map { place in
            others(among: groups.lazy.map { ($0[place], $0[$0.count - keys.count + place].double ?? 0) })
        }
    }

    /// - Parameter values: The values of a key, with the numbers of those that are not null.
    func others(among values: some Sequence<(FieldValue, Double)>) -> OtherGroups {
        var others = OtherGroups()
        for (value, count) in values {
            if let number = value.filteredNumber { others.numbers.insert(number) }
            if value == .null, count > 0 { others.hasOthers = true }
        }
        return others
    }

    /// Returns the filters that find the rows of a group; nil if there are none.
    func filters(
        ofGroup group: [FieldValue], besides others: [OtherGroups]
    ) -> [TableQuery.Filter]? {
        var filters: [TableQuery.Filter] = []
        for (place, key) in keys.enumerated() {
            let value = group[place]
            if value == .null {
                // Ranges put other values beside null.
                if key.bin != nil, group[group.count - keys.count + place].double ?? 0 > 0 { return nil }
                filters.append(.init(key.column, .isnull, "1"))
            } else if let bin = key.bin {
                guard let (start, end) = bin.bounds(of: value), bin != .week || !others[place].hasOthers else {
                    return nil
                }
                filters += [.init(key.column, .gte, start), .init(key.column, .lt, end)]
            } else {
                // No address has a NUL.
                guard let operand = value.operand, !operand.utf8.contains(0) else { return nil }
                if case .text = value, !others[place].numbers.isEmpty, let number = FilterOperand(operand).double,
                    others[place].numbers.contains(number)
                {
                    return nil
                }
                filters.append(.init(key.column, .exact, operand))
            }
        }
        return filters
    }
}
