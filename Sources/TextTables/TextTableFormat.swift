import TableRendering

/// The layout of a table's lines in one style. Its texts are escaped already.
protocol TextTableFormat: ~Copyable, Sendable {
    /// Returns the bytes that were written since the last call.
    mutating func takeOutput() -> [UInt8]

    /// Writes the headings.
    mutating func beginTable(title: String)
    /// Begins a section.
    mutating func beginSection(title: String?)
    /// Writes a row with one text for each used column.
    mutating func row(_ texts: [String])
    /// Writes a row directly from its values, if the format supports it.
    ///
    /// - Returns: False if nothing was written, because the row needs texts.
    mutating func row(_ row: TableRow) -> Bool
    /// Ends a section.
    mutating func endSection(title: String?)
    /// Writes the end of the table.
    mutating func endTable()
}

extension TextTableFormat where Self: ~Copyable {
    mutating func row(_ row: TableRow) -> Bool { false }
}
