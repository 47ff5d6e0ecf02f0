import CascadingTable
package import TableRendering

/// A writer that measures a table before it is written as text: it finds the columns and their widths.
///
/// Its memory does not grow with the number of rows. For styles that are not aligned, it needs no rows if the table has
/// columns.
package struct TextTableMeasure: TableWriter {
    private let texts: TextTableTexts
    private var layout = TextTableLayout()
    private var error: TextTableError?

    /// Creates a measure.
    ///
    /// - Parameters:
    ///   - style: The style of the text.
    ///   - configuration: The settings of the text.
    package init(style: TextTableStyle, configuration: TableFormat.Options = .init()) {
        texts = TextTableTexts(style: style, configuration: configuration)
    }

    /// Adds the columns of the table.
    package mutating func beginTable(_ head: TableMetadata) {
        layout.begin(head.columns, texts)
    }

    /// Measures the title of a section.
    package mutating func beginSection(_ head: SectionHeader) {
        guard let title = texts.title(head.header) else { return }
        layout.hasSectionTitles = true
        note(title: texts.header(title))
    }

    /// Measures the cells of a row, and adds their columns.
    package mutating func row(_ row: TableRow) {
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

    /// Measures the footer of a section.
    package mutating func endSection(_ foot: SectionFooter) {
        if let title = texts.title(foot.footer) { note(title: texts.written(title)) }
    }

    /// Does nothing. Call ``makeLayout()`` at the end.
    package mutating func endTable() {}

    /// Returns nothing, because nothing is written.
    package mutating func takeOutput() -> [UInt8] { [] }

    /// Returns the columns and their widths.
    ///
    /// - Throws: ``TextTableError`` for the first cell that is too wide, if the truncation is `error`.
    package func makeLayout() throws(TextTableError) -> TextTableLayout {
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
            """
            Row \(indexPath.row) of section \(indexPath.section) is too wide in the column \(column): \
            \(DisplayWidth.of(text)) columns of \(texts.configuration.maximumColumnWidth ?? 0).
            """, indexPath: indexPath, column: column)
    }
}
