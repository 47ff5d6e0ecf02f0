package import Bytes
import CascadingTable

/// A writer for HTML: a native `<table>`, in which every action is a link or a button that works without scripts.
package struct HTMLTableWriter: TableWriter, ~Copyable, Sendable {
    package internal(set) var output: ByteWriter
    /// The heights in CSS pixels of rows, headers and footers. The page links a style sheet with a class for each.
    ///
    /// Complete after the table is written.
    package private(set) var heights: [Double] = []
    /// The widths of columns, with their places from 1.
    package private(set) var widths: [(place: Int, pixels: Double)] = []
    /// The numbers of the first and last row of the page, from 1, and the number of all rows. 0 for an empty page.
    package private(set) var rows: (first: Int, last: Int, count: Int) = (0, 0, 0)

    let links: PageLinks
    /// The words of the page in the reader's language.
    let words: Words
    let maxTextLength: Int
    /// A Boolean value that indicates whether the table shows the values of one record.
    let isRecord: Bool
    let templates: PageTemplates?
    /// The names of cell styles that have neither a layout nor a template.
    package internal(set) var unknownStyles: Set<String> = []
    private(set) var columns: [TableViewColumn] = []
    /// The markup that all rows have in common.
    private(set) var rowMarkup: RowMarkup
    /// A Boolean value that indicates whether elements need ARIA roles, because the style changes their display and
    /// browsers then drop their roles.
    private var hasRoles = false
    /// The metadata of the table, for the page around it.
    private(set) var head: TableMetadata?
    /// The indices and identifiers of the written sections, if there is a section index.
    private(set) var sections: [(index: Int, identifier: String)] = []
    /// The direction of the table. The next two properties are language attributes: of the table within the page, and
    /// of words within the table.
    private(set) var direction = TextDirection.leftToRight
    private(set) var tableLanguage: [UInt8] = []
    private(set) var wordLanguage: [UInt8] = []
    /// The number of bytes from which a text may need more than one line of its column, and is marked to be cut.
    private(set) var longTextSize = Int.max
    /// The number of bytes that are reserved for a row.
    private var spanSize = 0
    /// A Boolean value that indicates whether the row has so much text that space is reserved for each text separately.
    private(set) var isLongRow = false
    /// The line number of the next row, for ARIA.
    private var rowLine: Int?
    /// The line number after the rows of the section, for ARIA.
    private var footerLine: Int?

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - links: The links of the page.
    ///   - language: The reader's language, for words, numbers and dates. Default: English.
    ///   - maxTextLength: The limit in characters of a text. Default: 500.
    ///   - templates: The templates, for custom cell styles. Default: nil, custom cells look like `default`.
    package init(
        links: PageLinks, language: Language = .english, maxTextLength: Int = 500, templates: PageTemplates? = nil
    ) {
        self.init(
            links: links, language: language, maxTextLength: maxTextLength, isRecord: false, templates: templates,
            margin: 0)
    }

    /// - Parameters:
    ///   - margin: The number of bytes to reserve before the table.
    ///   - isRecord: Whether the table shows one record, whose texts are never shortened.
    package init(
        links: PageLinks, language: Language, maxTextLength: Int, isRecord: Bool, templates: PageTemplates?, margin: Int
    ) {
        self.links = links
        rowMarkup = RowMarkup()
        words = language.words
        self.templates = templates
        self.maxTextLength = isRecord ? .max : maxTextLength
        self.isRecord = isRecord
        output = ByteWriter(capacity: 48 * 1024, after: margin)
    }

    /// Returns the bytes that were written since the last call.
    package mutating func takeOutput() -> [UInt8] { output.take() }

    /// A Boolean value that indicates whether the format numbers lines. True, for screen readers.
    package static var numbersLines: Bool { true }

    /// Writes the beginning of the table and the column headings.
    package mutating func beginTable(_ head: TableMetadata) {
        self.head = head
        // The type of a record's column stands below its name.
        columns = isRecord ? Array(head.columns.prefix(2)) : head.columns
        hasRoles = head.appearance.style == .grid || head.appearance.style == .pile
        direction =
            head.language == words.language.tag ? words.direction : TextDirection(language: head.language)
        tableLanguage = Self.attributes(of: head.language, direction, within: words.language.tag)
        wordLanguage =
            tableLanguage.isEmpty
            ? [] : Self.attributes(of: words.language.tag, words.direction, within: head.language)
        rows = (head.windowCount == 0 ? 0 : head.offset + 1, head.offset + head.windowCount, head.count)
        if let view = head.appearance.headerView { block(view, "<section class=\"top\"") }
        var classes = head.appearance.style.className
        if head.appearance.density != .regular { classes += " \(head.appearance.density.rawValue)" }
        if head.isEditing { classes += " editing" }
        if isRecord { classes += " record" }
        // The columns of a database have types.
        if columns.contains(where: { $0.type != nil }) {
            classes += columns.contains { $0.primaryKeyIndex != nil } ? " typed" : " typed keyless"
        }
        if head.appearance.entryAnimation != .none { classes += " enter \(head.appearance.entryAnimation.rawValue)" }
        let lines: Markup? = head.lineCount.map { #" aria-rowcount="\#($0)""# }
        let selected: Markup? = head.multipleSelection.map { #" data-selected="\#($0.count)""# }
        output.markup(#"<table id="table" class="\#(classes)"\#(raw: tableLanguage)\#(lines)\#(selected)"#)
        role("table")
        output.raw(">\n<caption>")
        isolated(head.title)
        output.raw("</caption>\n")
        // The values of a record have nothing in common.
        let contents: [ColumnContents?] = isRecord ? columns.map { _ in nil } : head.contents
        rowMarkup = RowMarkup(columns: columns, contents: contents, links: links, hasRoles: hasRoles)
        guard !columns.isEmpty else { return }
        for (index, column) in columns.enumerated() {
            if let width = column.width, 40...2_000 ~= width { widths.append((index + 1, width)) }
        }
        if !isRecord { longTextSize = 25 }
        output.raw("<thead><tr")
        number(of: head.lineCount.map { _ in 1 })
        output.byte(0x3E)
        for (column, contents) in zip(columns, contents) { heading(of: column, isNumeric: column.isNumeric(contents)) }
        output.raw("</tr></thead>\n")
    }

    /// Writes the beginning of a section, and its header.
    package mutating func beginSection(_ head: SectionHeader) {
        if self.head?.outline.isEmpty == false { sections.append((head.index, head.identifier)) }
        output.markup(#"<tbody id="section-\#(url: head.identifier)""#)
        role("rowgroup")
        output.raw(">\n")
        let hasHeader = head.header != nil || head.moves != nil
        let firstLine = head.line.map { hasHeader ? $0 + 1 : $0 }
        rowLine = firstLine.map { $0 + head.offset }
        footerLine = firstLine.map { $0 + head.count }
        guard hasHeader else { return }
        headerFooter(
            head.header, height: head.height, kind: "header", line: head.line,
            tag: "<th scope=\"rowgroup\"", end: "</th></tr>\n"
        ) {
            $0.count(of: head)
            if let actions = head.actions { $0.buttons(of: actions) }
            $0.moves(of: head)
        }
    }

    /// Writes the number of rows of a section in a table with columns, unless the header tells more than a title.
    private mutating func count(of head: SectionHeader) {
        guard !columns.isEmpty, let header = head.header, header.subtitle == nil, header.fields.isEmpty else { return }
        output.raw(" <span class=\"sub\">")
        output.integer(head.count, in: words, .grouped)
        output.raw("</span>")
    }

    /// Writes a row, with its panels if it is expanded.
    package mutating func row(_ row: TableRow) {
        row.section.rows.bytes.withUnsafeBytes { write(row, row.record, $0) }
    }

    /// - Parameters:
    ///   - row: The row.
    ///   - record: The row in its batch.
    ///   - utf8: The texts of the batch.
    private mutating func write(_ row: TableRow, _ record: RowBatch.Row, _ utf8: UnsafeRawBufferPointer) {
        // Space is reserved once for the common parts of a row. Rare parts are written separately.
        let identifier = UnsafeRawBufferPointer(rebasing: utf8[record.identifier.range])
        isLongRow = record.textCount > 4096
        let textCount = isLongRow ? 0 : Int(record.textCount) + identifier.count
        spanSize = rowMarkup.rowSize + EscapedByte.maxCount * textCount
        var span = output.span(for: spanSize)
        span.raw("<tr id=\"row-")
        span = write(identifier, span, URLContext.self)
        let isMarked = row.marks.rawValue != 0
        // A class draws the mark of most rows, because an element would be three times as long.
        let isLeading =
            record.accessory == .disclosure && row.tools == nil && (!record.hasCell || row.cell.style.isColumns)
        span.raw(isLeading ? "\" class=\"row leads" : "\" class=\"row")
        if isMarked || record.height != .automatic || !record.isEnabled || record.indentationLevel > 0 {
            span = separately(span) { $0.classes(of: row) }
        }
        span.raw("\" data-place=\"")
        span.place(row.place)
        span.byte(0x22)
        if let line = rowLine {
            span.raw(" aria-rowindex=\"")
            span.integer(line)
            span.byte(0x22)
            rowLine = line + 1
        }
        if record.hasCell, !row.cell.style.isBuiltIn { span = separately(span) { $0.style(of: row) } }
        if record.isFocusable || isMarked && row.isPreferredForFocus { span = separately(span) { $0.focus(of: row) } }
        if record.hasCell {
            span = separately(span) { $0.cell(of: row) }
        } else {
            span = columns(of: row, record, utf8, identifier, span)
        }
        span.raw("</tr>\n")
        output.keep(span)
        if isMarked, row.isExpanded { expansion(of: row) }
    }

    /// Writes a text of the row.
    @inline(__always)
    mutating func write<Context: EscapingContext>(
        _ text: UnsafeRawBufferPointer, _ span: consuming ByteWriter.OutputSpan, _ context: Context.Type
    ) -> ByteWriter.OutputSpan {
        guard !isLongRow else { return separately(span) { $0.output.escaped(text, context) } }
        span.escaped(text, context)
        return span
    }

    /// Writes a rare part in the middle of a row.
    @inline(__always)
    mutating func separately(
        _ span: consuming ByteWriter.OutputSpan, _ write: (inout HTMLTableWriter) -> Void
    ) -> ByteWriter.OutputSpan {
        output.keep(span)
        write(&self)
        return output.span(for: spanSize)
    }

    private mutating func cell(of row: TableRow) {
        // Some rows have columns, but more than a batch can store, such as an image or additional fields.
        if row.cell.style.isColumns { columns(of: row) } else { CellTemplates.write(row, to: &self) }
    }

    /// Writes the name of a custom style.
    private mutating func style(of row: TableRow) {
        output.markup(#" data-cell="\#(row.cell.style.rawValue)""#)
    }

    private mutating func focus(of row: TableRow) {
        output.raw(" tabindex=\"0\"")
        if row.isPreferredForFocus { output.raw(" autofocus") }
    }

    /// Writes the additional classes of a row.
    private mutating func classes(of row: TableRow) {
        if case .pixels(let pixels) = row.height {
            output.byte(0x20)
            heightClass(pixels)
        }
        if row.isSelected { output.raw(" selected") }
        if row.isExpanded { output.raw(" expanded") }
        if !row.record.isEnabled { output.raw(" disabled") }
        if row.indentationLevel > 0 {
            output.raw(" indent")
            output.integer(min(row.indentationLevel, 6))
        }
    }

    /// Writes the footer and the end of a section.
    package mutating func endSection(_ foot: SectionFooter) {
        if foot.footer != nil {
            headerFooter(
                foot.footer, height: foot.height, kind: "footer", line: footerLine, tag: "<td", end: "</td></tr>\n"
            ) { if let actions = foot.actions { $0.buttons(of: actions) } }
        }
        output.raw("</tbody>\n")
    }

    /// Writes the end of the table: a text if there are no rows, and the form for selected rows.
    package mutating func endTable() {
        if rows.count == 0 {
            output.raw("<tbody><tr class=\"empty\"><td")
            columnSpan()
            output.raw("><div")
            if let head, head.query?.leavesOutRows == true, head.total > 0 {
                output.raw(wordLanguage)
                output.byte(0x3E)
                nothingMatches()
            } else if let view = head?.appearance.emptyView {
                output.byte(0x3E)
                content(of: view)
            } else {
                output.raw(wordLanguage)
                output.byte(0x3E)
                output.phrase(.noRows, words)
            }
            output.raw("</div></td></tr></tbody>\n")
        }
        foot()
        output.raw("</table>\n")
        selectionForm()
        selectionBar()
        if let view = head?.appearance.footerView { block(view, "<section class=\"bottom\"") }
    }

    /// Writes the view above or below all sections.
    private mutating func block(_ view: TableViewHeaderFooterView, _ start: StaticString) {
        output.raw(start)
        output.raw(tableLanguage)
        output.byte(0x3E)
        content(of: view)
        output.raw("</section>\n")
    }

    private mutating func content(of view: TableViewHeaderFooterView) {
        image(view.image, beside: view.title)
        output.raw("<div class=\"text\">")
        if let title = view.title {
            output.raw("<p class=\"title\">")
            self.title(title, link: view.link)
            output.raw("</p>")
        }
        if let subtitle = view.subtitle { span("sub", text: subtitle) }
        fields(view.fields)
        output.raw("</div>")
    }

    /// Returns the language attribute of an element within another language, with a direction if that differs.
    private static func attributes(of tag: String, _ direction: TextDirection, within outer: String) -> [UInt8] {
        guard tag != outer else { return [] }
        let other: Markup? =
            direction == TextDirection(language: outer) ? nil : #" dir="\#(direction.rawValue)""#
        return (#" lang="\#(tag)"\#(other)"# as Markup).bytes
    }

    // Inlined, because a call would copy the view.
    @inline(__always)
    private mutating func headerFooter(
        _ view: TableViewHeaderFooterView?, height: Height, kind: StaticString, line: Int?, tag: StaticString,
        end: StaticString, tools: (inout HTMLTableWriter) -> Void
    ) {
        output.raw("<tr class=\"")
        output.raw(kind)
        if case .pixels(let pixels) = height, pixels > 0 {
            output.byte(0x20)
            heightClass(pixels)
        }
        output.byte(0x22)
        number(of: line)
        role("row")
        output.byte(0x3E)
        output.raw(tag)
        role("rowheader")
        columnSpan()
        output.raw("><div class=\"cell\">")
        // Read property by property, because a local constant would copy the view.
        if view?.image != nil { image(view?.image, beside: view?.title) }
        title(view?.title ?? "", link: view?.link)
        if let subtitle = view?.subtitle { span("sub", text: subtitle) }
        for field in view?.fields ?? [] {
            output.raw("<span class=\"sub\">")
            output.html(field.name)
            output.byte(0x20)
            value(field.value)
            output.raw("</span>")
        }
        tools(&self)
        output.raw("</div>")
        output.raw(end)
    }

    /// Writes the row's identifier in an attribute.
    mutating func name(of row: TableRow) { output.html(row.identifier) }

    private mutating func heightClass(_ pixels: Double) {
        // Rounded to hundredths.
        let pixels = (min(pixels, 1e7) * 100).rounded() / 100
        output.heightClass(pixels)
        if !heights.contains(pixels) { heights.append(pixels) }
    }

    /// Writes the line number of a row, on a page that does not have all rows.
    private mutating func number(of line: Int?) {
        if let line { output.markup(#" aria-rowindex="\#(line)""#) }
    }

    /// Writes the role of an element, if the style changes its display.
    @inline(__always)
    mutating func role(_ name: StaticString) {
        if hasRoles { output.role(name) }
    }

    mutating func columnSpan() { output.columnSpan(columns.count) }
}

extension TableViewAppearance.Style {
    fileprivate var className: String {
        switch self {
        case .plain: "plain"
        case .insetGrouped: "inset-grouped"
        case .grid: "grid"
        case .pile: "pile"
        }
    }
}
