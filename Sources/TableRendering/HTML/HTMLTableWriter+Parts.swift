import Bytes
import CascadingTable

/// The parts of cell layouts.
extension HTMLTableWriter {
    /// The element that contains the title of a row.
    enum Label {
        case link
        case button
        case text
    }

    /// Begins the element of a row's title: a link if the cell has one, a button if the row can be selected or
    /// expanded, otherwise text.
    ///
    /// The title of a disabled row is text.
    mutating func beginLabel(of row: TableRow) -> Label {
        if row.cell.isEnabled, let link = row.cell.link, SafeURL.isAllowed(link) {
            output.raw("<a class=\"go\" href=\"")
            address(link, query: SafeURL.isRelative(link) ? links.rowPageQuery : [])
            output.byte(0x3E)
            return .link
        } else if row.isSelectable, !row.isSelected {
            output.raw(rowMarkup.select, of: rowMarkup.prepared)
            output.path(row.place)
            output.raw("\" name=\"id\" value=\"")
            name(of: row)
            output.raw("\">")
            return .button
        } else if row.isSelectable {
            output.raw("<button class=\"go\" aria-pressed=\"true\"")
            form(of: row, "deselect")
            return .button
        } else if row.isExpandedByLabel {
            output.raw("<button class=\"go\" aria-expanded=\"")
            output.raw(row.isExpanded ? "true\"" : "false\"")
            form(of: row, row.isExpanded ? "collapse" : "expand")
            return .button
        } else {
            output.raw("<span class=\"label\">")
            return .text
        }
    }

    @inline(__always)
    mutating func end(_ label: Label) {
        switch label {
        case .link: output.raw("</a>")
        case .button: output.raw("</button>")
        case .text: output.raw("</span>")
        }
    }

    /// Writes the title of the cell; without one, the number of the row, so that screen readers have a name.
    mutating func title(of row: TableRow) {
        guard let title = row.cell.shownTitle else {
            return word { writer in
                writer.output.phrase(.row, writer.words) { [words = writer.words] in
                    $0.integer(row.place.row + 1, in: words, .automatic)
                }
            }
        }
        text(title)
    }

    /// Writes the address of a link and the quotation mark after it. A link that leaves the frame of the page opens in
    /// the whole window.
    ///
    /// - Parameter query: The query of the address, as HTML.
    mutating func address(_ url: String, query: [UInt8] = []) {
        guard !plainAddress(url) else {
            output.raw(query)
            return output.byte(0x22)
        }
        let url = links.resolve(url)
        let staying = links.frame.map { $0.staying(url) } ?? url
        output.html(staying ?? url)
        output.raw(query)
        output.raw(staying == nil ? "\" target=\"_top\"" : "\"")
    }

    /// Writes an address that needs no escaping, as most do. Returns false for others.
    private mutating func plainAddress(_ url: String) -> Bool {
        var url = url
        return url.withUTF8 { url in
            guard let (folder, rest) = links.plainAddress(UnsafeRawBufferPointer(url)) else { return false }
            links.htmlBase.withUnsafeBytes { output.append(UnsafeRawBufferPointer(rebasing: $0[..<folder])) }
            output.append(rest)
            return true
        }
    }

    mutating func title(_ title: String, link: String?) {
        guard let link, SafeURL.isAllowed(link) else { return text(title) }
        output.raw("<a href=\"")
        address(link)
        output.byte(0x3E)
        text(title)
        output.raw("</a>")
    }

    mutating func span(_ name: StaticString, text: String) {
        output.raw("<span class=\"")
        output.raw(name)
        output.raw("\">")
        self.text(text)
        output.raw("</span>")
    }

