public import CascadingTable

/// What the template of a row's fields may show; its properties are the names in the template.
public struct EditTemplateContext: Sendable {
    /// The language of the page, as a BCP 47 tag, and the direction it is written in.
    public var language: String
    public var direction: String
    /// What the page says by itself.
    public var words: [String: String]
    /// The table's.
    public var title: String
    /// What is edited.
    public var heading: String
    /// Where the values are posted.
    public var action: String
    /// The page to go back to.
    public var way: String
    public var fields: [Field]
    /// What is wrong with none of the fields alone.
    public var messages: [String]

    public struct Field: Sendable {
        public var id: String
        public var name: String
        public var label: String
        public var value: String
        public var help: String?
        public var error: String?
        /// The ids of help and error.
        public var descriptions: String?
        public var isRequired: Bool
        public var hasFocus: Bool
        /// The type of its input, where it is one, and the keys that a phone shows for it.
        public var input: String?
        public var keys: String?
        public var maxLength: Int?
        public var isMultiline: Bool
        public var isSwitch: Bool
        public var isOn: Bool
        /// What there is to choose from; nil for a field of another kind.
        public var choices: Choices?
    }

    public struct Choices: Sendable {
        public var all: [Choice]
    }

    public struct Choice: Sendable {
        public var value: String
        public var isChosen: Bool
    }

    /// - Parameters:
    ///   - values: what was typed, in place of what the fields hold.
    ///   - issues: what is wrong with it; the first wrong field has the focus, and the first of all where none is.
    public init(
        words: Words, title: String, row: String, action: String, way: String, fields: [TableViewEditableField],
        values: [String: String] = [:], issues: [TableViewValidationError.Issue] = []
    ) {
        language = words.language.tag
        direction = words.language.direction.rawValue
        self.words = words.forTemplates
        self.title = title
        heading = words.editing(row)
        let issues = issues.map { (field: $0.field, message: words.text(of: $0.message)) }
        self.action = action
        self.way = way
        let names = Set(fields.map(\.name))
        messages = issues.filter { !names.contains($0.field) }.map(\.message)
        let wrong = fields.first { field in issues.contains { $0.field == field.name } }
        self.fields = fields.enumerated().map { index, field in
            let messages = issues.filter { $0.field == field.name }.map(\.message)
            return Field(
                field, id: "field-\(index)", value: values[field.name] ?? field.value,
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
        let parts = [help.map { _ in "\(id)-help" }, error.map { _ in "\(id)-error" }].compactMap(\.self)
        descriptions = parts.isEmpty ? nil : parts.joined(separator: " ")
        isRequired = field.isRequired
        self.hasFocus = hasFocus
        maxLength = field.maxLength
        isMultiline = field.kind == .multilineText
        isSwitch = field.kind == .boolean
        isOn = isSwitch && ["true", "1", "on"].contains(value)
        switch field.kind {
        case .text: input = "text"
        // An input of numbers would throw away what is none, and say so to nobody.
        case .integer: (input, keys) = ("text", "numeric")
        case .decimal: (input, keys) = ("text", "decimal")
        case .date: input = value.isEmpty || TableViewEditableField.isDay(value) ? "date" : "text"
        case .multilineText, .boolean: break
        case .choice(let all):
            // What is not chosen yet must not be answered by the first.
            let isComplete = all.contains("") || field.isRequired && all.contains(value)
            let offered = isComplete ? all : [""] + all
            choices = EditTemplateContext.Choices(
                all: offered.map { EditTemplateContext.Choice(value: $0, isChosen: $0 == value) })
        }
    }
}
