import Bytes
import CascadingTable

/// The values that the template of a page can show, by name.
public struct TemplateValues: Sendable {
    fileprivate(set) var values: [String: TemplateValue]

    /// The value of a name; nil for none.
    subscript(name: String) -> TemplateValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// The values that all pages have in common, besides their title:
    ///
    /// - `language`: The language of the page, as a BCP 47 tag.
    /// - `direction`: The direction of the page, `ltr` or `rtl`.
    /// - `words`: The words of the page, such as `words.next`.
    init(_ words: Words, title: String) {
        values = [
            "language": .text(words.language.tag), "direction": .text(words.language.direction.rawValue),
            "words": words.forTemplates, "title": .text(title),
        ]
    }

    /// Adds the pages above this one as links: `breadcrumbs`. `hasBreadcrumbs` tells whether there are any.
    mutating func set(breadcrumbs: [TemplateValue]) {
        self["breadcrumbs"] = .list(breadcrumbs)
        self["hasBreadcrumbs"] = .flag(!breadcrumbs.isEmpty)
    }
}

/// A value in a template.
enum TemplateValue: Sendable {
    case text(String)
    case flag(Bool)
    case list([TemplateValue])
    case values([String: TemplateValue])

    /// Returns a value with texts.
    static func texts(_ texts: KeyValuePairs<String, String>) -> TemplateValue {
        .values(Dictionary(uniqueKeysWithValues: texts.map { ($0, .text($1)) }))
    }

    /// Returns a link with its `title` and `url`.
    static func link(_ title: String, to url: String) -> TemplateValue { .texts(["title": title, "url": url]) }

    /// The values for which a section is written. Values without parts of their own are written in it as `{{.}}`.
    fileprivate var items: [TemplateValue] {
        switch self {
        case .flag(false): []
        case .list(let items): items
        case .text, .values, .flag(true): [self]
        }
    }
}

/// The name of a value in the template of a page, such as `words.next`. Unknown names have no value.
struct PagePath: TemplateName {
    /// The parts between the dots; empty for `{{.}}`.
    private let parts: [String]

    init(_ tag: TemplateTag, in sections: [PagePath]) {
        parts = tag.name.split(separator: ".").map(String.init)
    }

    private init(_ name: String) { parts = [name] }

    /// The place of the table: `{{{table}}}`.
    static let table = PagePath("table")

    /// Returns the value of the innermost section that has one.
    fileprivate func value(in sections: [TemplateValue]) -> TemplateValue? {
        guard let name = parts.first else { return sections.last }
        for section in sections.reversed() {
            guard case .values(let values) = section, var value = values[name] else { continue }
            for part in parts.dropFirst() {
                guard case .values(let inner) = value, let next = inner[part] else { return nil }
                value = next
            }
            return value
        }
        return nil
    }
}

extension Template<PagePath> {
    /// Writes a range of the steps.
    func write(_ range: Range<Int>, _ values: TemplateValues, to output: inout ByteWriter) {
        write(range, [.values(values.values)], to: &output)
    }

    /// - Parameter sections: The values of the enclosing sections, the innermost last.
    private func write(_ range: Range<Int>, _ sections: [TemplateValue], to output: inout ByteWriter) {
        var index = range.lowerBound
        while index < range.upperBound {
            var next = index + 1
            switch steps[index] {
            case .bytes(let bytes): output.raw(bytes)
            case .value(let name, let isMarkup):
                guard case .text(let text)? = name.value(in: sections) else { break }
                if isMarkup { output.raw(text.utf8) } else { output.html(text) }
            case .section(let name, let isInverted, let end):
                let items = name.value(in: sections)?.items ?? []
                guard isInverted == items.isEmpty else {
                    next = end
                    break
                }
                guard !isInverted else { break }
                for item in items { write(next..<min(end, range.upperBound), sections + [item], to: &output) }
                next = end
            }
            index = next
        }
    }
}
