/// One column of a table whose cells have the `columns` style.
public struct TableViewColumn: Sendable, Hashable {
    /// The name of the field that stands in this column.
    public var name: String
    /// The heading.
    public var title: String
    public var alignment: Alignment
    public var numberFormat: NumberFormat
    /// The type that the data source declares for its values, such as `INTEGER`. JSON contains it. Default: nil.
    public var type: String?
    /// The position of the column in the primary key of the table, from 1. JSON contains it. Nil for other columns.
    public var primaryKeyIndex: Int?
    /// A Boolean value that says whether queries can sort and filter by the column. Default: true.
    public var isQueryable = true

    public init(
        _ name: String, title: String? = nil, alignment: Alignment = .leading, numberFormat: NumberFormat = .automatic,
        type: String? = nil, primaryKeyIndex: Int? = nil
    ) {
        self.name = name
        self.title = title ?? name
        self.alignment = alignment
        self.numberFormat = numberFormat
        self.type = type
        self.primaryKeyIndex = primaryKeyIndex
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
