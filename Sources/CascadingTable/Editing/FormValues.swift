import Bytes
import LocalizedMessages

extension FieldValue {
    /// The value as the input of a form shows it; empty for NULL and for bytes.
    package var formText: String {
        switch self {
        case .text(let text), .number(let text), .json(let text), .url(let text, _): text
        case .integer(let number): "\(number)"
        case .decimal(let number):
            number.isNaN ? "NaN" : number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : "\(number)"
        case .boolean(let boolean): boolean ? "true" : "false"
        case .excerpt(let excerpt): excerpt.text ?? ""
        case .null, .bytes, .date, .progress, .sparkline: ""
        }
    }
}

extension TableViewEditableField {
    /// Returns the value of a text that a visitor typed.
    ///
    /// - Throws: ``TableViewValidationError`` for a text that is no value of the field.
    package func storedValue(of text: String) throws(TableViewValidationError) -> FieldValue {
        let text = normalized(text)
        // An empty text is a value of a column of texts, and no number.
        let isEmpty = text.isEmpty && [.text, .multilineText].contains(kind)
        if !isEmpty, let message = text.isEmpty ? "Enter a value." : complaint(about: text) {
            throw TableViewValidationError(name, message)
        }
        switch kind {
        case .integer: return Int64(text).map(FieldValue.integer) ?? .text(text)
        case .decimal where isExact: return .number(text)
        case .decimal: return Int64(text).map(FieldValue.integer) ?? Double(text).map(FieldValue.decimal) ?? .text(text)
        case .boolean: return .boolean(text == "true")
        default: return .text(text)
        }
    }

    /// Returns whether a visitor left the text of the field as it was.
    package func isUnchanged(by text: String) -> Bool {
        Self.sent(normalized(text)).isExactly(Self.sent(normalized(value)))
    }

    /// Returns a text as browsers send what a page showed: with one kind of line break, and without control characters.
    private static func sent(_ text: String) -> String {
        let lines = text.replacing("\r\n", with: "\n")
        return String(
            String.UnicodeScalarView(
                lines.unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 9, 10: scalar
                    case 13: "\n"
                    case ..<0x20, 0x7F: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}

/// The rows of another table that the values of a column refer to.
package struct FieldReference: Sendable, Hashable {
    /// The name of the table.
    package var table: String
    /// The address of more rows, which takes a typed `text`; empty for none.
    package var url = ""
    /// Some of the rows.
    package var rows: [RowChoice] = []

    package init(table: String) { self.table = table }
}

/// The state of a column in a row, as a form shows and sends it.
package enum FieldState: String, Sendable, Hashable, CaseIterable {
    /// A value.
    case value
    /// NULL.
    case null
    /// The value that the database fills in: the default of the column, or a number that it chooses.
    case standard = "default"
    /// The value of each row, in a form for several rows.
    case kept = "unchanged"
}
