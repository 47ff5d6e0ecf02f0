import Bytes
package import CascadingTable
package import LocalizedMessages

/// The values of pages without a table.
extension TemplateValues {
    /// Returns the values of the template `error`:
    ///
    /// - `status`: The HTTP status of the response, such as 404.
    /// - `title`: The title of the status, translated if possible.
    /// - `detail`: The sentence that explains the error, translated if possible. `hasOwnLanguage` tells whether its
    ///   language is unknown, because it has no translation.
    /// - `errors`: The invalid parts of the request, such as `_size=0`.
    /// - `breadcrumbs`: Links to the pages above, as in the template `page`.
    /// - `returnURL`, `returnTitle`: The address and title of the link to continue with.
    /// - `parameters`: The form of the table, as in the template `page`.
    ///
    /// - Parameters:
    ///   - words: The words in the reader's language.
    ///   - status: The HTTP status.
    ///   - title: The title of the status in English. It is translated if possible.
    ///   - detail: The sentence in English. It is translated if possible.
    ///   - errors: The invalid parts of the request.
    ///   - breadcrumbs: The pages above this one. Unsafe addresses are left out. Default: none.
    ///   - returnURL: The address of the link to continue with.
    ///   - returnTitle: The title of that link.
    ///   - parameters: The form of the table in which the error happened. Default: nil.
    package static func error(
        words: Words, status: Int, title: String, detail: LocalizedMessage, errors: [String],
        breadcrumbs: [TableLink] = [], returnURL: String, returnTitle: String, parameters: TableParameters? = nil,
        filters: FilterForm? = nil
    ) -> TemplateValues {
        var page = TemplateValues(words, title: words.title(ofStatus: status) ?? title)
        page.set(parameters, words)
        page.set(breadcrumbs: breadcrumbs)
        let translation = words.translation(of: detail)
        page[.status] = .text(String(status))
        page[.detail] = .text(translation ?? detail.description)
        page[.hasOwnLanguage] = .flag(translation == nil)
        page[.errors] = .list(errors.map(TemplateValue.text))
        page[.filter] = filters.map { form in
            let name = form.query.filters.first { errors == [$0.parameterName] }?.parameterName
            return form.values(words, error: name.map { ($0, translation ?? detail.description) }) { $0.title }
        }
        page[.returnURL] = .text(returnURL)
        page[.returnTitle] = .text(returnTitle)
        return page
    }

    /// Returns the values of the template `confirm`, a confirmation page. Each parameter is the value of its name.
    ///
    /// - Parameters:
    ///   - words: The words in the reader's language.
    ///   - title: The title of the table.
    ///   - question: The question, such as `Delete “Pear”?`.
    ///   - action: The address that the button posts to.
    ///   - id: The identifier of the row.
    ///   - button: The title of the button that confirms.
    ///   - query: The query of the page to return to.
    ///   - returnURL: The address of the page to return to.
    ///   - rows: The form items that name the rows of the action, each with `name` and `value`. Default: none, for an
    ///     action on one row.
    ///   - facts: The sentences below the question. Default: none.
    ///   - choices: The buttons in place of the one, each with the address that it posts to. Default: none.
    package static func confirmation(
        words: Words, title: String, question: String, action: String, id: String, button: String, query: String,
        returnURL: String, isDestructive: Bool = true, rows: [(name: String, value: String)] = [],
        facts: [LocalizedMessage] = [], choices: [(title: String, url: String, isDestructive: Bool)] = [],
        fields: [(field: TableViewEditableField, name: String)] = [], issues: [TableViewValidationError.Issue] = []
    ) -> TemplateValues {
        var page = TemplateValues(words, title: title)
        page[.question] = .text(question)
        page[.action] = .text(action)
        // The values of a question have the identifier of the row already.
        page[.id] = id.isEmpty ? nil : .text(id)
        page[.button] = .text(button)
        page[.query] = .text(query)
        page[.returnURL] = .text(returnURL)
        page[.isDestructive] = .flag(isDestructive)
        page[.rows] = .list(rows.map { .values([.name: .text($0.name), .value: .text($0.value)]) })
        page[.buttons] = .list(
            choices.map {
                .values([.title: .text($0.title), .url: .text($0.url), .isDestructive: .flag($0.isDestructive)])
            })
        page[.facts] = .list(facts.map { .text(words.text(of: $0)) })
        page[.fields] = .list(
            fields.enumerated().map { index, item in
                let issue = issues.first { $0.field.isExactly(item.field.name) }
                var values = values(
                    of: item.field, id: "field-\(index)", value: item.field.value,
                    error: issue.map { words.text(of: $0.message) }, hasFocus: index == 0)
                values[.name] = .text(item.name)
                return .values(values)
            })
        return page
    }

    /// Returns the values of the template `content`, a route's own page: `title`, `breadcrumbs`, and the HTML `content`.
    ///
    /// - Parameters:
    ///   - words: The words in the reader's language.
    ///   - language: The language of the content, as a BCP 47 tag; nil for the one of `words`.
    ///   - title: The title of the page.
    ///   - breadcrumbs: The pages above this one. Unsafe addresses are left out.
    ///   - content: The HTML of the page's content.
    package static func content(
        words: Words, language: String?, title: String, breadcrumbs: [TableLink], content: String
    ) -> TemplateValues {
        var page = TemplateValues(words, title: title)
        if let language {
            page[.language] = .text(language)
            page[.direction] = .text(TextDirection(language: language).rawValue)
        }
        page.set(breadcrumbs: breadcrumbs)
        page[.content] = .text(content)
        return page
    }
}
