import Bytes
import CascadingTable

/// What every row of a table is written with as JSON, prepared once.
struct JSONRowMarkup: ~Copyable, Sendable {
    /// What has the pieces.
    let prepared: ByteWriter
    /// The keys of the fields that are named as the columns are, each but the first after a comma.
    let keys: [ByteWriter.Piece]
    /// Where the row is selected, up to the row's place.
    let select: ByteWriter.Piece
    /// The most bytes that a row has besides its texts and what is written aside.
    let rowSize: Int

    /// Those of no table.
    init() {
        prepared = ByteWriter(empty: ())
        (keys, select, rowSize) = ([], .init(), 512)
    }

    init(columns: [TableViewColumn], links: PageLinks) {
        var writer = ByteWriter()
        keys = columns.enumerated().map { index, column in
            writer.piece {
                if index > 0 { $0.byte(0x2C) }
                $0.jsonString(column.name)
                $0.byte(0x3A)
            }
        }
        select = writer.piece {
            $0.raw(",\"select\":\"")
            $0.raw(links.jsonBase)
            $0.raw("select/")
        }
        prepared = writer
        rowSize = keys.reduce(512 + select.count + links.jsonBase.count) {
            $0 + $1.count + ByteWriter.Room.integer
        }
    }
}

extension ByteWriter {
    /// A field's name with its colon, after a comma where it is not the first.
    mutating func key(ofField index: Int, named name: String) {
        if index > 0 { byte(0x2C) }
        jsonString(name)
        byte(0x3A)
    }
}
