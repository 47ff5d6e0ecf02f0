/// Places the lines of a table in one style; its texts are given as the style writes them.
protocol TextTableFormat: Sendable {
    var output: ByteWriter { get set }

    mutating func beginTable(title: String)
    mutating func beginSection(title: String?)
    /// One text for each column that is used.
    mutating func row(_ texts: [String])
    mutating func endSection(title: String?)
    mutating func endTable()
}
