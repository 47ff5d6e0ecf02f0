import Bytes
package import CascadingTable

/// The values that the template of a page can show, by name.
package struct TemplateValues: Sendable, ExpressibleByDictionaryLiteral {
    /// The names that have a value. They are few, and are compared as numbers, so a search is quick.
    private(set) var names: [Name]
    /// The value of each name.
    private var values: [TemplateValue]

    /// A name in a template: of a value, or of a part of it.
    package enum Name: String, Sendable {
        case language, direction, words, title, windowTitle, prompt, breadcrumbs, hasBreadcrumbs, url, content
        // The page of a table, in the order of the page.
        case tableLanguage, scriptWords, base, revision, version, isEmbedded, isShared, heights, query, json, previous,
            next
        case frames, address
        case number, isPaged, range, rowCount, exports, leavesFrame, sql, index, entries, isWide, isOutline, count
        case editing, refresh, toolbar
        case isDestructive, isConfirmed, additions, arranging, action, search, text, hidden, filter, columns, operators,
            functions,
            sort
        case choosing, columnsShown, menu, grouping, ways, ranges, facts, order, chips, hasChips, removal, notice,
            incomplete
        case joint, lines, kind, need, isAny, isMixed, isAlternative, facets, button, table, slow, plan, statement,
            parameters, more, values
        // Forms, errors and confirmations.
        case heading, returnURL, returnTitle, hasFiles, messages, fields, id, name, value, label, help, error
        case descriptions, isRequired, hasFocus, input, keys, maxLength, isMultiline, isSwitch, isOn, file, accept
        case current, choices, buttons, all, isChosen, status, detail, hasOwnLanguage, errors, question, rows
        // Forms and conflicts of rows of databases.
        case isEditable, states, conflicts, column, yours, theirs, saw, check
        // Pages with forms.
        case forms, copied, completion
        // Groups and charts.
        case grouper, others, figures, bins, isAcross, chart, kinds, related, hasRelated
    }

    init(_ values: [(Name, TemplateValue)]) { (names, self.values) = (values.map(\.0), values.map(\.1)) }

    package init(dictionaryLiteral values: (Name, TemplateValue)...) { self.init(values) }

    /// The value of a name; nil for none. Values cannot be removed.
    subscript(name: Name) -> TemplateValue? {
        get { names.firstIndex(of: name).map { values[$0] } }
        set {
            guard let newValue else { return }
            if let index = names.firstIndex(of: name) {
                values[index] = newValue
            } else {
                names.append(name)
                values.append(newValue)
            }
        }
    }

    /// The values that all pages have in common: a title, the words, and the values of the language.
    init(_ words: Words, title: String) {
        self = words.templateValues
        self[.words] = .words(words)
        self[.title] = .text(title)
    }

    /// Adds the pages above this one. Unsafe addresses are left out.
    package mutating func set(breadcrumbs: [TableLink]) {
        set(breadcrumbs: breadcrumbs.filter { SafeURL.isAllowed($0.url) }.map { .link($0.title, to: $0.url) })
    }

    /// Adds the pages above this one as links: `breadcrumbs`. `hasBreadcrumbs` tells whether there are any.
    mutating func set(breadcrumbs: [TemplateValue]) {
        self[.breadcrumbs] = .list(breadcrumbs)
        self[.hasBreadcrumbs] = .flag(!breadcrumbs.isEmpty)
    }
}

/// A value in a template.
package enum TemplateValue: Sendable {
    case text(String)
    case flag(Bool)
    case list([TemplateValue])
    case values(TemplateValues)
    /// The phrases of a language, such as `words.next`.
    case words(Words)

    /// Returns a link with its `title` and `url`.
    static func link(_ title: String, to url: String) -> TemplateValue {
        .values([.title: .text(title), .url: .text(url)])
    }

    /// The values for which a section is written. Values without parts of their own are written in it as `{{.}}`.
    fileprivate var items: [TemplateValue] {
        switch self {
        case .flag(false): []
        case .list(let items): items
        case .text, .values, .words, .flag(true): [self]
        }
    }
}

/// The name of a value in the template of a page, such as `words.next`. Unknown names have no value.
struct ValuePath: TemplateName {
    /// The parts between the dots; empty for `{{.}}`, and nil for an unknown name.
    private let parts: [TemplateValues.Name]?
    /// The phrase, if the name is `words.` and the name of a phrase.
    private let phrase: Phrase?

    init(_ tag: TemplateTag, in sections: [ValuePath]) {
        phrase = tag.name.hasPrefix("words.") ? Phrase.named[String(tag.name.dropFirst(6))] : nil
        let names = tag.name.split(separator: ".").map { TemplateValues.Name(rawValue: String($0)) }
        parts = phrase != nil ? [.words] : names.contains(nil) ? nil : names.compactMap(\.self)
    }

    private init(_ name: TemplateValues.Name) { (parts, phrase) = ([name], nil) }

    /// The place of the table: `{{{table}}}`.
    static let table = ValuePath(.table)

    /// Returns the value of the innermost section that has one.
    fileprivate func value(in sections: [TemplateValue]) -> TemplateValue? {
        guard let parts else { return nil }
        guard let name = parts.first else { return sections.last }
        for section in sections.reversed() {
            guard case .values(let values) = section, var value = values[name] else { continue }
            if let phrase, case .words(let words) = value { return .text(words[phrase]) }
            for part in parts.dropFirst() {
                guard case .values(let inner) = value, let next = inner[part] else { return nil }
                value = next
            }
            return value
        }
        return nil
    }
}

extension Template<ValuePath> {
    /// Writes a range of the steps.
    func write(_ range: Range<Int>, _ values: TemplateValues, to output: inout ByteWriter) {
        var sections = [TemplateValue.values(values)]
        write(range, &sections, to: &output)
    }

    /// - Parameter sections: The values of the enclosing sections, the innermost last.
    private func write(_ range: Range<Int>, _ sections: inout [TemplateValue], to output: inout ByteWriter) {
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
                for item in items {
                    sections.append(item)
                    write(next..<min(end, range.upperBound), &sections, to: &output)
                    sections.removeLast()
                }
                next = end
            }
            index = next
        }
    }
}
