import Bytes

/// Rewrites pages for text browsers that do not support `form` and `formaction`. Each button becomes a form of its own.
///
/// The page is searched once for tags. Attribute values are escaped, so texts are never mistaken for markup.
package enum TextBrowserForms {
    /// Returns the page with a form for each button.
    ///
    /// - Parameters:
    ///   - page: The bytes of the page.
    ///   - query: The query of the page, to which the forms return.
    package static func rewritten(_ page: [UInt8], query: String) -> [UInt8] {
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
    fileprivate mutating func form(_ button: Part, content: Part, query: String) {
        let method = button.value(of: " formmethod=\"") ?? "post"
        let action = button.value(of: " formaction=\"") ?? ""
        var id: Markup?
        if let value = button.value(of: " value=\"") {
            id = #"<input type="hidden" name="id" value="\#(raw: value)">"#
        }
        var label = button.value(of: " aria-label=\"") ?? content.textWithoutTags
        if let isOn = button.value(of: " aria-pressed=\"") ?? button.value(of: " aria-checked=\"") {
            label = (isOn == "true" ? "[x] " : "[ ] ") + label
        }
        markup(
            #"""
            <form method="\#(raw: method)" action="\#(raw: action)">\#
            <input type="hidden" name="_query" value="\#(query)">\#(id)\#
            <input type="submit" value="\#(raw: label)"></form>
            """#)
    }
}

private typealias Part = Slice<UnsafeRawBufferPointer>

extension Slice<UnsafeRawBufferPointer> {
    /// The first tag with its brackets; nil if there is none.
    fileprivate var nextTag: Part? {
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
    fileprivate func content(before end: StaticString) -> Part { self[..<(firstIndex(of: end) ?? endIndex)] }

    /// Returns the value of an attribute, found by the bytes before it.
    fileprivate func value(of attribute: StaticString) -> String? {
        guard let start = firstIndex(of: attribute) else { return nil }
        let value = self[(start + attribute.utf8CodeUnitCount)...].prefix { $0 != UInt8(ascii: "\"") }
        return String(decoding: value, as: UTF8.self)
    }

    /// The text without the tags in it.
    fileprivate var textWithoutTags: String {
        var (rest, text) = (self, "")
        while let tag = rest.nextTag {
            text += String(decoding: rest[..<tag.startIndex], as: UTF8.self)
            rest = rest[tag.endIndex...]
        }
        return text + String(decoding: rest, as: UTF8.self)
    }
}
