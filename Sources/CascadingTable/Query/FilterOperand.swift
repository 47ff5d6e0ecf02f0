package import FoundationEssentials

/// The value of a filter, read as each kind of value that it can be compared with.
package struct FilterOperand: Sendable {
    package let text: String
    package let number: Number?
    package let boolean: Bool?
    package let date: (date: Date, isDay: Bool)?

    package enum Number: Sendable, Hashable {
        case integer(Int64)
        case decimal(Double)
    }

    package init(_ text: String) {
        self.text = text
        number = Self.number(text)
        boolean = ["true": true, "1": true, "false": false, "0": false][text.lowercased()]
        date = Self.date(text)
    }

    /// The infinities, as pages, JSON and CSV write them.
    private static let infinities: [String: Double] = [
        "∞": .infinity, "infinity": .infinity, "inf": .infinity, "−∞": -.infinity, "-∞": -.infinity,
        "-infinity": -.infinity, "-inf": -.infinity,
    ]

    /// Returns the number in a text of digits, signs, point and exponent, or an infinity; nil for anything else.
    private static func number(_ text: String) -> Number? {
        if let infinity = infinities[text.lowercased()] { return .decimal(infinity) }
        // Pages in some languages write a minus sign instead of a hyphen.
        if text.unicodeScalars.first == "−" { return number("-" + String(text.unicodeScalars.dropFirst())) }
        guard text.utf8.contains(where: { (0x30...0x39).contains($0) }), text.utf8.count <= 64,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) })
        else { return nil }
        if let integer = Int64(text) { return .integer(integer) }
        return Double(text).flatMap { $0.isFinite ? .decimal($0) : nil }
    }

    /// Returns whether the text occurs in the digits of some number.
    fileprivate static func isPartOfNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eEinf".utf8.contains($0) }
    }

    private static func date(_ text: String) -> (date: Date, isDay: Bool)? {
        let isDay = TableViewEditableField.isDay(text)
        guard text.utf8.count <= 32, isDay || text.utf8.contains(UInt8(ascii: "T")) else { return nil }
        return (try? Date(isDay ? text + "T00:00:00Z" : text, strategy: .iso8601)).map { ($0, isDay) }
    }
}

extension TableQuery.Filter {
    /// A Boolean value that indicates whether no number can match, because the value is not a number.
    package var excludesNumbers: Bool {
        switch self.operator {
        case .exact, .gt, .gte, .lt, .lte: !value.isEmpty && FilterOperand(value).number == nil
        case .in:
            ValueList(parsing: value).values.allSatisfy { !$0.isEmpty && FilterOperand($0).number == nil }
                && ValueList(parsing: value).values.isEmpty == false
        case .contains, .startswith, .endswith: !FilterOperand.isPartOfNumber(value)
        case .not, .isnull, .notnull: false
        }
    }

    /// The error for a filter that matches no row, because it compares a column of numbers with a text.
    package var needsNumber: TableViewError {
        TableViewError(
            .notQueryable,
            """
            "\(value)" is not a number. The column "\(column)" has only numbers. Write numbers without group separators, \
            such as 1234.5.
            """)
    }
}
