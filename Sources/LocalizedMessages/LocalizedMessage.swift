/// A sentence for a visitor, with the values in it kept apart, so that it can be said in other languages.
///
/// Write a message as text. Values in it become its ``values``, and the rest its ``key``:
///
/// ```swift
/// let message: LocalizedMessage = "There is no row \(3) in section \(0)."
/// message.key          // "There is no row % in section %."
/// message.values       // ["3", "0"]
/// message.description  // "There is no row 3 in section 0."
/// ```
///
/// A message made with ``init(verbatim:)`` has no key. It is shown as it is in every language.
public struct LocalizedMessage: Sendable {
    /// The sentence in English with `%` in place of each value. Empty for a message without translations.
    public let key: String
    /// The values, in the order of the English sentence.
    public let values: [String]
    /// The sentence in English, or the text that the message was made from.
    public let description: String

    /// Creates a message that is shown as it is in every language.
    public init(verbatim text: String) {
        (key, values, description) = ("", [], text)
    }

    private init(key: String, values: [String]) {
        (self.key, self.values) = (key, values)
        description = Self.text(of: key, with: values)
    }

    /// Returns the message with other values. A message without a key is one value.
    public func mapValues(_ transform: (String) -> String) -> LocalizedMessage {
        key.isEmpty
            ? LocalizedMessage(verbatim: transform(description))
            : LocalizedMessage(key: key, values: values.map(transform))
    }

    /// Returns a sentence with values in the places of its `%`.
    ///
    /// - Parameter isolate: Prepares a value for a sentence that may be in another direction of writing.
    package static func text(
        of sentence: String, with values: [String], isolating isolate: (String) -> String = { $0 }
    ) -> String {
        let pieces = sentence.split(separator: "%", omittingEmptySubsequences: false)
        var text = String(pieces[0])
        for (value, piece) in zip(values, pieces.dropFirst()) { text += isolate(value) + piece }
        return text
    }
}

extension LocalizedMessage: ExpressibleByStringInterpolation {
    /// Creates a message without values.
    public init(stringLiteral text: String) {
        (key, values, description) = (text, [], text)
    }

    /// Creates a message with the values in a text.
    public init(stringInterpolation: StringInterpolation) {
        (key, values) = (stringInterpolation.key, stringInterpolation.values)
        description = stringInterpolation.text
    }

    /// Collects the parts of a message that is written as text.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [String] = []
        fileprivate var text = ""

        /// Creates an empty message, to which parts are appended.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity)
        }

        /// Appends a part of the sentence.
        public mutating func appendLiteral(_ literal: String) {
            key += literal
            text += literal
        }

        /// Appends a value.
        public mutating func appendInterpolation<Value>(_ value: Value) {
            let value = String(describing: value)
            key += "%"
            values.append(value)
            text += value
        }
    }
}

extension LocalizedMessage: Hashable, CustomStringConvertible {
    /// Returns whether visitors read the same text.
    public static func == (one: LocalizedMessage, other: LocalizedMessage) -> Bool {
        one.description == other.description
    }

    /// Hashes the text that visitors read.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
