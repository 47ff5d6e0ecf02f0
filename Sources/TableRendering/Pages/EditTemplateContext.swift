public import CascadingTable

/// The values that the template of a row's form, `edit.mustache`, can show.
public struct EditTemplateContext: Sendable {
    /// The language of the page, as a BCP 47 tag.
    public var language: String
    /// The direction of the page: `ltr` or `rtl`.
    public var direction: String
    /// The words of the page: `{{words.save}}`.
    public var words: [String: String]
    /// The title of the table.
    public var title: String
    /// The heading of the form, such as `Edit “Pear”` or `New row`.
    public var heading: String
    /// The address that the form posts to.
    public var action: String
    /// The address of the page to return to.
    public var returnURL: String
    /// The fields of the form, in order.
    public var fields: [Field]
    /// A Boolean value that indicates whether a field is a file, so that the form is sent as `multipart/form-data`.
    public var hasFiles: Bool
    /// The errors that belong to no field of the form.
    public var messages: [String]

    /// A field of the form.
    public struct Field: Sendable {
        /// The `id` attribute of the input.
        public var id: String
        /// The name of the value that the form sends.
        public var name: String
        /// The label before the input.
        public var label: String
        /// The value that the input shows.
        public var value: String
        /// The help text below the input; nil for none.
        public var help: String?
        /// The errors of the value, joined into one text; nil for none.
        public var error: String?
        /// The ids of the current file, the help text and the error, for `aria-describedby`; nil without either.
        public var descriptions: String?
        /// A Boolean value that indicates whether the value is required.
        public var isRequired: Bool
        /// A Boolean value that indicates whether the input has the focus when the page opens.
        public var hasFocus: Bool
        /// The type of an `<input>` element, such as `text` or `date`; nil for other elements.
        public var input: String?
        /// The on-screen keyboard of the input: `numeric` or `decimal`; nil for the default one.
        public var keys: String?
        /// The limit of the value in characters; nil for none.
        public var maxLength: Int?
        /// A Boolean value that indicates whether the input has several lines.
        public var isMultiline: Bool
        /// A Boolean value that indicates whether the input is a checkbox.
        public var isSwitch: Bool
        /// A Boolean value that indicates whether the checkbox is checked.
        public var isOn: Bool
        /// The file input; nil for other kinds of fields.
        public var file: File?
        /// The choices of the field; nil for other kinds of fields.
        public var choices: Choices?
    }

    /// The input for a file.
    public struct File: Sendable {
        /// The accepted files, for the attribute `accept`; nil for all files.
        public var accept: String?
        /// The name of the current file; nil without one.
        public var current: String?
    }

    /// The choices of a field.
    public struct Choices: Sendable {
        /// The choices, in order. The first one is empty if no choice is made yet.
        public var all: [Choice]
    }

    /// A choice of a field.
    public struct Choice: Sendable {
        /// The value that the form sends, which is also the text of the choice.
        public var value: String
        /// A Boolean value that indicates whether this choice is selected.
        public var isChosen: Bool
    }

    /// Creates the values of a row's form.
    ///
    /// - Parameters:
    ///   - words: The words in the reader's language.
    ///   - title: The title of the table.
    ///   - heading: The heading of the form.
    ///   - action: The address that the form posts to.
    ///   - returnURL: The address of the page to return to.
    ///   - fields: The fields of the row.
    ///   - values: The values that the visitor typed, by field name. They replace the values of the fields.
    ///   - issues: The errors of the typed values. The first invalid field gets the focus, or else the first field.
    public init(
        words: Words, title: String, heading: String, action: String, returnURL: String,
        fields: [TableViewEditableField],
        values: [String: String] = [:], issues: [TableViewValidationError.Issue] = []
    ) {
        language = words.language.tag
        direction = words.language.direction.rawValue
        self.words = words.forTemplates
        self.title = title
        self.heading = heading
        let issues = issues.map { (field: $0.field, message: words.text(of: $0.message)) }
        self.action = action
        self.returnURL = returnURL
        hasFiles = fields.contains(where: \.kind.isFile)
        let names = Set(fields.map(\.name))
        messages = issues.filter { !names.contains($0.field) }.map(\.message)
        let wrong = fields.first { field in issues.contains { $0.field == field.name } }
        self.fields = fields.enumerated().map { index, field in
            let messages = issues.filter { $0.field == field.name }.map(\.message)
            return Field(
                field, id: "field-\(index)",
                value: field.kind.isFile ? field.value : values[field.name] ?? field.value,
                error: messages.isEmpty ? nil : messages.joined(separator: " "),
                hasFocus: field.name == (wrong ?? fields.first)?.name)
        }
    }
}

extension EditTemplateContext.Field {
    fileprivate init(_ field: TableViewEditableField, id: String, value: String, error: String?, hasFocus: Bool) {
        self.id = id
        name = field.name
        label = field.label
        self.value = value
        help = field.help
        self.error = error
        let current = field.kind.isFile && !value.isEmpty ? "\(id)-file" : nil
        let parts = [current, help.map { _ in "\(id)-help" }, error.map { _ in "\(id)-error" }].compactMap(\.self)
        descriptions = parts.isEmpty ? nil : parts.joined(separator: " ")
        isRequired = field.isRequired
        self.hasFocus = hasFocus
        maxLength = field.maxLength
        isMultiline = field.kind == .multilineText
        isSwitch = field.kind == .boolean
        isOn = isSwitch && ["true", "1", "on"].contains(value)
        switch field.kind {
        case .text: input = "text"
        case .email: input = "email"
        case .password:
            input = "password"
            self.value = ""
        // A number input would silently drop text that is no number.
        case .integer: (input, keys) = ("text", "numeric")
        case .decimal: (input, keys) = ("text", "decimal")
        case .date: input = value.isEmpty || TableViewEditableField.isDay(value) ? "date" : "text"
        case .multilineText, .boolean: break
        case .file(let accept, _):
            file = EditTemplateContext.File(
                accept: accept.isEmpty ? nil : accept.joined(separator: ","), current: value.isEmpty ? nil : value)
            // The current file stays if no other one is chosen.
            isRequired = field.isRequired && value.isEmpty
        case .choice(let all):
            // Without an empty choice, the form would send the first choice for a value that is not set.
            let isComplete = all.contains("") || field.isRequired && all.contains(value)
            let offered = isComplete ? all : [""] + all
            choices = EditTemplateContext.Choices(
                all: offered.map { EditTemplateContext.Choice(value: $0, isChosen: $0 == value) })
        }
    }
}
