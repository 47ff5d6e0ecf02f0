import CascadingTable

/// What every row of a table is written with as JSON, prepared once.
struct JSONRowPieces: ~Copyable, Sendable {
    /// What has the pieces.
    let prepared: ByteWriter
    /// The keys of the first fields, where they are named as the columns are, each after a comma but the first.
    let keys: [Key]
    /// Where the row is selected, up to the row's place.
    let select: ByteWriter.Piece
    /// The most bytes of what rows have of it, with their places, names and values where these are short.
    let rowSize: Int

    struct Key: Sendable {
        let name: String
        let piece: ByteWriter.Piece
    }

    /// Those of no table.
    init() {
        prepared = ByteWriter(empty: ())
        (keys, select, rowSize) = ([], .init(), Self.rowSize(besides: 0))
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
            $0.raw(",\"select\":\"")
            $0.raw(links.jsonBase)
            $0.raw("select/")
        }
        prepared = writer
        rowSize = Self.rowSize(besides: keys.reduce(select.count) { $0 + $1.piece.count + 20 })
    }

    /// - Parameter size: that of the pieces and the values.
    private static func rowSize(besides size: Int) -> Int { 256 + 4 * ByteWriter.Room.integer + 18 + size }
}

extension ByteWriter {
    /// A field's name with its colon, after a comma where it is not the first.
    mutating func key(ofField index: Int, named name: String) {
        if index > 0 { byte(0x2C) }
        jsonString(name)
        byte(0x3A)
    }
}
