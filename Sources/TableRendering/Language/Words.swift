import Bytes
import CascadingTable

/// The words and phrases of a page in one language.
///
/// To add a phrase, add a property with all translations to one of the extensions. A missing translation does not
/// compile. `%` stands for a name or a number. Phrases contain no characters that HTML escapes.
package struct Words: Sendable, Hashable {
    /// The language of the phrases.
    package let language: Language

    /// Creates the phrases of a language.
    package init(_ language: Language) {
        self.language = language
    }

    func say<Text>(
        en: @autoclosure () -> Text, de: @autoclosure () -> Text, he: @autoclosure () -> Text
    ) -> Text {
        switch language {
        case .english: en()
        case .german: de()
        case .hebrew: he()
        }
    }
}

/// The plural forms of a phrase (CLDR's plural rules for whole numbers).
struct Plural {
    var one: StaticString
    /// The form for two; nil if the language has none.
    var two: StaticString?
    var other: StaticString

    func form(for count: Int) -> StaticString {
        switch count {
        case 1: one
        case 2: two ?? other
        default: other
        }
    }
}

extension Words {
    /// Returns a phrase with a text in place of `%`.
    func fill(_ phrase: StaticString, with text: String) -> String {
        var writer = ByteWriter()
        writer.phrase(phrase) { $0.raw(text.utf8) }
        return writer.text
    }

    /// Returns a text for use within these words. It is isolated if it has the opposite direction.
    func isolated(_ text: String) -> String {
        language.direction.isolates(text) ? "\u{2068}\(text)\u{2069}" : text
    }

    func count(_ count: Int, _ plural: Plural) -> String {
        fill(plural.form(for: count), with: number(count))
    }

    func number(_ number: Int) -> String {
        var writer = ByteWriter()
        writer.integer(number, in: language, .grouped)
        return writer.text
    }
}

extension ByteWriter {
    /// Writes a phrase. The closure writes the text in place of `%`.
    mutating func phrase(_ phrase: StaticString, _ write: (inout ByteWriter) -> Void) {
        phrase.withUTF8Buffer { utf8 in
            guard let place = utf8.firstIndex(of: UInt8(ascii: "%")) else { return raw(utf8) }
            raw(utf8[..<place])
            write(&self)
            raw(utf8[(place + 1)...])
        }
    }
}
