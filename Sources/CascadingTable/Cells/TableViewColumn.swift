public import Bytes

/// A column of a table whose cells have the `columns` style.
public struct TableViewColumn: Sendable, Hashable {
    /// The name of the field that the column shows. Queries name the column by it.
    @ExactString public var name: String
    /// The heading of the column on pages.
    @ExactString public var title: String
    /// The side on which the values of the column are aligned. Default: `leading`.
    public var alignment: Alignment
    /// The format of numbers in the column on pages. Default: `automatic`.
    public var numberFormat: NumberFormat
    /// The type that the data source declares for the values, such as `INTEGER`. JSON and the menu of the column show it.
    /// Default: nil.
    public var type: String?
    /// The position of the column in the primary key of the table, from 1. Nil for other columns.
    public var primaryKeyIndex: Int?
    /// A Boolean value that indicates whether rows can be without a value. The menu of the column tells it. Default: true.
    public var isNullable = true
    /// A Boolean value that indicates whether the data source sorts and finds rows by the column without reading all of
    /// them. The menu of the column tells it. Default: false.
    public var isIndexed = false
    /// The width of the column on pages, in CSS pixels from 40 to 2,000. Nil for that of its values. Default: nil.
    ///
    /// A visitor who draws the edge of the heading chooses another one.
    public var width: Double?
    /// A description of the values, which pages show when the pointer rests on the heading. Default: nil.
    public var headerToolTip: String?
    /// A Boolean value that indicates whether queries can sort and filter by the column. Default: true.
    public var isQueryable = true
    /// The names of the columns whose values together refer to a row of another table, such as its own; empty for none.
    ///
    /// Pages show a link to that row, which ``ReferringTableDataSource`` returns. Default: empty.
    public var referenceColumns: [String] = []
    /// A Boolean value that indicates whether the values are numbers; nil if they can be of any kind.
    ///
    /// The filter form then reads numbers as pages write them. Default: true for a column with trailing alignment.
    package var hasNumbers: Bool?
    /// The kind of all values besides null; nil if they can be of several kinds. Default: nil.
    package var kind: Kind?
    /// The number of significant digits that pages show of decimals. Two decimal places are always shown. Default: 15.
    package var significantDigits = 15
    /// A Boolean value that indicates whether pages quote texts among numbers. Default: true.
    package var quotesTexts = true

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - name: The name of the field that the column shows.
    ///   - title: The heading of the column. Default: the name.
    ///   - alignment: The side on which the values are aligned.
    ///   - numberFormat: The format of numbers on pages.
    ///   - type: The declared type of the values, such as `INTEGER`.
    ///   - primaryKeyIndex: The position of the column in the primary key, from 1; nil for other columns.
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
        hasNumbers = alignment == .trailing ? true : nil
    }

    /// Creates a column of numbers that were computed.
    ///
    /// - Parameter significantDigits: The number of significant digits that pages show.
    init(_ name: String, computedWith significantDigits: Int) {
        self.init(name, alignment: .trailing)
        self.significantDigits = significantDigits
    }

    /// The kind of the values of a column in a database.
    package enum Kind: String, Sendable, Hashable, CaseIterable { case integer, number, boolean, text, bytes }

    /// The side on which the values of a column are aligned.
    public enum Alignment: String, Sendable, Hashable {
        /// At the start of the column, for texts.
        case leading
        /// At the end of the column, so that the digits of numbers line up.
        case trailing
    }

    /// The grouping of the digits of numbers on pages. JSON and CSV have ungrouped digits.
    public enum NumberFormat: Sendable, Hashable {
        /// Groups of three digits in decimals from 1,000 and integers from 10,000, so that years stay ungrouped.
        case automatic
        /// No groups, for numbers that are identifiers.
        case plain
        /// Groups of three digits from 1,000.
        case grouped
        /// So many digits after the decimal point, such as 2 for money, in groups as `automatic`. Numbers with more digits
        /// are rounded on pages, and whole when they are copied, and in files.
        case decimals(Int)
    }
}
