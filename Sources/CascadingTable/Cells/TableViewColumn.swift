/// One column of a table whose cells have the `columns` style.
public struct TableViewColumn: Sendable, Hashable {
    /// The name of the field that stands in this column.
    public var name: String
    /// The heading.
    public var title: String
    public var alignment: Alignment
    public var numberFormat: NumberFormat

    public init(
        _ name: String, title: String? = nil, alignment: Alignment = .leading, numberFormat: NumberFormat = .automatic
    ) {
        self.name = name
        self.title = title ?? name
        self.alignment = alignment
        self.numberFormat = numberFormat
    }

    public enum Alignment: String, Sendable, Hashable {
        case leading
        /// Numbers, so that their digits stand below each other.
        case trailing
    }

    /// How the digits of numbers are shown on a page; in every other representation they stand as they are.
    public enum NumberFormat: Sendable, Hashable {
        /// Decimals in groups of three, integers from 10,000 on, so that a year stays a year.
        case automatic
        /// Never in groups, as for numbers that are names.
        case plain
        /// In groups of three from 1,000 on.
        case grouped
    }
}
