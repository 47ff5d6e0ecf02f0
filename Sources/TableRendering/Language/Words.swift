import Bytes
package import CascadingTable
import Essentials
package import LocalizedMessages

/// The words of pages in one language, and how it writes numbers and dates.
package final class Words: Sendable {
    /// The language of the words.
    package let language: Language
    /// The writing direction of the language.
    package let direction: TextDirection
    /// The group separator and the decimal separator (CLDR).
    let numberSigns: (group: Unicode.Scalar, decimal: Unicode.Scalar)
    /// The format of a day, in which the bytes from 0 stand for ``dateFields``.
    let dateFormat: [UInt8]
    /// The file of the language.
    let file: File
    /// The values of templates that depend on the language alone:
    ///
    /// - `language`: The language of the page, as a BCP 47 tag.
    /// - `direction`: The direction of the page, `ltr` or `rtl`.
    /// - `scriptWords`: The words of scripts as a JSON object, for the attribute `data-words`.
    /// - `operators`: The operators of filters, with `value` and `title`.
    /// - `functions`: The functions of groups, with `name` and `title`.
    let templateValues: TemplateValues
    /// The text of each phrase, by its raw value.
    private let texts: [String]
    /// The bytes of all phrases and of the names of months, which writers copy.
    let prepared: ByteWriter
    fileprivate let phrases: [ByteWriter.Fragment]
    let months: [ByteWriter.Fragment]
    /// The numbers whose CLDR category is not `other`, and the forms of phrases by their categories.
    private let categories: [Int: String]
    private let plurals: [Phrase: [String: String]]

    /// The file of a language. `CONTRIBUTING.md` describes it.
    struct File: Decodable {
        var numbers: [String: String] = [:]
        var date = ""
        var months: [String] = []
        var pluralCategories: [String: [Int]] = [:]
        var phrases: [String: String] = [:]
        var plurals: [String: [String: String]] = [:]
        var operators: [String: String] = [:]
        var functions: [String: String] = [:]
        /// The ranges of dates, by their words in addresses.
        var bins: [String: String] = [:]
        /// The ways to compare figures, by their words in addresses.
        var shownFigures: [String: String] = [:]
        /// The kinds of charts, by their words in addresses.
        var charts: [String: String] = [:]
        var statuses: [String: String] = [:]
        var results: [String: String] = [:]
        /// The translations of messages by their ``LocalizedMessage/key``; nil for English.
        var messages: [String: String]?
    }

    /// The fields of a date format: day, day with two digits, month with two digits, name of the month, year.
    static let dateFields = ["{d}", "{dd}", "{MM}", "{MMM}", "{y}"]

    /// The words that scripts use, by the names in scripts.
    private static let scriptWords: KeyValuePairs<String, Phrase> = [
        "undo": .undo, "redo": .redo, "unreachable": .unreachable, "missing": .missing, "unfound": .unfound,
        "place": .place, "selected": .selected, "selectedFigures": .selectedFigures, "copyAs": .copyAs,
        "copied": .copied, "stop": .stop,
        "fold": .collapse, "unfold": .expand, "columnMenu": .columnMenu, "pin": .pin, "unpin": .unpin, "copy": .copy,
        "allColumns": .allColumns, "goOn": .goOn, "jump": .jump, "nothing": .nothingMatches, "columnWord": .column,
        "searchFor": .searchFor, "notFitting": .notFitting,
    ]

    init(_ language: Language, _ bytes: [UInt8]) {
        let file = (try? JSONDecoder().decode(File.self, from: Data(bytes))) ?? File()
        let texts = Phrase.allCases.map { file.phrases["\($0)"] ?? file.plurals["\($0)"]?["other"] ?? "" }
        var prepared = ByteWriter()
        phrases = texts.map { text in prepared.fragment { $0.raw(text.utf8) } }
        months = (0..<12).map { month in
            prepared.fragment { if month < file.months.count { $0.raw(file.months[month].utf8) } }
        }
        self.prepared = prepared
        let categories = file.pluralCategories.flatMap { name, counts in counts.map { ($0, name) } }
        self.categories = Dictionary(categories) { $1 }
        let plurals = file.plurals.compactMap { name, forms in Phrase.named[name].map { ($0, forms) } }
        self.plurals = Dictionary(uniqueKeysWithValues: plurals)
        let scripts = Self.scriptWords.map { (name: $0, value: "\(texts[$1.rawValue])" as JSON) }
        func sign(_ name: String) -> Unicode.Scalar { file.numbers[name]?.unicodeScalars.first ?? " " }
        direction = TextDirection(language: language.tag)
        numberSigns = (sign("group"), sign("decimal"))
        dateFormat = Self.dateFields.enumerated().reduce(Array(file.date.utf8)) {
            $0.replacing($1.element.utf8, with: [UInt8($1.offset)])
        }
        templateValues = [
            .language: .text(language.tag), .direction: .text(direction.rawValue),
            .scriptWords: .text(String(decoding: ("\(scripts)" as JSON).bytes, as: UTF8.self)),
            .operators: file.operatorChoices(), .functions: file.functionChoices,
        ]
        (self.language, self.file, self.texts) = (language, file, texts)
    }

    /// The text of a phrase. `%` stands for a name or a number. It has no characters that HTML escapes.
    package subscript(phrase: Phrase) -> String { texts[phrase.rawValue] }

    /// Returns the text of a phrase for a number of things.
    func text(of phrase: Phrase, for count: Int) -> String {
        categories[count].flatMap { plurals[phrase]?[$0] } ?? self[phrase]
    }

    /// Returns a phrase with texts in place of `%`.
    func fill(_ phrase: Phrase, with texts: String...) -> String {
        LocalizedMessage.text(of: self[phrase], with: texts)
    }

    /// Returns a phrase with names in place of `%`. Names of the opposite direction are isolated.
    package func fill(_ phrase: Phrase, naming names: String...) -> String {
        LocalizedMessage.text(of: self[phrase], with: names, isolating: isolated)
    }

    /// Returns a phrase for a number of things. Names, and then the number, are in place of `%`.
    package func count(_ count: Int, _ phrase: Phrase, naming names: String...) -> String {
        LocalizedMessage.text(of: text(of: phrase, for: count), with: names.map(isolated) + [number(count)])
    }

    /// Returns a text for use within these words. It is isolated if it has the opposite direction.
    func isolated(_ text: String) -> String { direction.isolates(text) ? "\u{2068}\(text)\u{2069}" : text }

    func number(_ number: Int) -> String { ByteWriter.text { $0.integer(number, in: self, .grouped) } }

    /// Returns the translation of a message; nil for an unknown one, such as one of a delegate.
    package func translation(of message: LocalizedMessage) -> String? {
        guard let messages = file.messages else { return message.description }
        return messages[message.key].map {
            LocalizedMessage.text(of: $0, with: message.values, isolating: isolated)
        }
    }

    /// Returns the message in this language, or as it is if it has no translation.
    package func text(of message: LocalizedMessage) -> String { translation(of: message) ?? message.description }

    /// Returns the title of an HTTP status for error pages; nil if there is no translation.
    ///
    /// - Parameter status: The status code.
    package func title(ofStatus status: Int) -> String? { file.statuses["\(status)"] }
}

extension ByteWriter {
    /// Writes a phrase.
    mutating func phrase(_ phrase: Phrase, _ words: Words) { raw(words.phrases[phrase.rawValue], of: words.prepared) }

    /// Writes a phrase. The closure writes what stands in place of the first `%`.
    ///
    /// - Parameter count: The number of things, for a phrase with plural forms. Default: nil.
    mutating func phrase(
        _ phrase: Phrase, _ words: Words, for count: Int? = nil, _ write: (inout ByteWriter) -> Void
    ) {
        var text = count.map { words.text(of: phrase, for: $0) } ?? words[phrase]
        text.withUTF8 { utf8 in
            guard let place = utf8.firstIndex(of: UInt8(ascii: "%")) else { return raw(utf8) }
            raw(utf8[..<place])
            write(&self)
            raw(utf8[(place + 1)...])
        }
    }
}
