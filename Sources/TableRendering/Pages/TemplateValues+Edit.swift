package import CascadingTable

extension TemplateValues {
    /// Returns the values of the template `edit`, a row's form:
    ///
    /// - `title`: The title of the table.
    /// - `heading`: The heading of the form, such as `Edit “Pear”` or `New row`.
    /// - `action`: The address that the form posts to.
    /// - `returnURL`: The address of the page to return to.
    /// - `hasFiles`: Whether a field is a file, so that the form is sent as `multipart/form-data`.
    /// - `messages`: The errors that belong to no field of the form.
    /// - `fields`: The fields of the form, in order. Each has these values:
    ///   - `id`: The `id` attribute of the input.
    ///   - `name`, `value`: The name and value that the form sends.
    ///   - `label`, `help`, `error`: The label, the help text and the errors of the value.
    ///   - `descriptions`: The ids of the current file, the help text and the error, for `aria-describedby`.
    ///   - `isRequired`: Whether the value is required.
    ///   - `hasFocus`: Whether the input has the focus when the page opens.
    ///   - `input`: The type of an `<input>` element, such as `text` or `date`; missing for other elements.
    ///   - `keys`: The on-screen keyboard of the input: `numeric` or `decimal`; missing for the default one.
    ///   - `maxLength`: The limit of the value in characters.
    ///   - `isMultiline`: Whether the input has several lines.
    ///   - `isSwitch`, `isOn`: Whether the input is a checkbox, and whether it is checked.
    ///   - `file`: The file input, with the `accept`ed files and the name of the `current` file.
    ///   - `choices.all`: The choices, with `value` and `isChosen`. The first one is empty if no choice is made yet.
    ///
    /// - Parameters:
    ///   - words: The words in the reader's language.
    ///   - title: The title of the table.
    ///   - heading: The heading of the form.
    ///   - action: The address that the form posts to.
    ///   - returnURL: The address of the page to return to.
    ///   - fields: The fields of the row.
    ///   - typed: The values that the visitor typed, by field name. They replace the values of the fields.
    ///   - issues: The errors of the typed values. The first invalid field gets the focus, or else the first field.
    package static func edit(
        words: Words, title: String, heading: String, action: String, returnURL: String,
        fields: [TableViewEditableField], typed: [String: String] = [:], issues: [TableViewValidationError.Issue] = []
    ) -> TemplateValues {
        let issues = issues.map { (field: $0.field, message: words.text(of: $0.message)) }
        let names = Set(fields.map(\.name))
        let wrong = fields.first { field in issues.contains { $0.field == field.name } }
        var page = TemplateValues(words, title: title)
        page[.heading] = .text(heading)
        page[.action] = .text(action)
        page[.returnURL] = .text(returnURL)
        page[.hasFiles] = .flag(fields.contains(where: \.kind.isFile))
        page[.messages] = .list(issues.filter { !names.contains($0.field) }.map { .text($0.message) })
        page[.fields] = .list(
            fields.enumerated().map { index, field in
                let messages = issues.filter { $0.field == field.name }.map(\.message)
                return .values(
                    values(
                        of: field, id: "field-\(index)",
                        value: field.kind.isFile ? field.value : typed[field.name] ?? field.value,
                        error: messages.isEmpty ? nil : messages.joined(separator: " "),
                        hasFocus: field.name == (wrong ?? fields.first)?.name))
            })
        return page
    }

    /// Adds the form above a table: `parameters`, with its `fields` as in the template `edit`, the title of its `button`, the
    /// link `more`, and the `plan` of a database with `title` and `text`.
    mutating func set(_ form: TableParameters?, _ words: Words) {
        guard let form else { return }
        let focused = form.fields.first { $0.value.isEmpty }?.name
        var values: TemplateValues = [
            .fields: .list(
                form.fields.enumerated().map { index, field in
                    .values(
                        Self.values(
                            of: field, id: "parameter-\(index)", value: field.value, error: nil,
                            hasFocus: field.name == focused))
                }),
            .button: .text(words.run.description),
        ]
        values[.more] = form.statementURL.map { .link(words.editSQL.description, to: $0) }
        if !form.plan.isEmpty {
            values[.plan] = .values([
                .title: .text(words.queryPlan.description), .text: .text(form.plan.joined(separator: "\n")),
            ])
        }
        self[.parameters] = .values(values)
    }

    private static func values(
        of field: TableViewEditableField, id: String, value: String, error: String?, hasFocus: Bool
    ) -> TemplateValues {
        let isSwitch = field.kind == .boolean
        var values: TemplateValues = [
            .id: .text(id), .name: .text(field.name), .label: .text(field.label), .value: .text(value),
            .isRequired: .flag(field.isRequired), .hasFocus: .flag(hasFocus),
            .isMultiline: .flag(field.kind == .multilineText), .isSwitch: .flag(isSwitch),
            .isOn: .flag(isSwitch && ["true", "1", "on"].contains(value)),
        ]
        values[.help] = field.help.map(TemplateValue.text)
        values[.error] = error.map(TemplateValue.text)
        values[.maxLength] = field.maxLength.map { .text(String($0)) }
        let current = field.kind.isFile && !value.isEmpty ? "\(id)-file" : nil
        let parts = [current, field.help.map { _ in "\(id)-help" }, error.map { _ in "\(id)-error" }].compactMap(\.self)
        if !parts.isEmpty { values[.descriptions] = .text(parts.joined(separator: " ")) }
        switch field.kind {
        case .text: values[.input] = .text("text")
        case .email: values[.input] = .text("email")
        case .password:
            values[.input] = .text("password")
            values[.value] = .text("")
        // A number input would silently drop text that is no number.
        case .integer: (values[.input], values[.keys]) = (.text("text"), .text("numeric"))
        case .decimal: (values[.input], values[.keys]) = (.text("text"), .text("decimal"))
        case .date:
            values[.input] = .text(value.isEmpty || TableViewEditableField.isDay(value) ? "date" : "text")
        case .multilineText, .boolean: break
        case .file(let accept, _):
            var file: TemplateValues = [:]
            if !accept.isEmpty { file[.accept] = .text(accept.joined(separator: ",")) }
            if !value.isEmpty { file[.current] = .text(value) }
            values[.file] = .values(file)
            // The current file stays if no other one is chosen.
            values[.isRequired] = .flag(field.isRequired && value.isEmpty)
        case .choice(let all):
            // Without an empty choice, the form would send the first choice for a value that is not set.
            let isComplete = all.contains("") || field.isRequired && all.contains(value)
            let choices = (isComplete ? all : [""] + all).map { choice in
                TemplateValue.values([.value: .text(choice), .isChosen: .flag(choice == value)])
            }
            values[.choices] = .values([.all: .list(choices)])
        }
        return values
    }
}
