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
        let text = kind == .multilineText ? text : normalized(text)
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
        normalized(text).sentScalars.elementsEqual(normalized(value).sentScalars) { $0.sent == $1.sent }
    }

    /// Returns a typed text with the line breaks and control characters of the current value, which browsers replace.
    ///
    /// The text has them before and after the part that the visitor changed. New line breaks are like the first one.
    ///
    /// - Throws: ``TableViewValidationError`` if a control character is lost, because it is within that part.
    package func restoringSentScalars(of text: String) throws(TableViewValidationError) -> String {
        guard [.text, .multilineText].contains(kind) else { return text }
        let (old, typed) = (value.sentScalars, text.sentScalars)
        let start = zip(old, typed).prefix { $0.sent == $1.sent }.count
        let end = zip(old[start...].reversed(), typed[start...].reversed()).prefix { $0.sent == $1.sent }.count
        let (replaced, new) = (old[start..<old.count - end], typed[start..<typed.count - end])
        if new.contains(where: { $0.sent == "\u{FFFD}" }), replaced.contains(where: \.isReplaced) {
            throw TableViewValidationError(
                name, "The text has control characters, which a form does not send. Change one place at a time.")
        }
        let lineBreak = old.first { $0.sent == "\n" } ?? SentScalar(scalar: "\n")
        var restored = String.UnicodeScalarView()
        for scalar in old.prefix(start) + new.map({ $0.sent == "\n" ? lineBreak : $0 }) + old.suffix(end) {
            restored.append(scalar.scalar)
            if scalar.isPair { restored.append("\n") }
        }
        return String(restored)
    }
}

/// A character of a text, and the one that browsers send for it.
private struct SentScalar {
    var scalar: Unicode.Scalar
    /// A Boolean value that indicates whether a line feed follows a carriage return.
    var isPair = false

    /// The character in its place: one kind of line break, and no control characters.
    var sent: Unicode.Scalar { isReplaced ? "\u{FFFD}" : scalar == "\r" ? "\n" : scalar }

    var isReplaced: Bool { scalar.value < 0x20 && !["\t", "\n", "\r"].contains(scalar) || scalar.value == 0x7F }
}

extension String {
    fileprivate var sentScalars: [SentScalar] {
        var found: [SentScalar] = []
        for scalar in unicodeScalars {
            if scalar == "\n", let last = found.last, last.scalar == "\r", !last.isPair {
                found[found.count - 1].isPair = true
            } else {
                found.append(SentScalar(scalar: scalar))
            }
        }
        return found
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
