public import CascadingTable
import TableRendering

extension TextTableWriter {
    /// The settings of a text table: widths, alignments, formatters and escaping.
    public struct Configuration: Sendable {
        /// The limit of a cell's width in terminal columns, before escaping. Default: nil, no limit.
        ///
        /// The title of a section may be as wide as all columns together. Styles that are not aligned ignore the limit.
        public var maximumColumnWidth: Int?
        /// The handling of texts that are wider than the limit. Default: tail, the end is cut off.
        public var truncation = Truncation.tail
        /// The alignments of columns by name. They replace the columns' own alignments. Default: none.
        ///
        /// A column that only cells have is trailing if its first value is a number.
        public var alignments: [String: TableViewColumn.Alignment] = [:]
        /// The formatters of values by column name. They replace the default texts. Default: none.
        public var formatters: [String: @Sendable (FieldValue) -> String] = [:]
        /// A Boolean value that indicates whether headings and titles are bold in styles for terminals, by an escape
        /// sequence. Default: false.
        public var isBold = false
        /// A Boolean value that makes CSV and TSV safe to open in a spreadsheet. Default: false.
        ///
        /// A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe before it. The
        /// spreadsheet then does not run the text as a formula. Other programs see the apostrophe as part of the text.
        public var guardsFormulas = false

        /// Creates a configuration with all defaults.
        public init() {}
    }

    /// The part of a wide text that an ellipsis replaces.
    public enum Truncation: Sendable, Hashable {
        /// The beginning of the text.
        case head
        /// The end of the text.
        case tail
        /// Nothing is cut off. The table is refused with a ``TextTableError`` that names the cell.
        case error
    }
}
