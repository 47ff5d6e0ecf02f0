/// Writes a table that comes a window at a time, each where the one before ended, as one.
///
/// ```swift
/// var writer = ConcatenatingTableWriter(JSONTableWriter(links: links))
/// for window in windows { tableView.write(window, to: &writer) }
/// writer.finish()
/// ```
public struct ConcatenatingTableWriter<Base: TableWriter & ~Copyable>: TableWriter, ~Copyable {
    public var base: Base
    private var hasBegun = false
    /// The section that is being written.
    private var section: (index: Int, identifier: String)?
    /// The latest foot of the section.
    // Not within the section: there each but the last would never be freed (a fault of the compiler, 6.3).
    private var foot: SectionFooter?

    public init(_ base: consuming Base) {
        self.base = base
    }

    public mutating func beginTable(_ head: TableMetadata) {
        guard !hasBegun else { return }
        hasBegun = true
        base.beginTable(head.ofAllRows)
    }

    public mutating func beginSection(_ head: SectionHeader) {
        // By both, for another section may have taken the number of one that is gone.
        if let section, section.index == head.index, section.identifier == head.identifier { return }
        endSection()
        section = (head.index, head.identifier)
        base.beginSection(head)
    }

    public mutating func row(_ row: TableRow) {
        base.row(row)
    }

    public mutating func endSection(_ foot: SectionFooter) {
        if section != nil { self.foot = foot }
    }

    public mutating func endTable() {}

    /// Ends the table after its last window.
    public mutating func finish() {
        endSection()
        base.endTable()
    }

    private mutating func endSection() {
        if let foot { base.endSection(foot) }
        foot = nil
        section = nil
    }
}
