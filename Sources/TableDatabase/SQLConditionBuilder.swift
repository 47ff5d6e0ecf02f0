import Bytes
package import CascadingTable
import Essentials

/// Writes the conditions of a query. Names are quoted, and values are arguments.
///
/// A number is compared with numbers only, and a text with texts only.
package struct SQLConditionBuilder: Sendable, Hashable {
    let dialect: SQLDialect
    /// The number of arguments that precede those of the conditions.
    private let offset: Int
    /// The arguments of the conditions so far.
    package private(set) var arguments: [SQLValue]

    /// The condition that no row matches.
    package static let never = "1 = 0"

    /// - Parameters:
    ///   - offset: The number of arguments that precede those of the conditions.
    ///   - arguments: The arguments of the rows that the conditions are about.
    package init(_ dialect: SQLDialect, offset: Int = 0, arguments: [SQLValue] = []) {
        self.dialect = dialect
        self.offset = offset
        self.arguments = arguments
    }

    /// Adds an argument, and returns its place.
    package mutating func bind(_ value: SQLValue, for column: SQLColumn? = nil) -> String {
        // Some libraries end a text at a NUL. A cast would have an affinity.
        if dialect.rules.hasMixedColumns, case .text(let bytes) = value, bytes.contains(0) {
            arguments.append(.blob(bytes))
            return "+CAST(? AS TEXT)"
        }
        arguments.append(value)
        return dialect.rules.placeholder(offset + arguments.count, for: value, column)
    }

    /// Adds an argument whose place is written elsewhere.
    mutating func append(_ argument: SQLValue) { arguments.append(argument) }

    /// Returns the condition of a filter.
    package mutating func condition(_ filter: TableQuery.Filter, on column: SQLColumn) -> String {
        let (test, isNegated) = (filter.operator.test, filter.operator.isNegated)
        if test == .isNull { return "\(column.value) IS \(isNegated ? "NOT " : "")NULL" }
        if case .isInRange(let test) = test {
            guard let range = filter.range else { return Self.never }
            let low = compares(column, .greaterOrEqual, range.low)
            // As texts, the times of a day come after the day itself, and before a tilde.
            if dialect.rules.hasMixedColumns, test == .values, TableViewEditableField.isDay(range.high), !column.isDate
            {
                return "(\(low) AND \(compares(column, .less, range.high + "~")))"
            }
            return "(\(low) AND \(compares(column, test == .values ? .lessOrEqual : .less, range.high)))"
        }
        let found = condition(test, filter, on: column)
        // SQLite takes TRUE for a column of that name.
        return isNegated ? "(\(found)) IS NOT \(dialect.rules.hasMixedColumns ? "1" : "TRUE")" : found
    }

    private mutating func condition(
        _ test: TableQuery.Operator.Test, _ filter: TableQuery.Filter, on column: SQLColumn
    ) -> String {
        switch test {
        case .isNull, .isInRange, .isAmongFirst: return "\(column.value) IS NULL"
        case .isEmpty:
            // PostgreSQL has no empty numbers, and reads '' as none.
            guard dialect.rules.hasMixedColumns || column.kind.isText else { return Self.never }
            return "\(column.value) = ''"
        case .equals: return equals(column, filter.values)
        case .text(let part):
            if case .boolean = column.kind.base { return Self.never }
            return matches(part, filter.value, in: [column])
        case .compares(let comparison): return compares(column, comparison, filter.value)
        }
    }

    /// Returns the condition that a text of one of the columns contains a word.
    package mutating func contains(_ word: some StringProtocol, in columns: some Collection<SQLColumn>) -> String {
        let dialect = dialect
        let conditions = TableQuery.spellings(of: word).map { word in
            matches(.contains, word, in: columns.filter { dialect.rules.hasMixedColumns || $0.canContain(word) })
        }
        return conditions.count > 1 ? "(\(conditions.joined(separator: " OR ")))" : conditions[0]
    }

    private mutating func matches(
        _ part: TableQuery.Operator.TextPart, _ text: String, in columns: some Collection<SQLColumn>
    ) -> String {
        let rules = dialect.rules
        // Only SQLite stores a NUL in a text.
        guard !columns.isEmpty, rules.hasMixedColumns || !text.utf8.contains(0) else { return Self.never }
        return rules.matches(part, text, Array(columns)) { bind($0) }
    }

    private mutating func equals(_ column: SQLColumn, _ texts: [String]) -> String {
        if case .date = column.kind.base {
            // A day equals all its points in time.
            let conditions = texts.map {
                "\(compares(column, .greaterOrEqual, $0)) AND \(compares(column, .lessOrEqual, $0))"
            }
            return conditions.isEmpty ? Self.never : "(\(conditions.joined(separator: " OR ")))"
        }
        let places = texts.flatMap { column.values(equalTo: $0, dialect) }.map { bind($0, for: column) }
        let value = column.value
        return switch places.count {
        case 0: Self.never
        case 1: "\(value) = \(places[0])"
        default: "\(value) IN (\(places.joined(separator: ", ")))"
        }
    }

    private mutating func compares(
        _ column: SQLColumn, _ comparison: TableQuery.Operator.Comparison, _ text: String
    ) -> String {
        var comparison = comparison
        let operand: SQLValue
        if case .date(let storage) = column.kind.base, column.type == nil || TableViewEditableField.isDay(text) {
            guard let (date, isDay) = FilterOperand(text).date else { return Self.never }
            // A day ends before the next one begins.
            let isAfterDay = isDay && (comparison == .greater || comparison == .lessOrEqual)
            operand = storage.value(of: date, isEndOfDay: isAfterDay, dialect)
            if isAfterDay { comparison = comparison == .greater ? .greaterOrEqual : .less }
        } else {
            guard let value = column.operand(text, dialect) else { return Self.never }
            operand = value
        }
        let value = column.orderedValue(dialect)
        let condition = "\(value) \(comparison.rawValue) \(bind(operand, for: column))"
        guard dialect.rules.hasMixedColumns else { return condition }
        // SQLite sorts numbers before texts, and texts before blobs.
        let isText = if case .text = operand { true } else { false }
        return switch comparison {
        case .greater, .greaterOrEqual: "(\(condition) AND \(value) < \(isText ? "x''" : "''"))"
        case .less, .lessOrEqual: isText ? "(\(value) >= '' AND \(condition))" : "(\(condition))"
        }
    }
}

