import Bytes
import CascadingTable

/// Everything that a page says by itself, in one language.
///
/// To add a word is to add a property in one of the extensions, with its translations; what lacks one does not compile.
/// `%` is where a name or a number comes in. Words have nothing in them that HTML would escape.
public struct Words: Sendable, Hashable {
    public let language: Language

    public init(_ language: Language) {
        self.language = language
    }

    func say<Text>(en: Text, de: Text, he: Text) -> Text {
        switch language {
        case .english: en
        case .german: de
        case .hebrew: he
        }
    }
}

/// The forms of a phrase for as many things as there are (CLDR's plural rules for whole numbers).
struct Plural {
    var one: StaticString
    /// Where the language has a form for two.
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
    /// A phrase with that text in the place of its `%`.
    func fill(_ phrase: StaticString, with text: String) -> String {
        var writer = ByteWriter()
        writer.phrase(phrase) { $0.raw(text.utf8) }
        return writer.text
    }

    /// A text to stand among these words, kept apart from them where it is written in the other direction.
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
    /// A phrase; the closure writes what stands in the place of its `%`.
    mutating func phrase(_ phrase: StaticString, _ write: (inout ByteWriter) -> Void) {
        phrase.withUTF8Buffer { utf8 in
            guard let place = utf8.firstIndex(of: UInt8(ascii: "%")) else { return raw(utf8) }
            raw(utf8[..<place])
            write(&self)
            raw(utf8[(place + 1)...])
        }
    }
}
