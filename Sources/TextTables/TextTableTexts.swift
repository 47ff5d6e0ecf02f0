import Bytes
import CascadingTable
import TableRendering
import FoundationEssentials

/// Makes the texts of a table: formats, shortens and escapes values for a style.
struct TextTableTexts: Sendable {
    let style: TextTableStyle
    let configuration: TextTableWriter.Configuration

    /// Returns the text of a value. In aligned styles, it is on one line and without control characters.
    func text(of value: FieldValue, in column: TextTableLayout.Column) -> String {
        guard let formatter = configuration.formatters[column.name] else {
            let text = style == .csv || style == .tsv ? value.data : value.text
            return guarded(style.isAligned ? SanitizedText.line(text) : text, isNumber: value.isNumber)
        }
        let text = formatter(value)
        return guarded(style.isAligned ? SanitizedText.line(text) : text, isNumber: false)
    }

    /// Returns the title of a section; nil if it is missing or blank.
    func title(_ view: TableViewHeaderFooterView?) -> String? {
        guard let title = view?.title, title.contains(where: { !$0.isWhitespace }) else { return nil }
        return guarded(style.isAligned ? SanitizedText.line(title) : title, isNumber: false)
    }

    /// Returns a column that is as wide as its heading.
    func column(
        _ name: String, title: String? = nil, alignment: TableViewColumn.Alignment = .leading, isUsed: Bool = true
    ) -> TextTableLayout.Column {
        let isDelimited = style == .csv || style == .tsv
        let text = isDelimited ? name : title ?? name
        let heading = written(cut(guarded(style.isAligned ? SanitizedText.line(text) : text, isNumber: false)))
        return TextTableLayout.Column(
            name: name, heading: heading, alignment: configuration.alignments[name] ?? alignment,
            width: DisplayWidth.of(heading), isUsed: isUsed)
    }

    /// Returns whether a text is wider than the limit.
    func isTooWide(_ text: String) -> Bool {
        guard let room = room(columns: 1) else { return false }
        return text.utf8.count > room && DisplayWidth.of(text) > room
    }

    /// Returns the part of a text that fits into a number of columns of the table.
    func cut(_ text: String, columns: Int = 1) -> String {
        guard let room = room(columns: columns) else { return text }
        return SanitizedText.cut(text, to: room, keepingEnd: configuration.truncation == .head)
    }

    /// Returns the limit for a number of columns of the table, in terminal columns; nil for no limit.
    func room(columns: Int) -> Int? {
        guard style.isAligned, let limit = configuration.maximumColumnWidth else { return nil }
        let (room, isOverflow) = max(limit, 1).multipliedReportingOverflow(by: columns)
        return isOverflow ? nil : room
    }

    /// Returns a text escaped for the style.
    func written(_ text: String) -> String {
        switch style {
        case .plain, .simple, .grid, .fancyGrid, .psql: text
        case .org: OrgText.escaped(text)
        case .pipe: MarkdownText.escaped(text)
        case .rst: ReStructuredText.escaped(text)
        case .latex: LaTeXText.escaped(text)
        case .html: ByteWriter.text { $0.html(text) }
        case .csv, .tsv: DelimitedText.escaped(text, isComma: style == .csv)
        }
    }

    /// Returns the title above a section, escaped and with the marks of the style.
    func header(_ title: String) -> String {
        style.emphasis + written(title) + style.emphasis
    }

    private func guarded(_ text: String, isNumber: Bool) -> String {
        guard configuration.guardsFormulas, style == .csv || style == .tsv, !isNumber else { return text }
        var text = text
        let isFormula = text.withUTF8 {
            DelimitedText.isFormula(UnsafeRawBufferPointer($0), isComma: style == .csv)
        }
        return isFormula ? "'" + text : text
    }
}
