import CascadingTable

/// What every row of a table is written with as JSON, prepared once.
struct JSONRowPieces: ~Copyable, Sendable {
    /// What has the pieces.
    let prepared: ByteWriter
    /// The keys of the first fields, where they are named as the columns are, each after a comma but the first.
    let keys: [Key]
    /// Where the row is selected, up to the row's place.
    let select: ByteWriter.Piece

    struct Key: Sendable {
        let name: String
        let piece: ByteWriter.Piece
    }

    /// Those of no table.
    init() {
        prepared = ByteWriter(empty: ())
        (keys, select) = ([], .init())
    }

    init(columns: [TableViewColumn], links: PageLinks) {
        var writer = ByteWriter()
        keys = columns.enumerated().map { index, column in
            Key(
                name: column.name,
                piece: writer.piece {
                    if index > 0 { $0.byte(0x2C) }
                    $0.jsonString(column.name)
                    $0.byte(0x3A)
                })
        }
        select = writer.piece {
            $0.byte(0x22)
            $0.raw(links.jsonBase)
            $0.raw("select/")
        }
        prepared = writer
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
