import Bytes

/// A writer for NDJSON: the rows of a table, each as JSON on its own line (https://github.com/ndjson/ndjson-spec).
///
/// Each line equals the row that ``JSONTableWriter`` writes in this shape. The metadata of the table is left out.
package struct NDJSONTableWriter: TableWriter, ~Copyable {
    private var output = ByteWriter()
    private var rows: JSONRowWriter

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - links: The links of the page.
    ///   - shape: The shape of the rows. Default: objects.
    package init(links: PageLinks, shape: JSONShape = .objects) {
        rows = JSONRowWriter(links: links, shape: shape)
    }

    /// Prepares the keys of the columns. Writes nothing.
    package mutating func beginTable(_ head: TableMetadata) { rows.begin(head) }

    /// Stores the title of the section, which the rows contain. Writes nothing.
    package mutating func beginSection(_ head: SectionHeader) { rows.begin(head) }

    /// Writes a row as one line.
    package mutating func row(_ row: TableRow) {
        rows.write(row, to: &output)
        output.byte(0x0A)
    }

    /// Does nothing, because lines contain only rows.
    package mutating func endSection(_ foot: SectionFooter) {}

    /// Does nothing, because lines contain only rows.
    package mutating func endTable() {}

    /// Returns the bytes that were written since the last call.
    package mutating func takeOutput() -> [UInt8] { output.take() }
}
