/// A value of a row that a visitor can change in a form, with the rules that are checked first.
///
/// ```swift
/// TableViewEditableField("price", label: "Price", value: "8.50", kind: .decimal, isRequired: true, minimum: 0)
/// ```
public struct TableViewEditableField: Sendable, Hashable {
    /// The name of the value in forms and in JSON. It must be unique in the row.
    public var name: String
    /// The label of the field in the form.
    public var label: String
    /// The current value, as text: `true` or `false` for a Boolean, `2026-05-01` for a date, a name for a file.
    public var value: String
    /// The type of the value, which decides the control of the form and the checks. Default: `text`.
    public var kind: Kind
    /// A Boolean value that indicates whether the value must not be empty. Default: false.
    ///
    /// A required Boolean must be true.
    public var isRequired: Bool
    /// The smallest allowed number, for `integer` and `decimal`. Nil for no limit.
    public var minimum: Double?
    /// The largest allowed number, for `integer` and `decimal`. Nil for no limit.
    public var maximum: Double?
    /// The largest number of characters, for texts, e-mail addresses and passwords. Nil for no limit.
    public var maxLength: Int?
    /// A sentence below the field in the form. Nil for no sentence.
    public var help: String?

    /// The states that the field can have besides a value, for columns of a database.
    package var states: [FieldState] = []
    /// The state of the field.
    package var state = FieldState.value
    /// A Boolean value that indicates whether a decimal number is written as it was typed, with all of its digits.
    package var isExact = false
    /// The rows that the values refer to; nil for a column that is no foreign key.
    package var reference: FieldReference?

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The name of the value in forms and in JSON, unique in the row.
    ///   - label: The label of the field in the form.
    ///   - value: The current value, as text.
    ///   - kind: The type of the value.
    ///   - isRequired: Whether the value must not be empty.
    ///   - minimum: The smallest allowed number; nil for no limit.
    ///   - maximum: The largest allowed number; nil for no limit.
    ///   - maxLength: The largest number of characters of a text; nil for no limit.
    ///   - help: A sentence below the field in the form.
    public init(
        _ name: String, label: String, value: String = "", kind: Kind = .text, isRequired: Bool = false,
        minimum: Double? = nil, maximum: Double? = nil, maxLength: Int? = nil, help: String? = nil
    ) {
        self.name = name
        self.label = label
        self.value = value
        self.kind = kind
        self.isRequired = isRequired
        self.minimum = minimum
        self.maximum = maximum
        self.maxLength = maxLength
        self.help = help
    }

    /// The type of the value of a field.
    public enum Kind: Sendable, Hashable {
        /// A text of one line.
        case text
        /// A text of several lines.
        case multilineText
        /// A whole number of up to 64 bits.
        case integer
        /// A finite number, with `.` as the decimal separator.
        case decimal
        /// A calendar day, such as `2026-05-31`.
        case date
        /// An e-mail address.
        case email
        /// A password. Forms and JSON never show its value.
        case password
        /// A switch. Its value is `true` or `false`.
        case boolean
        /// One of these texts.
        case choice([String])
        /// A file. The value of the field is the name of the file, and ``TableView/files`` has its contents.
        ///
        /// If the visitor chooses no file, the field keeps its value. `accept` lists the accepted files: extensions
        /// (`.pdf`), media types (`image/png`) or groups of them (`image/*`); it is empty for all files. `maxBytes`
        /// limits the size of the file; nil for no limit besides that of the request.
        case file(accept: [String] = [], maxBytes: Int? = nil)

        /// The name of the kind in JSON, such as `multilineText`.
        public var name: String {
            switch self {
            case .text: "text"
            case .multilineText: "multilineText"
            case .integer: "integer"
            case .decimal: "decimal"
            case .date: "date"
            case .email: "email"
            case .password: "password"
            case .boolean: "boolean"
            case .choice: "choice"
            case .file: "file"
            }
        }
    }
}

/// A file that a visitor chose in a form, for a field of the kind ``TableViewEditableField/Kind/file(accept:maxBytes:)``.
///
/// A delegate gets it from ``TableView/files``, by the name of the field.
public struct TableViewFile: Sendable, Hashable {
    /// The name of the file. A server makes it safe: it has no folders, no control characters and at most 200 bytes.
    public var name: String
    /// The media type that the client states, such as `image/png`; nil without one. The client may be wrong, or lie.
    public var contentType: String?
    /// The contents of the file.
    public var bytes: [UInt8]

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - contentType: The media type that the client states; nil without one.
    ///   - bytes: The contents of the file.
    public init(name: String, contentType: String? = nil, bytes: [UInt8]) {
        self.name = name
        self.contentType = contentType
        self.bytes = bytes
    }

    /// Returns whether the name or the media type is one of those that a field accepts; true for an empty list.
    ///
    /// - Parameter kinds: Extensions (`.pdf`), media types (`image/png`) or groups of them (`image/*`).
    func isOne(of kinds: [String]) -> Bool {
        let type = contentType?.prefix { $0 != ";" && $0 != " " }.lowercased() ?? ""
        let name = name.lowercased()
        return kinds.isEmpty
            || kinds.contains { kind in
                let kind = kind.lowercased()
                if kind.hasPrefix(".") { return name.hasSuffix(kind) }
                return kind.hasSuffix("/*") ? type.hasPrefix(kind.dropLast()) : type == kind
            }
    }
}
