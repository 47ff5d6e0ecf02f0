package import CascadingTable

extension PageSnapshot {
    /// Passes the contents of the page to a writer, in reading order.
    ///
    /// - Parameter writer: The writer of a format.
    package func write(to writer: inout some TableWriter & ~Copyable) { tell(&writer) }

    // These overloads are specialized for their writers, which is not possible from another module.
    /// Passes the contents of the page to an HTML writer.
    package func write(to writer: inout HTMLTableWriter) { tell(&writer) }
    /// Passes the contents of the page to a JSON writer.
    package func write(to writer: inout JSONTableWriter) { tell(&writer) }
    /// Passes the contents of the page to an NDJSON writer.
    package func write(to writer: inout NDJSONTableWriter) { tell(&writer) }

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
    ///
    /// - Parameters:
    ///   - window: The rows of the page, which must be in memory.
    ///   - writer: The writer of a format.
    package func write<Writer: TableWriter & ~Copyable>(_ window: TableWindow, to writer: inout Writer) {
        let snapshot = PageSnapshot(of: window, in: self, numberingLines: Writer.numbersLines)
        snapshot.duplicates.forEach(anomalies.report)
        snapshot.write(to: &writer)
    }
}