    /// Writes an image if its address is allowed.
    ///
    /// - Parameters:
    ///   - image: The image; nil for none.
    ///   - title: The title beside the image. An equal description is left out, so that it is not read twice.
    mutating func image(_ image: TableViewImage?, beside title: String? = nil) {
        guard let image, SafeURL.isAllowedForImage(image.source) else { return }
        let description = image.description == title ? "" : image.description
        let size: Markup? = image.size == .small ? nil : #" class="\#(image.size.rawValue)""#
        output.markup(
            #"<img src="\#(links.resolve(image.source))" alt="\#(description)"\#(size) loading="lazy">"#)
    }

    /// Writes named values.
    mutating func fields(_ fields: [Field]) {
        guard !fields.isEmpty else { return }
        output.raw("<div class=\"fields\">")
        for field in fields {
            output.raw("<span><span class=\"sub\">")
            isolated(field.name)
            output.raw("</span> ")
            value(field.value)
            output.raw("</span>")
        }
        output.raw("</div>")
    }

    /// Writes a text. A text longer than `maxTextLength` is shortened.
    mutating func text(_ text: String) {
        // A text of few bytes has few characters, so that most texts need no counting.
        let size = text.utf8.count
        guard size >= longTextSize || size > maxTextLength else { return isolated(text) }
        longText(text)
    }

    private mutating func longText(_ text: String) {
        var end = text.endIndex
        if text.utf8.count > maxTextLength {
            end = text.unicodeScalars.index(text.startIndex, offsetBy: maxTextLength, limitedBy: end) ?? end
        }
        let isInColumn = longTextSize < .max
        if isInColumn {
            output.raw("<bdi>")
            output.html(text[..<end])
        } else {
            isolated(text[..<end])
        }
        if end < text.endIndex {
            output.markup(
                #"""
                <span class="cut">…<span class="hidden"\#(raw: wordLanguage)> \#(raw: words[.shortened])</span></span>
                """#)
        }
        if isInColumn { output.raw("</bdi>") }
    }

    /// Writes a text, isolated if it contains text of the opposite direction.
    @inline(__always)
    mutating func isolated(_ text: String) {
        let start = output.count
        // Most texts are ASCII, which is detected while it is written. In a left-to-right table, ASCII needs no
        // isolation.
        if !output.htmlIsASCII(text) || direction != .leftToRight { isolate(text, from: start) }
    }

    private mutating func isolated(_ text: Substring) {
        let start = output.count
        output.html(text)
        isolate(text, from: start)
    }

    private mutating func isolate(_ text: some StringProtocol, from start: Int) {
        guard direction.isolates(text) else { return }
        output.truncate(to: start)
        output.raw("<bdi>")
        output.html(text)
        output.raw("</bdi>")
    }

    /// Writes words in the reader's language, with a language attribute if the table's language differs.
    mutating func word(_ write: (inout HTMLTableWriter) -> Void) {
        guard !wordLanguage.isEmpty else { return write(&self) }
        output.markup("<span\(raw: wordLanguage)>")
        write(&self)
        output.raw("</span>")
    }

    private mutating func byteCount(_ count: Int) {
        beginNote()
        output.byteCount(count, words)
        output.raw("</span>")
    }

    private mutating func beginNote() {
        output.markup(#"<span class="sub"\#(raw: wordLanguage)>"#)
    }

    /// Writes a value.
    ///
    /// - Parameter style: The style of the column's numbers; nil for a number that stands alone.
    mutating func value(_ value: FieldValue, _ style: NumberStyle? = nil) {
        switch value {
        case .text(let text), .json(let text): self.text(text)
        case .integer(let integer):
            output.integer(integer, in: words, style ?? NumberStyle(.automatic, of: value))
        case .decimal(let decimal):
            if !output.decimal(decimal, in: words, style ?? NumberStyle(.automatic, of: value)) {
                word { $0.output.nonNumber(decimal, $0.words) }
            }
        case .number(let text):
            guard let digits = value.digits else { return self.text(text) }
            output.number(digits, in: words, style ?? NumberStyle(.automatic, of: value))
        case .date(let date, let precision): self.date(date, precision)
        case .boolean(let boolean): word { $0.output.phrase(boolean ? .yes : .no, $0.words) }
        case .url(let url, let title): self.url(url, title: title)
        case .bytes(let bytes): byteCount(bytes.count)
        case .excerpt(let excerpt):
            if let text = excerpt.text {
                self.text(text)
                output.byte(0x20)
            }
            if excerpt.isTruncated { byteCount(excerpt.byteCount) }
            if excerpt.hasReplacements {
                output.markup(#"<span class="sub"\#(raw: wordLanguage)>\#(raw: words[.notUTF8])</span>"#)
            }
        case .progress(let part): progress(part)
        case .sparkline(let values): sparkline(values)
        case .null:
            output.raw("<span class=\"null\">—<span class=\"hidden\"")
            output.raw(wordLanguage)
            output.byte(0x3E)
            output.phrase(.noValue, words)
            output.raw("</span></span>")
        }
    }

    private mutating func url(_ url: String, title: String?) {
        guard SafeURL.isAllowed(url) else { return text(title ?? url) }
        output.raw("<a href=\"")
        address(url)
        output.raw(" rel=\"noreferrer noopener\">")
        text(title ?? url)
        output.raw("</a>")
    }

    private mutating func date(_ date: Date, _ precision: FieldValue.DatePrecision) {
        guard let date = UTCDate(date) else { return self.value(.null) }
        output.raw("<time datetime=\"")
        if precision == .second { output.dateTime(date) } else { output.day(date) }
        output.byte(0x22)
        output.raw(wordLanguage)
        output.byte(0x3E)
        if precision == .day {
            output.day(date, in: words)
        } else {
            output.dayAndTime(date, in: words)
        }
        output.raw("</time>")
    }
}