/// The statement that finds the rows that a foreign key can refer to, for a visitor who types into its field.
///
/// Rows whose key or label is the text come first, then those that begin with it, then those that contain it.
package struct ChoiceStatement: Sendable {
    package let sql: String
    package let arguments: [SQLValue]

    /// - Parameters:
    ///   - text: A part of the key or of the label, in the spelling that filters find; empty for any rows.
    ///   - source: The SQL after `FROM`.
    ///   - arguments: The arguments of that SQL.
    ///   - value: The SQL of the key as a text.
    ///   - label: The SQL of the label, which is never NULL.
    package init(
        matching text: String, limit: Int, from source: String, _ arguments: [SQLValue] = [], value: String,
        label: String, _ dialect: SQLDialect
    ) {
        let columns = [SQLColumn("value", expression: value), SQLColumn("label", expression: label)]
        var builder = SQLConditionBuilder(dialect, arguments: arguments)
        func matches(_ how: TableQuery.Operator) -> String {
            columns.map { builder.condition(.init($0.name, how, text), on: $0) }.joined(separator: " OR ")
        }
        var rows = " FROM \(source) WHERE \(value) IS NOT NULL"
        if !text.isEmpty {
            rows += " AND (\(matches(.contains))) ORDER BY (\(matches(.exact))) DESC, (\(matches(.startswith))) DESC"
            rows += ", length(\(label)), \(label), \(value)"
        }
        sql = "SELECT \(value), \(label)\(rows) LIMIT \(limit)"
        self.arguments = builder.arguments
    }
}

extension SQLColumn {
    fileprivate var isDate: Bool { if case .date = kind.base { true } else { false } }

    /// Returns whether a value of PostgreSQL can contain a word. Without numbers and times, an index finds words of texts.
    fileprivate func canContain(_ word: some StringProtocol) -> Bool {
        switch kind.base {
        case .text, .boolean, .declared: return true
        case .number, .integer, .date:
            let word = word.lowercased()
            let isNumeric = word.contains(where: \.isNumber) || word.count(where: \.isLetter) <= 1
            return isNumeric && word.allSatisfy("0123456789.+-: tze".contains)
                || ["nan", "-infinity", " bc"].contains { $0.contains(word) }
        }
    }

    /// Returns the value that `<` and `>` compare with; nil if no value can match.
    fileprivate func operand(_ text: String, _ dialect: SQLDialect) -> SQLValue? {
        guard type != nil else { return kind.operand(text, dialect) }
        return typedText(text).map { SQLValue($0) }
    }

    /// Returns the values that an exact filter finds.
    fileprivate func values(equalTo text: String, _ dialect: SQLDialect) -> [SQLValue] {
        type == nil ? kind.values(equalTo: text, dialect) : operand(text, dialect).map { [$0] } ?? []
    }

    /// Returns the text of a filter as the type of the column reads it; nil if it is no number or time.
    package func typedText(_ text: String) -> String? {
        guard case .date = kind.base else {
            return FilterOperand.digits(text) ?? (text.lowercased() == "nan" ? "NaN" : nil)
        }
        // Without digits, PostgreSQL reads `today` and other words.
        let isTime = text.utf8.contains { (0x30...0x39).contains($0) } || text.lowercased().hasSuffix("infinity")
        return isTime ? text : nil
    }
}

