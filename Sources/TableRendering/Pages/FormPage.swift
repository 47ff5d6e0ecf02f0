package import CascadingTable
package import LocalizedMessages

/// A page with forms, such as the one to sign in: the template `form`.
package struct FormPage: Sendable {
    /// The title of the page.
    package var title: LocalizedMessage
    /// The pages above this one.
    package var breadcrumbs: [(title: LocalizedMessage, url: String)]
    /// The error in the values that were sent; nil for none.
    package var error: LocalizedMessage?
    /// The forms, one below the other.
    package var forms: [Form]

    package init(
        _ title: LocalizedMessage, breadcrumbs: [(title: LocalizedMessage, url: String)] = [],
        error: LocalizedMessage? = nil, _ forms: [Form]
    ) {
        (self.title, self.breadcrumbs, self.error, self.forms) = (title, breadcrumbs, error, forms)
    }

    /// A form, or only the texts above it.
    package struct Form: Sendable {
        /// The heading of the form; nil for none.
        package var heading: LocalizedMessage?
        /// The texts above the fields.
        package var texts: [LocalizedMessage] = []
        /// A text to be copied, such as a link; nil for none.
        package var copied: String?
        /// The links below the texts.
        package var links: [(title: LocalizedMessage, url: String)] = []
        /// The address that the form posts to.
        package var action = ""
        /// The values that the visitor does not see.
        package var hidden: [(name: String, value: String)] = []
        /// The fields with their labels.
        package var fields: [Field] = []
        /// The title of the button; nil for no form.
        package var button: LocalizedMessage?
        /// A Boolean value that indicates whether the button takes something away.
        package var isDestructive = false

        package init(
            _ heading: LocalizedMessage? = nil, _ texts: [LocalizedMessage] = [], copied: String? = nil,
            links: [(title: LocalizedMessage, url: String)] = [], action: String = "",
            hidden: [(name: String, value: String)] = [],
            fields: [Field] = [], button: LocalizedMessage? = nil,
            isDestructive: Bool = false
        ) {
            (self.heading, self.texts, self.copied, self.links, self.action) = (heading, texts, copied, links, action)
            (self.hidden, self.fields, self.button, self.isDestructive) = (hidden, fields, button, isDestructive)
        }
    }
}

extension FormPage {
    /// A field with its label.
    package struct Field: Sendable {
        let label: LocalizedMessage
        let help: LocalizedMessage?
        let field: TableViewEditableField

        package init(
            _ label: LocalizedMessage, _ name: String, value: String = "", kind: TableViewEditableField.Kind = .text,
            isRequired: Bool = true, maxLength: Int? = nil, help: LocalizedMessage? = nil
        ) {
            (self.label, self.help) = (label, help)
            field = TableViewEditableField(
                name, label: "", value: value, kind: kind, isRequired: isRequired, maxLength: maxLength)
        }
    }
}

extension TemplateValues {
    /// Returns the values of the template `form`:
    ///
    /// - `title`, `breadcrumbs`: As in the template `content`.
    /// - `detail`: What is wrong; missing for nothing.
    /// - `forms`: The forms. Each has a `heading`, `messages`, `copied`, links as `entries`, and with a `button` the values `action`, `hidden`,
    ///   `isDestructive` and `fields` of the template `edit`. A field can have a `completion`, the kind of value that browsers
    ///   fill in.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - words: The words in the reader's language.
    package static func form(_ page: FormPage, words: Words) -> TemplateValues {
        var values = TemplateValues(words, title: words.text(of: page.title))
        values.set(breadcrumbs: page.breadcrumbs.map { TableLink(words.text(of: $0.title), to: $0.url) })
        // A field without an error of its own would show one of this name.
        values[.detail] = page.error.map { .text(words.text(of: $0)) }
        let focused = page.forms.first?.fields.first { $0.field.value.isEmpty }?.field.name
        values[.forms] = .list(
            page.forms.enumerated().map { number, form in
                .values(Self.values(of: form, number, focused: number == 0 ? focused : nil, words))
            })
        return values
    }

    private static func values(
        of form: FormPage.Form, _ number: Int, focused: String?, _ words: Words
    ) -> TemplateValues {
        var values: TemplateValues = [.messages: .list(form.texts.map { .text(words.text(of: $0)) })]
        values[.heading] = form.heading.map { .text(words.text(of: $0)) }
        values[.copied] = form.copied.map(TemplateValue.text)
        values[.entries] = .list(form.links.map { .link(words.text(of: $0.title), to: $0.url) })
        guard let button = form.button else { return values }
        values[.button] = .text(words.text(of: button))
        values[.action] = .text(form.action)
        values[.isDestructive] = .flag(form.isDestructive)
        values[.hidden] = .list(form.hidden.map { .values([.name: .text($0.name), .value: .text($0.value)]) })
        values[.fields] = .list(
            form.fields.enumerated().map { index, item in
                var field = item.field
                field.label = words.text(of: item.label)
                field.help = item.help.map(words.text)
                var values = Self.values(
                    of: field, id: "field-\(number)-\(index)", value: field.value, error: nil,
                    hasFocus: field.name == focused)
                values[.completion] = completions[field.name].map(TemplateValue.text)
                return .values(values)
            })
        return values
    }

    /// The kinds of values that browsers fill in, by the names of fields.
    private static let completions = [
        "name": "username", "password": "current-password", "new-password": "new-password",
    ]
}
