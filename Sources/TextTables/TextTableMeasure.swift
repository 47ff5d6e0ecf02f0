import CascadingTable
public import TableRendering

/// Learns from a table what its text needs before the first line: which columns there are and how wide they are.
///
/// Its memory does not grow with the rows. Styles that are not aligned need no rows for it where the table names its
/// columns.
public struct TextTableMeasure: TableWriter {
    private let texts: TextTableTexts
    private var layout = TextTableLayout()
    private var error: TextTableError?

    public init(style: TextTableStyle, configuration: TextTableWriter.Configuration = .init()) {
        texts = TextTableTexts(style: style, configuration: configuration)
    }

    public mutating func beginTable(_ head: TableMetadata) {
        layout.begin(head.columns, texts)
    }

    public mutating func beginSection(_ head: SectionHeader) {
        guard let title = texts.title(head.header) else { return }
        layout.hasSectionTitles = true
        note(title: texts.header(title))
    }

    public mutating func row(_ row: TableRow) {
        let cell = row.cell
        layout.add(cell, texts)
        guard texts.style.isAligned else { return }
        for (place, value) in layout.values(of: cell) {
            let column = layout.columns[place]
            let text = texts.text(of: value, in: column)
            if texts.isTooWide(text) { note(tooWide: text, at: row.indexPath, in: column.name) }
            layout.widen(place, to: DisplayWidth.of(texts.written(texts.cut(text))))
        }
    }

    public mutating func endSection(_ foot: SectionFooter) {
        if let title = texts.title(foot.footer) { note(title: texts.written(title)) }
    }

    public mutating func endTable() {}

    /// What has been learned.
    ///
    /// - Throws: where the configuration refuses texts that are too wide, for the first of them.
    public func makeLayout() throws(TextTableError) -> TextTableLayout {
        if let error { throw error }
        var layout = layout
        layout.end(texts)
        return layout
    }

    private mutating func note(title: String) {
        guard texts.style.isAligned else { return }
        layout.titleWidth = max(layout.titleWidth, DisplayWidth.of(title))
    }

    private mutating func note(tooWide text: String, at indexPath: IndexPath, in column: String) {
        guard error == nil, texts.configuration.truncation == .error else { return }
        error = TextTableError(
            .cellTooWide,
            """
            Row \(indexPath.row) of section \(indexPath.section) is too wide in the column \(column): \
            \(DisplayWidth.of(text)) columns of \(texts.configuration.maximumColumnWidth ?? 0).
            """, indexPath: indexPath, column: column)
    }
}
