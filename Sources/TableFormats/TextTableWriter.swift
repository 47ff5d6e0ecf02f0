import CascadingTable
package import TableRendering

/// A writer for text in a ``TextTableStyle``, line by line. It needs the layout of a ``TextTableMeasure``.
///
/// Cells that were not measured make their lines longer. Fields without a column in the layout are left out.
package struct TextTableWriter: TableWriter, ~Copyable {
    private let texts: TextTableTexts
    private let layout: TextTableLayout
    private var format: any TextTableFormat & ~Copyable
    /// The index of each column among the used columns; nil for unused columns.
    private let usedPlaces: [Int?]
    private let usedCount: Int

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - style: The style of the text.
    ///   - layout: The columns and their widths, from ``TextTableMeasure/makeLayout()``.
    ///   - configuration: The settings of the text, equal to those of the measure.
    package init(style: TextTableStyle, layout: TextTableLayout, configuration: TableFormat.Options = .init()) {
        texts = TextTableTexts(style: style, configuration: configuration)
        self.layout = layout
        format = texts.makeFormat(layout)
        usedCount = layout.usedColumns.count
        var count = 0
        usedPlaces = layout.columns.map { column in
            guard column.isUsed else { return nil }
            count += 1
            return count - 1
        }
    }

    /// Writes the headings.
    package mutating func beginTable(_ head: TableMetadata) {
        format.beginTable(title: texts.written(head.title))
    }

    /// Writes the title of a section, if it has one.
    package mutating func beginSection(_ head: SectionHeader) {
        format.beginSection(title: title(head.header).map(texts.header))
    }

    /// Writes a row as a line.
    package mutating func row(_ row: TableRow) {
        if format.row(row) { return }
        var fields = [String](repeating: "", count: usedCount)
        for (place, value) in layout.values(of: row.cell) {
            guard let used = usedPlaces[place] else { continue }
            let text = texts.cut(texts.text(of: value, in: layout.columns[place]))
            // Quotation marks would make a text of NULL and of bytes.
            switch value {
            case .bytes: fields[used] = text
            case .text: fields[used] = texts.written(text)
            default: fields[used] = text.isEmpty ? "" : texts.written(text)
            }
        }
        format.row(fields)
    }

    /// Writes the footer of a section, if it has one.
    package mutating func endSection(_ foot: SectionFooter) {
        format.endSection(title: title(foot.footer).map(texts.written))
    }

    /// Writes the end of the table.
    package mutating func endTable() {
        format.endTable()
    }

    /// Returns the bytes that were written since the last call.
    package mutating func takeOutput() -> [UInt8] {
        format.takeOutput()
    }

    private func title(_ view: TableViewHeaderFooterView?) -> String? {
        texts.title(view).map { texts.cut($0, columns: usedCount) }
    }
}

extension TextTableTexts {
    fileprivate func makeFormat(_ layout: TextTableLayout) -> any TextTableFormat & ~Copyable {
        let columns = layout.usedColumns
        switch style {
        case .plain, .simple, .grid, .fancyGrid, .psql, .org, .pipe, .rst, .latex:
            return GridFormat(
                columns, rules: TextTableRules(style, columnCount: columns.count),
                isBold: configuration.isBold && style.isForTerminals)
        case .html: return HTMLFormat(columns)
        case .csv, .tsv: return DelimitedFormat(columns, hasSections: layout.hasSectionTitles, self)
        }
    }
}

/// The layout of a table's lines in one style. Its texts are escaped already.
protocol TextTableFormat: ~Copyable, Sendable {
    /// Returns the bytes that were written since the last call.
    mutating func takeOutput() -> [UInt8]

    /// Writes the headings.
    mutating func beginTable(title: String)
    /// Begins a section.
    mutating func beginSection(title: String?)
    /// Writes a row with one text for each used column.
    mutating func row(_ texts: [String])
    /// Writes a row directly from its values, if the format supports it.
    ///
    /// - Returns: False if nothing was written, because the row needs texts.
    mutating func row(_ row: TableRow) -> Bool
    /// Ends a section.
    mutating func endSection(title: String?)
    /// Writes the end of the table.
    mutating func endTable()
}

extension TextTableFormat where Self: ~Copyable {
    mutating func row(_ row: TableRow) -> Bool { false }
}
