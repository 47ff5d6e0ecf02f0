import Bytes

/// Writes the rows of a table as JSON, an object and a line each (https://github.com/ndjson/ndjson-spec).
///
/// Each is what ``JSONTableWriter`` writes of the row. Titles of the table and its sections are in none, so that every
/// line says the same kind of thing.
public struct NDJSONTableWriter: StreamedTableWriter, ~Copyable {
    private var output = ByteWriter()
    private let links: PageLinks
    private var pieces: JSONRowPieces

    public init(links: PageLinks) {
        self.links = links
        pieces = JSONRowPieces()
    }

    public mutating func beginTable(_ head: TableHead) {
        pieces = JSONRowPieces(columns: head.columns, links: links)
    }

    public mutating func beginSection(_ head: SectionHead) {}

    public mutating func row(_ row: TableRow) {
        output.row(row, links: links, pieces)
        output.byte(0x0A)
    }

    public mutating func endSection(_ foot: SectionFoot) {}

    public mutating func endTable() {}

    public mutating func takeOutput() -> [UInt8] { output.take() }
}
