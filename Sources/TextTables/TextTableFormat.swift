import TableRendering

/// Places the lines of a table in one style; its texts are given as the style writes them.
protocol TextTableFormat: ~Copyable, Sendable {
    /// Returns the bytes that were written since the last call.
    mutating func takeOutput() -> [UInt8]

    mutating func beginTable(title: String)
    mutating func beginSection(title: String?)
    /// One text for each column that is used.
    mutating func row(_ texts: [String])
    /// Writes a row from its values, for which no texts are made.
    ///
    /// - Returns: False, and nothing is written, if it needs the texts.
    mutating func row(_ row: TableRow) -> Bool
    mutating func endSection(title: String?)
    mutating func endTable()
}

extension TextTableFormat where Self: ~Copyable {
    mutating func row(_ row: TableRow) -> Bool { false }
}
