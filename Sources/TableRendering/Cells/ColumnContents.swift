import CascadingTable

/// The kinds of values in a column of a page, besides NULL, and what its numbers have in common.
struct ColumnContents: Hashable, Sendable {
    private(set) var hasNumbers = false
    var hasOthers = false
    /// The number of decimal places of the number that has most of them.
    private(set) var decimals = 0
    /// The size of the greatest number: 0 below 1,000, 1 below 10,000, otherwise 2.
    private(set) var thousands = 0
    /// The number of significant digits that count.
    private var significantDigits = 15

    init(of column: TableViewColumn? = nil) { significantDigits = column?.significantDigits ?? 15 }

    /// A Boolean value that indicates whether all values are numbers.
    var isNumeric: Bool { hasNumbers && !hasOthers }

    mutating func add(_ value: FieldValue) {
        switch value {
        case .null: break
        case .integer(let integer): add(integer)
        case .decimal(let decimal): add(decimal)
        case .number(let digits) where value.digits != nil: add(number: digits)
        default: hasOthers = true
        }
    }

    @inline(__always)
    mutating func add(_ integer: Int64) { add(Double(integer), places: 0) }

    mutating func add(_ decimal: Double) {
        add(decimal, places: decimal.shownDigits(significant: significantDigits)?.places ?? 0)
    }

    mutating func add(number digits: String) { add(Double(digits) ?? 0, places: digits.decimals) }

    @inline(__always)
    private mutating func add(_ number: Double, places: Int) {
        hasNumbers = true
        if places > decimals { decimals = places }
        if number.magnitude >= 1000 { thousands = max(thousands, number.magnitude < 10_000 ? 1 : 2) }
    }
}

extension String {
    /// The number of digits after the decimal point of a number; 0 for one with an exponent.
    var decimals: Int {
        let places = utf8.drop { $0 != 0x2E }.dropFirst()
        return places.allSatisfy { (0x30...0x39).contains($0) } ? places.count : 0
    }
}
