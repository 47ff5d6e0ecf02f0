import Bytes
import CascadingTable

/// The markup that all rows of a page have in common, prepared once.
struct RowMarkup: ~Copyable, Sendable {
    /// The bytes of the fragments.
    let prepared: ByteWriter
    /// The first column. Its start includes the end of the row's tag.
    ///
    /// Cells have no end tags, because a page has thousands of cells.
    let first: Column
    /// The end of the row's tag and the beginning of a cell that is as wide as the table.
    let wide: ByteWriter.Fragment
    /// The columns after the first one.
    let columns: [Column]
    /// The beginning of the button that selects the row, before the row's place.
    let select: ByteWriter.Fragment

    /// The limit in bytes of a row, without its texts and rare parts.
    let rowSize: Int

    struct Column: Sendable {
        /// The tag of the cell, without its end.
        let start: ByteWriter.Fragment
        /// The tag of a cell that tells its value. It needs no class.
        let bare: ByteWriter.Fragment
        let numberFormat: TableViewColumn.NumberFormat
        /// The style of all numbers of the column; nil if each has its own, because they have nothing in common.
        let numberStyle: NumberStyle?
        /// The end of the integers from 0 that are written without a style.
        let plainEnd: Int64
        /// A Boolean value that indicates whether the values are aligned as numbers are.
        let isNumeric: Bool
        /// A Boolean value that indicates whether texts are quoted, because they stand among numbers.
        let quotesTexts: Bool
        /// The colours of the numbers; nil for none.
        let heat: HeatScale?

        init(
            start: ByteWriter.Fragment = .init(), bare: ByteWriter.Fragment = .init(), _ column: TableViewColumn?,
            _ contents: ColumnContents?, heat: HeatScale? = nil
        ) {
            (self.start, self.bare, self.heat) = (start, bare, heat)
            numberFormat = column?.numberFormat ?? .automatic
            isNumeric = column?.isNumeric(contents) ?? false
            quotesTexts = isNumeric && contents?.hasNumbers == true && column?.quotesTexts != false
            numberStyle = contents.map { [numberFormat] in NumberStyle(numberFormat, $0) }
            plainEnd = numberStyle?.plainEnd ?? (NumberStyle(numberFormat, of: .null).decimals > 0 ? 0 : 1000)
        }
    }

    /// Creates empty markup.
    init() {
        prepared = ByteWriter(empty: ())
        (first, wide, select) = (Column(nil, nil), .init(), .init())
        (columns, rowSize) = ([], 512)
    }

    init(columns: [TableViewColumn], contents: [ColumnContents?], links: PageLinks, hasRoles: Bool) {
        var writer = ByteWriter()
        let isNumeric = zip(columns, contents).map { $0.isNumeric($1) }
        let starts = [isNumeric.first == true, false].map { isNumeric in
            writer.fragment {
                if hasRoles { $0.role("row") }
                $0.byte(0x3E)
                $0.begin(cell: "<th scope=\"row\"", hasRoles ? "rowheader" : nil, isNumeric: isNumeric)
            }
        }
        func heat(of column: TableViewColumn?) -> HeatScale? { column.flatMap { links.heat[ExactString($0.name)] } }
        first = Column(
            start: starts[0], bare: starts[1], columns.first, contents.first ?? nil, heat: heat(of: columns.first))
        wide = writer.fragment {
            if hasRoles { $0.role("row") }
            $0.byte(0x3E)
            $0.raw("<th scope=\"row\"")
            if hasRoles { $0.role("rowheader") }
            $0.columnSpan(columns.count)
            $0.raw("><div class=\"")
        }
        var others: [Column] = []
        others.reserveCapacity(columns.count)
        for (index, column) in columns.enumerated().dropFirst() {
            let starts = [isNumeric[index], false].map { isNumeric in
                writer.fragment { $0.begin(cell: "<td", hasRoles ? "cell" : nil, isNumeric: isNumeric) }
            }
            others.append(
                Column(start: starts[0], bare: starts[1], column, contents[index], heat: heat(of: column)))
        }
        self.columns = others
        select = writer.fragment {
            $0.raw("<button class=\"go\" aria-pressed=\"false\" form=\"touch\" formaction=\"")
            $0.raw(links.htmlBase)
            $0.raw("select/")
        }
        prepared = writer
        // The space of an integer also suffices for the tags around a long text.
        let size = 512 + first.start.count + select.count + links.htmlBase.count + links.rowPageQuery.count
        rowSize = others.reduce(size) {
            $0 + $1.start.count + 1 + ByteWriter.OutputSpan.integer
        }
    }
}

extension TableViewColumn {
    /// Returns whether the column is aligned as numbers are: by its alignment, or because all of its values are numbers.
    func isNumeric(_ contents: ColumnContents?) -> Bool { alignment == .trailing || contents?.isNumeric == true }
}

extension ByteWriter {
    fileprivate mutating func begin(cell tag: StaticString, _ role: StaticString?, isNumeric: Bool) {
        raw(tag)
        if let role { self.role(role) }
        if isNumeric { raw(" class=\"num\"") }
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
