package import Bytes
package import CascadingTable

extension TemplateValues {
    /// Returns the values of the template `edit`, a row's form:
    ///
    /// - `title`: The title of the table.
    /// - `breadcrumbs`: The links to the list and the row of a database; none for other forms.
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
    ///   - `states.all`: The states of a column of a database, with `value`, `title` and `isChosen`: a value, NULL, the
    ///     default. `states.name` is the name that the form sends.
    ///   - `entries.all`: Rows that the value can refer to, with `value` and `label`. `entries.url` is the address of more.
    /// - `hidden`: The inputs that the visitor does not see, with `name` and `value`.
    /// - `check`: The title of the button, if the form is for several rows and leads to a rehearsal.
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
    ///   - states: The states that the visitor chose, by column. Nil for a table that is not one of a database. In such a
    ///     form, the names of values begin with `value.`, and those of states with `state.`.
    ///   - hidden: The inputs that the visitor does not see. Default: none.
    package static func edit(
        words: Words, title: String, heading: String, action: String, returnURL: String,
        fields: [TableViewEditableField], typed: [ExactString: String] = [:],
        issues: [TableViewValidationError.Issue] = [],
        states: [ExactString: FieldState]? = nil, hidden: [(name: String, value: String)] = []
    ) -> TemplateValues {
        let issues = issues.map { (field: $0.field, message: words.text(of: $0.message)) }
        let names = Set(fields.map { ExactString($0.name) })
        let wrong = fields.first { field in issues.contains { $0.field.isExactly(field.name) } }
        var page = TemplateValues(words, title: title)
        page[.heading] = .text(heading)
        page[.action] = .text(action)
        page[.returnURL] = .text(returnURL)
        page[.hasFiles] = .flag(fields.contains(where: \.kind.isFile))
        page[.messages] = .list(issues.filter { !names.contains(ExactString($0.field)) }.map { .text($0.message) })
        page[.fields] = .list(
            fields.enumerated().map { index, field in
                let messages = issues.filter { $0.field.isExactly(field.name) }.map(\.message)
                var values = values(
                    of: field, id: "field-\(index)",
                    value: field.kind.isFile ? field.value : typed[ExactString(field.name)] ?? field.value,
                    error: messages.isEmpty ? nil : messages.joined(separator: " "),
                    hasFocus: (wrong ?? fields.first)?.name.isExactly(field.name) == true)
                if let states {
                    values[.name] = .text("value.\(field.name)")
                    values.setStates(of: field, chosen: states[ExactString(field.name)] ?? field.state)
                }
                return .values(values)
            })
        page[.hidden] = .list(hidden.map { .values([.name: .text($0.name), .value: .text($0.value)]) })
        if fields.contains(where: { $0.states.contains(.kept) }) { page[.check] = .text(words[.check]) }
        return page
    }

    /// Adds the choice between a value, NULL and the default. A column that can only have a value has none.
    private mutating func setStates(of field: TableViewEditableField, chosen: FieldState) {
        guard !field.states.isEmpty else { return }
        let all = ([.value] + field.states).map { state in
            TemplateValue.values([
                .value: .text(state.rawValue), .title: .text(state == .null ? "NULL" : state.rawValue),
                .isChosen: .flag(state == chosen),
            ])
        }
        self[.states] = .values([.name: .text("state.\(field.name)"), .all: .list(all)])
    }

    /// Returns the values of the template `conflict`, for values that somebody else changed meanwhile:
    ///
    /// - `title`: The title of the table.
    /// - `heading`: The sentence that says what happened.
    /// - `conflicts`: The values, with `column`, `yours`, `theirs` and `saw`. There are no `theirs` if the row is gone.
    /// - `action`: The address to which the form posts in order to write anyway; missing if the row is gone.
    /// - `button`: The title of that button.
    /// - `hidden`: The inputs of the form, with `name` and `value`.
    /// - `returnURL`: The address of the row as it is now, or of the table.
    ///
    /// - Parameters:
    ///   - words: The words in the reader's language.
    ///   - title: The title of the table.
    ///   - conflicts: The values.
    ///   - isGone: Whether the row was deleted.
    ///   - isDeletion: Whether the visitor wants to delete the row.
    ///   - action: The address of the form.
    ///   - returnURL: The address of the row, or of the table.
    ///   - hidden: The inputs of the form.
    package static func conflict(
        words: Words, title: String, conflicts: [EditConflict], isGone: Bool, isDeletion: Bool, action: String,
        returnURL: String, hidden: [(name: String, value: String)]
    ) -> TemplateValues {
        var page = TemplateValues(words, title: title)
        page[.heading] = .text(words[isGone ? .rowIsGone : .rowHasChanged])
        func text(_ value: FieldValue?) -> TemplateValue {
            .text(value.map { $0 == .null ? "NULL" : $0.formText } ?? "–")
        }
        page[.conflicts] = .list(
            conflicts.map { conflict in
                .values([
                    .column: .text(conflict.column), .yours: text(conflict.yours),
                    .theirs: text(isGone ? nil : conflict.theirs),
                    .saw: text(conflict.saw),
                ])
            })
        page[.returnURL] = .text(returnURL)
        page[.hidden] = .list(hidden.map { .values([.name: .text($0.name), .value: .text($0.value)]) })
        if !isGone {
            page[.action] = .text(action)
            page[.button] = .text(words[isDeletion ? .delete : .writeMine])
        }
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
            .button: .text(words[.run]),
        ]
        values[.more] = form.statementURL.map { .link(words[.editSQL], to: $0) }
        if !form.plan.isEmpty {
            values[.plan] = .values([
                .title: .text(words[.queryPlan]), .text: .text(form.plan.joined(separator: "\n")),
            ])
        }
        self[.parameters] = .values(values)
    }

    static func values(
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
        // The page around the form can have entries of its own.
        values[.entries] = .flag(false)
        if let reference = field.reference, !reference.rows.isEmpty {
            let all = reference.rows.map { TemplateValue.values([.value: .text($0.value), .label: .text($0.label)]) }
            values[.entries] = .values([.all: .list(all), .url: .text(reference.url)])
        }
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