extension SQLColumn.Kind {
    fileprivate var isText: Bool { if case .text = base { true } else { false } }

    /// Returns the value that `<` and `>` compare with; nil if no value can match.
    fileprivate func operand(_ text: String, _ dialect: SQLDialect) -> SQLValue? {
        switch base {
        case .text(let ignoresCase):
            guard dialect.rules.hasMixedColumns || !text.utf8.contains(0) else { return nil }
            return SQLValue(ignoresCase ? text.lowercased() : text)
        case .number(let decimals): return FilterOperand(text).number.map { SQLValue($0, decimals: decimals) }
        case .integer: return FilterOperand(text).number.map { SQLValue($0, decimals: 0) }
        case .boolean: return FilterOperand(text).boolean.map { .integer($0 ? 1 : 0) }
        case .date: return nil
        case .declared(let affinity, let isBoolean):
            return affinity == .text ? SQLValue(text) : number(text, isBoolean) ?? SQLValue(text)
        }
    }

    /// Returns the values that an exact filter finds: the number, the text, or both if the column can have both.
    fileprivate func values(equalTo text: String, _ dialect: SQLDialect) -> [SQLValue] {
        switch base {
        case .text:
            return dialect.rules.hasMixedColumns || !text.utf8.contains(0) ? [SQLValue(text)] : []
        case .declared(let affinity, let isBoolean):
            guard affinity != .text, let number = number(text, isBoolean) else { return [SQLValue(text)] }
            // A column of numbers stores the text `12` as a number, but not the texts `true` and `Infinity`.
            let isStoredAsNumber =
                affinity == .number && text.utf8.contains { (0x30...0x39).contains($0) }
                && text.utf8.allSatisfy { $0 < 0x80 }
            return isStoredAsNumber ? [number] : [number, SQLValue(text)]
        case .integer:
            switch FilterOperand(text).number {
            case .integer(let integer): return [.integer(integer)]
            case .decimal(let decimal): return Int64(exactly: decimal).map { [.integer($0)] } ?? []
            case nil: return []
            }
        default: return operand(text, dialect).map { [$0] } ?? []
        }
    }

    private func number(_ text: String, _ isBoolean: Bool) -> SQLValue? {
        let operand = FilterOperand(text)
        if isBoolean, let boolean = operand.boolean { return .integer(boolean ? 1 : 0) }
        return operand.number.map { SQLValue($0, decimals: 0) }
    }
}

extension SQLValue {
    /// Creates a number as a column with a number of decimals stores it.
    fileprivate init(_ number: FilterOperand.Number, decimals: Int) {
        let scale = (0..<decimals).reduce(Int64(1)) { scale, _ in scale * 10 }
        let decimal: Double
        switch number {
        case .integer(let integer):
            let (product, overflows) = integer.multipliedReportingOverflow(by: scale)
            guard overflows else {
                self = .integer(product)
                return
            }
            decimal = Double(integer)
        case .decimal(let number): decimal = number
        }
        guard decimals > 0, decimal.isFinite else {
            self = .real(decimal)
            return
        }
        // 0.29 is 29 cents, although 0.29 * 100 is less than 29.
        let product = decimal * Double(scale)
        let nearest = product.rounded()
        guard nearest / Double(scale) != decimal else {
            self = Int64(exactly: nearest).map { .integer($0) } ?? .real(nearest)
            return
        }
        self = .real(
            product != nearest ? product : nearest / Double(scale) < decimal ? product.nextUp : product.nextDown)
    }
}

extension SQLColumn.Kind.Storage {
    /// Returns a point in time as the column stores it.
    ///
    /// - Parameter isEndOfDay: Whether the value is after all points in time of the day.
    fileprivate func value(of date: Date, isEndOfDay: Bool, _ dialect: SQLDialect) -> SQLValue {
        let isText = dialect.rules.hasMixedColumns || self == .iso8601
        guard self != .unixTime, isText else {
            let date = isEndOfDay ? date + 86_400 : date
            guard self == .unixTime else { return dialect.rules.argument(ofTime: date.formatted(.iso8601)) }
            let seconds = date.timeIntervalSince1970
            return Int64(exactly: seconds).map { .integer($0) } ?? .real(seconds)
        }
        let text = date.formatted(.iso8601)
        let day = text.prefix(10)
        // The last character of ASCII comes after all times of the day.
        if isEndOfDay { return SQLValue(day + "~") }
        switch self {
        case .day: return SQLValue(text.hasSuffix("T00:00:00Z") ? day : text[...])
        case .timestamp: return SQLValue("\(day) \(text.dropFirst(11).prefix(8)).000")
        case .iso8601, .unixTime: return SQLValue(text)
        }
    }
}
