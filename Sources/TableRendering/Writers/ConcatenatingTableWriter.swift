/// A writer that joins several windows of a table to one table, without repeating headers.
///
/// ```swift
/// var writer = ConcatenatingTableWriter(JSONTableWriter(links: links))
/// for window in windows { tableView.write(window, to: &writer) }
/// writer.finish()
/// ```
package struct ConcatenatingTableWriter<Base: TableWriter & ~Copyable>: TableWriter, ~Copyable {
    /// The writer of the format.
    package var base: Base
    private var hasBegun = false
    /// The current section.
    private var section: (index: Int, identifier: String)?
    /// The latest footer of the current section.
    // Not stored in the section: the compiler (6.3) would leak all but the last one.
    private var foot: SectionFooter?

    /// Creates a writer that passes everything on to a writer of a format.
    ///
    /// - Parameter base: The writer of the format.
    package init(_ base: consuming Base) {
        self.base = base
    }

    /// Begins the table at its first window.
    package mutating func beginTable(_ head: TableMetadata) {
        guard !hasBegun else { return }
        hasBegun = true
        base.beginTable(head.ofAllRows)
    }

    /// Begins a section, unless the previous window ended within it.
    package mutating func beginSection(_ head: SectionHeader) {
        // Both are compared, because another section may have taken the index.
        if let section, section.index == head.index, section.identifier == head.identifier { return }
        endSection()
        section = (head.index, head.identifier)
        base.beginSection(head)
    }

    /// Passes a row on.
    package mutating func row(_ row: TableRow) {
        base.row(row)
    }

    /// Stores the footer until the section ends.
    package mutating func endSection(_ foot: SectionFooter) {
        if section != nil { self.foot = foot }
    }

    /// Does nothing, because more windows may follow. Call ``finish()`` at the end.
    package mutating func endTable() {}

    /// Returns the bytes that the writer of the format has written since the last call.
    package mutating func takeOutput() -> [UInt8] { base.takeOutput() }

    /// Ends the table after its last window.
    package mutating func finish() {
        endSection()
        base.endTable()
    }

    private mutating func endSection() {
        if let foot { base.endSection(foot) }
        foot = nil
        section = nil
    }
}
