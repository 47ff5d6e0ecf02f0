import Bytes
import CascadingTable

/// The JSON that all rows of a table have in common, prepared once.
struct JSONRowMarkup: ~Copyable, Sendable {
    /// The bytes of the fragments.
    let prepared: ByteWriter
    /// The keys of the columns. All but the first begin with a comma.
    let keys: [ByteWriter.Fragment]
    /// The address that selects the row, before the row's place.
    let select: ByteWriter.Fragment
    /// The limit in bytes of a row, without its texts and rare parts.
    let rowSize: Int

    /// Creates empty markup.
    init() {
        prepared = ByteWriter(empty: ())
        (keys, select, rowSize) = ([], .init(), 512)
    }

    init(columns: [TableViewColumn], links: PageLinks) {
        var writer = ByteWriter()
        keys = columns.enumerated().map { index, column in
            writer.fragment {
                if index > 0 { $0.byte(0x2C) }
                $0.jsonString(column.name)
                $0.byte(0x3A)
            }
        }
        select = writer.fragment {
            $0.raw(",\"select\":\"")
            $0.raw(links.jsonBase)
            $0.raw("select/")
        }
        prepared = writer
        rowSize = keys.reduce(512 + select.count + links.jsonBase.count + links.jsonEnd.count) {
            $0 + $1.count + ByteWriter.OutputSpan.integer
        }
    }
}

extension ByteWriter {
    /// Writes the name of a field and a colon, after a comma unless it is the first field.
    mutating func key(ofField index: Int, named name: String) {
        if index > 0 { byte(0x2C) }
        jsonString(name)
        byte(0x3A)
    }
}
