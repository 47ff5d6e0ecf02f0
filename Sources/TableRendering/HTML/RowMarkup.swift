import Bytes
import CascadingTable

/// The markup that all rows of a page have in common, prepared once.
struct RowMarkup: ~Copyable, Sendable {
    /// The bytes of the fragments.
    let prepared: ByteWriter
    /// The end of the row's tag and the beginning of its first cell: as wide as its column, and as wide as the table.
    let first: ByteWriter.Fragment
    let wide: ByteWriter.Fragment
    /// The number format of the first column.
    let numberFormat: TableViewColumn.NumberFormat
    /// The columns after the first one.
    let columns: [Column]
    /// The beginning of the button that selects the row, before the row's place.
    let select: ByteWriter.Fragment

    /// The limit in bytes of a row, without its texts and rare parts.
    let rowSize: Int

    struct Column: Sendable {
        /// The end of the previous cell, and the beginning of this cell.
        let start: ByteWriter.Fragment
        let numberFormat: TableViewColumn.NumberFormat
    }

    /// Creates empty markup.
    init() {
        prepared = ByteWriter(empty: ())
        (first, wide, select) = (.init(), .init(), .init())
        (numberFormat, columns, rowSize) = (.automatic, [], 512)
    }

    init(columns: [TableViewColumn], links: PageLinks, hasRoles: Bool) {
        var writer = ByteWriter()
        first = writer.fragment {
            if hasRoles { $0.role("row") }
            $0.byte(0x3E)
            $0.begin(cell: "<th scope=\"row\"", hasRoles ? "rowheader" : nil, of: columns.first)
        }
        wide = writer.fragment {
            if hasRoles { $0.role("row") }
            $0.byte(0x3E)
            $0.raw("<th scope=\"row\"")
            if hasRoles { $0.role("rowheader") }
            $0.columnSpan(columns.count)
            $0.raw("><div class=\"")
        }
        numberFormat = columns.first?.numberFormat ?? .automatic
        var others: [Column] = []
        others.reserveCapacity(columns.count)
        for column in columns.dropFirst() {
            let start = writer.fragment {
                $0.raw(others.isEmpty ? "</th>" : "</td>")
                $0.begin(cell: "<td", hasRoles ? "cell" : nil, of: column)
            }
            others.append(Column(start: start, numberFormat: column.numberFormat))
        }
        self.columns = others
        select = writer.fragment {
            $0.raw("<button class=\"go\" aria-pressed=\"false\" form=\"touch\" formaction=\"")
            $0.raw(links.htmlBase)
            $0.raw("select/")
        }
        prepared = writer
        // The space of an integer also suffices for the tags around a long text.
        rowSize = others.reduce(512 + first.count + select.count + links.htmlBase.count + links.rowPageQuery.count) {
            $0 + $1.start.count + ByteWriter.OutputSpan.integer
        }
    }
}

extension ByteWriter {
    fileprivate mutating func begin(cell tag: StaticString, _ role: StaticString?, of column: TableViewColumn?) {
        raw(tag)
        if let role { self.role(role) }
        raw(column?.alignment == .trailing ? " class=\"num\">" : ">")
    }

    mutating func role(_ name: StaticString) {
        raw(" role=\"")
        raw(name)
        byte(0x22)
    }

    /// Writes the number of columns that a cell spans, if it is more than one.
    mutating func columnSpan(_ count: Int) {
        guard count > 1 else { return }
        raw(" colspan=\"")
        integer(count)
        byte(0x22)
    }
}
