import Bytes
import CascadingTable
import Essentials
import TableRendering

/// Makes the texts of a table: formats, shortens and escapes values for a style.
struct TextTableTexts: Sendable {
    let style: TextTableStyle
    let configuration: TableFormat.Options

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
        case .csv, .tsv: DelimitedText.escaped(text, separator: style == .csv ? DelimitedText.comma : DelimitedText.tab)
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
            DelimitedText.isFormula(UnsafeRawBufferPointer($0))
        }
        return isFormula ? "'" + text : text
    }
}

/// Makes texts safe for one line of a table.
enum SanitizedText {
    /// Returns a text on one line. Line ends and tabs become spaces.
    ///
    /// Other control characters, and characters that change the text direction, become U+FFFD.
    static func line(_ text: String) -> String {
        // Most texts are printable ASCII.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar.value {
            case 0x0A where previous == "\r": continue
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
            case ..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Returns the beginning or end of a text, with an ellipsis for the rest.
    ///
    /// A text of at most `room` columns is returned unchanged.
    static func cut(_ text: String, to room: Int, keepingEnd: Bool) -> String {
        // No scalar takes more columns than bytes.
        guard text.utf8.count > room, DisplayWidth.of(text) > room else { return text }
        var rest = room - 1
        func fits(_ character: Character) -> Bool {
            rest -= DisplayWidth.of(character)
            return rest >= 0
        }
        guard keepingEnd else { return String(text.prefix(while: fits)) + "…" }
        return "…" + String(text.reversed().prefix(while: fits).reversed())
    }
}
