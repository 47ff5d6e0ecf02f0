/// Places the lines of a table in one style; its texts are given as the style writes them.
protocol TextTableFormat: ~Copyable, Sendable {
    /// Returns the bytes that were written since the last call.
    mutating func takeOutput() -> [UInt8]

    mutating func beginTable(title: String)
    mutating func beginSection(title: String?)
    /// One text for each column that is used.
    mutating func row(_ texts: [String])
    mutating func endSection(title: String?)
    mutating func endTable()
}
