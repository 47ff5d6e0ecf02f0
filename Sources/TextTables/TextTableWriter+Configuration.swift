public import CascadingTable
import TableRendering

extension TextTableWriter {
    /// How values become texts, and how wide they may be.
    public struct Configuration: Sendable {
        /// The most display columns of a cell, counted before the style escapes anything; nil for no limit.
        ///
        /// A section's title may take as many as all columns together. The styles that are not aligned know no limit.
        public var maximumColumnWidth: Int?
        /// What becomes of a text that is wider.
        public var truncation = Truncation.tail
        /// Alignments by the column's name, in place of the column's own.
        ///
        /// A column that the table does not name is trailing where its first value is a number.
        public var alignments: [String: TableViewColumn.Alignment] = [:]
        /// Texts of values by the column's name, in place of the usual ones.
        public var formatters: [String: @Sendable (FieldValue) -> String] = [:]
        /// Whether headings and titles are bold by an escape sequence, in the styles for terminals.
        public var isBold = false
        /// Whether a text of CSV or TSV that begins with `=`, `+`, `-`, `@`, tab or carriage return gets an apostrophe
        /// before it, so that no spreadsheet takes it for a formula.
        ///
        /// Off, for then the file says what the table says: only a spreadsheet needs the apostrophe, every other reader
        /// would have to take it away.
        public var guardsFormulas = false

        public init() {}
    }

    /// Which part of a text that is too wide is left out, an ellipsis standing in its place.
    public enum Truncation: Sendable, Hashable {
        /// The beginning.
        case head
        /// The end.
        case tail
        /// None: the table is refused, with a ``TextTableError`` that names the cell.
        case error
    }
}
