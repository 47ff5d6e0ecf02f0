import Bytes

extension TableQuery.Filter {
    /// Parameter names of scripts. A column with such a name is written with its operator.
    package static let reservedNames: Set<String> = [
        "after", "all", "column", "edge", "except", "from", "id", "items", "rows", "text", "to", "values",
    ]

    /// The name of the filter in an address: `COLUMN__OPERATOR`. `exact` is left out, unless the column then looks like
    /// another parameter.
    package var parameterName: String {
        guard self.operator == .exact, !column.hasPrefix("_"), !column.isEmpty, !Self.reservedNames.contains(column),
            Self.split(column)?.operator == nil
        else { return "\(column)__\(self.operator.rawValue)" }
        return column
    }

    /// The filters for each value of a list, one of which must match; for other filters, the filter itself.
    package var alternatives: [TableQuery.Filter] {
        let values = self.operator == .in && keptValues == nil ? values : []
        return values.count > 1 ? values.map { with(.exact, $0) } : [self]
    }

    /// Returns this list of values without one of them.
    ///
    /// - Parameter index: The place of the value in ``alternatives``.
    package func removing(at index: Int) -> TableQuery.Filter {
        var rest = alternatives
        rest.remove(at: index)
        return rest.count == 1 ? rest[0] : with(.in, ValueList(rest.map(\.value)).text)
    }

    private func with(_ test: TableQuery.Operator, _ value: String) -> TableQuery.Filter {
        var filter = self
        (filter.operator, filter.value, filter.keptValues) = (test, value, nil)
        return filter
    }

    /// Splits a name into a column and the text after its last `__`.
    package static func split(
        _ name: String
    ) -> (column: String, operator: TableQuery.Operator?, text: String)? {
        let bytes = Array(name.utf8)
        guard let mark = bytes.indices.dropLast().last(where: { bytes[$0] == 0x5F && bytes[$0 + 1] == 0x5F }) else {
            return nil
        }
        let text = String(decoding: bytes[(mark + 2)...], as: UTF8.self)
        return (String(decoding: bytes[..<mark], as: UTF8.self), TableQuery.Operator(rawValue: text), text)
    }
}
