import Bytes

/// Writes the rows of a table as JSON, one line each (https://github.com/ndjson/ndjson-spec).
///
/// A line is what ``JSONTableWriter`` writes of the row in the same shape. Titles of the table are in none.
public struct NDJSONTableWriter: StreamedTableWriter, ~Copyable {
    private var output = ByteWriter()
    private let links: PageLinks
    private let shape: JSONShape
    private var pieces = JSONRowMarkup()
    private var record = JSONRecord()

    public init(links: PageLinks, shape: JSONShape = .objects) {
        self.links = links
        self.shape = shape
    }

    public mutating func beginTable(_ head: TableMetadata) {
        pieces = JSONRowMarkup(columns: head.columns, links: links)
        record = JSONRecord(columns: head.columns, shape)
    }

    public mutating func beginSection(_ head: SectionHeader) { record.begin(head) }

    public mutating func row(_ row: TableRow) {
        if shape == .cells {
            output.row(row, links: links, pieces)
        } else {
            record.write(row, pieces, to: &output)
        }
        output.byte(0x0A)
    }

    public mutating func endSection(_ foot: SectionFooter) {}

    public mutating func endTable() {}

    public mutating func takeOutput() -> [UInt8] { output.take() }
}
