import Essentials

/// A value that rows are sorted by. Null comes first, then numbers, dates, texts and bytes.
enum SortValue: Comparable {
    case null
    case integer(Int64)
    case decimal(Double)
    case date(Date)
    /// A text in lowercase, compared by Unicode scalars, independent of any locale.
    case text(String)
    case bytes([UInt8])

    init(_ value: FieldValue) {
        switch value {
        case .text(let text), .json(let text): self = .text(text.lowercased())
        case .integer(let integer): self = .integer(integer)
        case .decimal(let decimal), .progress(let decimal): self = decimal.isNaN ? .null : .decimal(decimal)
        case .number(let digits):
            self = Double(digits).map { SortValue(FieldValue.decimal($0)) } ?? .text(digits.lowercased())
        case .date(let date, _): self = .date(date)
        case .boolean(let boolean): self = .integer(boolean ? 1 : 0)
        case .url(let url, let title): self = .text((title ?? url).lowercased())
        case .bytes(let bytes): self = .bytes(bytes)
        case .excerpt(let excerpt):
            switch excerpt.beginning {
            case .text(let text): self = .text(text.lowercased())
            case .bytes(let bytes): self = .bytes(bytes)
            }
        case .sparkline(let values): self = values.last.flatMap { $0.isNaN ? nil : .decimal($0) } ?? .null
        case .null: self = .null
        }
    }

    init(_ number: FilterOperand.Number) {
        switch number {
        case .integer(let integer): self = .integer(integer)
        case .decimal(let decimal): self = .decimal(decimal)
        }
    }

    private var kind: Int {
        switch self {
        case .null: 0
        case .integer, .decimal: 1
        case .date: 2
        case .text: 3
        case .bytes: 4
        }
    }

    static func == (one: SortValue, other: SortValue) -> Bool { one.compare(other) == 0 }
    static func < (one: SortValue, other: SortValue) -> Bool { one.compare(other) < 0 }

    /// Returns a number below 0 if this value comes first, 0 if both are equal, and above 0 otherwise.
    func compare(_ other: SortValue) -> Int {
        switch (self, other) {
        case (.integer(let one), .integer(let other)): Self.order(one, other)
        case (.decimal(let one), .decimal(let other)): Self.order(one, other)
        case (.integer(let integer), .decimal(let decimal)): Self.order(integer, decimal)
        case (.decimal(let decimal), .integer(let integer)): -Self.order(integer, decimal)
        case (.date(let one), .date(let other)): Self.order(one, other)
        case (.text(let one), .text(let other)): Self.order(one, other)
        case (.bytes(let one), .bytes(let other)):
            one == other ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
        default: kind - other.kind
        }
    }

    private static func order<Value: Comparable>(_ one: Value, _ other: Value) -> Int {
        one < other ? -1 : one == other ? 0 : 1
    }

    /// Compares exactly, because a `Double` may not hold the integer.
    private static func order(_ integer: Int64, _ decimal: Double) -> Int {
        guard decimal < 0x1p63 else { return -1 }
        guard decimal >= -0x1p63 else { return 1 }
        let whole = decimal.rounded(.down)
        let order = order(integer, Int64(whole))
        return order == 0 && decimal > whole ? -1 : order
    }
}
