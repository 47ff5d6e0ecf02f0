public import CascadingTable

extension PageSnapshot {
    /// Tells a writer what is on the page, in reading order.
    public func write(to writer: inout some TableWriter & ~Copyable) { tell(&writer) }

    // The traversal is compiled for these writers, as it cannot be from another module.
    public func write(to writer: inout HTMLTableWriter) { tell(&writer) }
    public func write(to writer: inout JSONTableWriter) { tell(&writer) }
    public func write(to writer: inout NDJSONTableWriter) { tell(&writer) }

    private func tell<Writer: TableWriter & ~Copyable>(_ writer: inout Writer) {
        writer.beginTable(head)
        for section in sections {
            writer.beginSection(section.head)
            for index in 0..<section.count { writer.row(section.row(at: index)) }
            writer.endSection(section.foot)
        }
        writer.endTable()
    }
}

extension TableView {
    /// Writes a page of the table.
    public func write<Writer: TableWriter & ~Copyable>(_ window: TableWindow, to writer: inout Writer) {
        let snapshot = PageSnapshot(of: window, in: self, numberingLines: Writer.numbersLines)
        snapshot.duplicates.forEach(anomalies.report)
        snapshot.write(to: &writer)
    }
}
