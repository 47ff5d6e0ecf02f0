/// A value of a row that a visitor may change, and what is checked of it before the delegate is told.
///
/// ```swift
/// TableViewEditableField("price", label: "Price", value: "8.50", kind: .decimal, isRequired: true, minimum: 0)
/// ```
public struct TableViewEditableField: Sendable, Hashable {
    /// Names the value in forms and in JSON; unique in its row.
    public var name: String
    public var label: String
    /// What it is now, as text: `true` or `false` of a boolean, `2026-05-01` of a date.
    public var value: String
    public var kind: Kind
    public var isRequired: Bool
    /// The least and the greatest number.
    public var minimum: Double?
    public var maximum: Double?
    /// The most characters of a text.
    public var maxLength: Int?
    /// A sentence below the field.
    public var help: String?

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

    public enum Kind: Sendable, Hashable {
        /// One line.
        case text
        case multilineText
        case integer
        case decimal
        /// A calendar day.
        case date
        case boolean
        /// One of these.
        case choice([String])

        /// How JSON calls it.
        public var name: String {
            switch self {
            case .text: "text"
            case .multilineText: "multilineText"
            case .integer: "integer"
            case .decimal: "decimal"
            case .date: "date"
            case .boolean: "boolean"
            case .choice: "choice"
            }
        }
    }
}
