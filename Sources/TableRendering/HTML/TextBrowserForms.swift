import Bytes

/// Rewrites pages for text browsers that do not support `form` and `formaction`. Each button becomes a form of its own.
///
/// The page is searched once for tags. Attribute values are escaped, so texts are never mistaken for markup.
public enum TextBrowserForms {
    /// Returns the page with a form for each button.
    ///
    /// - Parameters:
    ///   - page: The bytes of the page.
    ///   - query: The query of the page, to which the forms return.
    public static func rewritten(_ page: [UInt8], query: String) -> [UInt8] {
        var output = ByteWriter(capacity: page.count + page.count / 2)
        page.withUnsafeBytes { page in
            var (rest, copied) = (page[...], 0)
            while let tag = rest.nextTag {
                rest = page[tag.endIndex...]
                let isButton = tag.has("<button") && tag.contains(" form=\"touch\"")
                // Checkboxes belong to a form elsewhere. In text browsers, rows are selected one by one.
                let isForm = tag.has("<form") && tag.contains(" id=\"selection\"")
                let isBox = tag.has("<input") && tag.contains(" form=\"selection\"")
                guard isButton || isForm || isBox else { continue }
                output.raw(page[copied..<tag.startIndex])
                if !isBox {
                    let content = rest.content(before: isForm ? "</form>" : "</button>")
                    if isButton { output.form(tag, content: content, query: query) }
                    rest = page[content.endIndex...]
                    rest = page[(rest.nextTag ?? rest).endIndex...]
                }
                copied = rest.startIndex
            }
            output.raw(page[copied...])
        }
        return output.take()
    }
}

extension ByteWriter {
    fileprivate mutating func form(_ button: Markup, content: Markup, query: String) {
        raw("<form method=\"")
        if let method = button.value(of: " formmethod=\"") { raw(method) } else { raw("post") }
        raw("\" action=\"")
        if let action = button.value(of: " formaction=\"") { raw(action) }
        raw("\"><input type=\"hidden\" name=\"_query\" value=\"")
        html(query)
        raw("\">")
        if let value = button.value(of: " value=\"") {
            raw("<input type=\"hidden\" name=\"id\" value=\"")
            raw(value)
            raw("\">")
        }
        raw("<input type=\"submit\" value=\"")
        if let isOn = button.value(of: " aria-pressed=\"") ?? button.value(of: " aria-checked=\"") {
            raw(isOn.has("true") ? "[x] " : "[ ] ")
        }
        if let label = button.value(of: " aria-label=\"") { raw(label) } else { text(of: content) }
        raw("\"></form>")
    }

    /// Writes the text of markup without its tags.
    private mutating func text(of markup: Markup) {
        var rest = markup
        while let tag = rest.nextTag {
            raw(rest[..<tag.startIndex])
            rest = rest[tag.endIndex...]
        }
        raw(rest)
    }
}

private typealias Markup = Slice<UnsafeRawBufferPointer>

extension Slice<UnsafeRawBufferPointer> {
    /// The first tag with its brackets; nil if there is none.
    fileprivate var nextTag: Markup? {
        guard let start = firstIndex(of: UInt8(ascii: "<")) else { return nil }
        guard let end = self[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        return self[start...end]
    }

    /// Returns whether the markup begins with these bytes.
    fileprivate func has(_ beginning: StaticString) -> Bool {
        beginning.withUTF8Buffer { starts(with: $0) }
    }

    fileprivate func contains(_ text: StaticString) -> Bool { firstIndex(of: text) != nil }

    /// Returns the first index of a text, which must not be empty.
    fileprivate func firstIndex(of text: StaticString) -> Index? {
        let first = text.utf8Start.pointee
        var rest = self
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.has(text) { return start }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Returns the markup before a tag; all of it if there is no such tag.
    fileprivate func content(before end: StaticString) -> Markup { self[..<(firstIndex(of: end) ?? endIndex)] }

    /// Returns the value of an attribute, found by the bytes before it.
    fileprivate func value(of attribute: StaticString) -> Markup? {
        guard let start = firstIndex(of: attribute) else { return nil }
        return self[(start + attribute.utf8CodeUnitCount)...].prefix { $0 != UInt8(ascii: "\"") }
    }
}
