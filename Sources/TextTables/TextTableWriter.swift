import CascadingTable
public import TableRendering

/// Writes a table as text in one of the ``TextTableStyle``s, line by line, once a ``TextTableMeasure`` has seen it.
///
/// A cell that was not measured is written all the same: it makes its line longer, and a field without a column is left
/// out.
public struct TextTableWriter: StreamedTableWriter, ~Copyable {
    private let texts: TextTableTexts
    private let layout: TextTableLayout
    private var format: any TextTableFormat & ~Copyable
    /// The places of the columns among those that are used.
    private let usedPlaces: [Int?]
    private let usedCount: Int

    public init(style: TextTableStyle, layout: TextTableLayout, configuration: Configuration = .init()) {
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

    public mutating func beginTable(_ head: TableMetadata) {
        format.beginTable(title: texts.written(head.title))
    }

    public mutating func beginSection(_ head: SectionHeader) {
        format.beginSection(title: title(head.header).map(texts.header))
    }

    public mutating func row(_ row: TableRow) {
        if format.row(row) { return }
        var fields = [String](repeating: "", count: usedCount)
        for (place, value) in layout.values(of: row.cell) {
            guard let used = usedPlaces[place] else { continue }
            fields[used] = texts.written(texts.cut(texts.text(of: value, in: layout.columns[place])))
        }
        format.row(fields)
    }

    public mutating func endSection(_ foot: SectionFooter) {
        format.endSection(title: title(foot.footer).map(texts.written))
    }

    public mutating func endTable() {
        format.endTable()
    }

    public mutating func takeOutput() -> [UInt8] {
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
        case .plain, .simple, .grid, .fancyGrid, .psql, .org, .pipe, .rst:
            return GridFormat(
                columns, rules: TextTableRules(style, columnCount: columns.count),
                isBold: configuration.isBold && style.isForTerminals)
        case .latex: return LaTeXFormat(columns)
        case .html: return HTMLFormat(columns)
        case .csv, .tsv: return DelimitedFormat(columns, hasSections: layout.hasSectionTitles, self)
        }
    }
}
