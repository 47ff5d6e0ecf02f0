import Bytes
import CascadingTable
import Foundation
import Testing

@testable import TableRendering

struct WordsTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func files(in folder: String, _ fileExtension: String) throws -> [String] {
        let folder = root.appendingPathComponent(folder)
        let names = try #require(FileManager.default.enumerator(atPath: folder.path))
        return try names.compactMap { $0 as? String }.filter { $0.hasSuffix(fileExtension) }
            .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    }

    @Test(arguments: [
        (Language.english, [0: "No rows", 1: "1 row", 2: "2 rows", 193: "193 rows", 1234: "1,234 rows"]),
        (.german, [0: "Keine Zeilen", 1: "1 Zeile", 2: "2 Zeilen", 193: "193 Zeilen", 1234: "1.234 Zeilen"]),
        (.hebrew, [0: "אין שורות", 1: "שורה אחת", 2: "שתי שורות", 193: "193 שורות", 1234: "1,234 שורות"]),
    ])
    func everyCountHasItsForm(language: Language, forms: [Int: String]) {
        for (count, form) in forms {
            #expect(language.words.range(first: min(count, 1), last: count, of: count) == form)
        }
    }

    @Test(arguments: [
        (Language.english, "1–100 of 12,345", "1,234 of 1,234"),
        (.german, "1–100 von 12.345", "1.234 von 1.234"),
        (.hebrew, "\u{200E}1–100 מתוך 12,345", "1,234 מתוך 1,234"),
    ])
    func aPageSaysWhichRowsItHas(language: Language, range: String, last: String) {
        let words = language.words
        #expect(words.range(first: 1, last: 100, of: 12_345) == range)
        #expect(words.range(first: 1234, last: 1234, of: 1234) == last)
    }

    /// The names and texts of the phrases of a file. The text of a phrase with plural forms is that for most numbers.
    private static func phrases(of file: Words.File) -> [String: String] {
        file.phrases.merging(file.plurals.compactMapValues { $0["other"] }) { $1 }
    }

    @Test func eachFileIsALanguage() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent("Sources/TableRendering/Language/Words").path)
        #expect(Set(names) == Set(Language.all.map { "\($0.tag).json" }))
    }

    @Test(arguments: Language.all)
    func eachFileHasEachPhrase(language: Language) {
        let file = language.words.file
        let english = Language.english.words.file
        let phrases = Self.phrases(of: file)
        #expect(Set(phrases.keys).symmetricDifference(Phrase.named.keys) == [])
        #expect(file.phrases.count + file.plurals.count == phrases.count, "A phrase has forms or none.")
        for (name, text) in Self.phrases(of: english) {
            #expect(phrases[name]?.count { $0 == "%" } == text.count { $0 == "%" }, "\(name)")
        }
        #expect(Set(file.operators.keys) == Set(TableQuery.Operator.allCases.map(\.rawValue)))
        #expect(
            Set(file.functions.keys) == Set(TableQuery.Grouping.Aggregate.Function.allCases.map(\.rawValue)))
        #expect(file.statuses.keys == english.statuses.keys)
        #expect(file.results.keys == english.results.keys)
        let forms = file.plurals.values.flatMap(\.values)
        for text in [
            phrases.values, file.operators.values, file.functions.values, file.statuses.values, file.results.values,
        ].joined() + forms {
            #expect(!text.isEmpty && !text.contains(/[<>&"']/), "\(text)")
        }
    }

    @Test(arguments: Language.all)
    func pluralsHaveTheFormsOfTheLanguage(language: Language) {
        let file = language.words.file
        let categories = Set(file.pluralCategories.keys)
        #expect(categories.isSubset(of: ["zero", "one", "two", "few", "many"]))
        for (name, forms) in file.plurals {
            #expect(Set(forms.keys).isSubset(of: categories.union(["other"])), "\(name)")
        }
        for category in categories { #expect(file.plurals["rows"]?[category] != nil) }
    }

    @Test(arguments: Language.all)
    func numbersAndDatesHaveAFormat(language: Language) {
        let file = language.words.file
        for name in ["group", "decimal"] { #expect(file.numbers[name]?.unicodeScalars.count == 1) }
        #expect(file.date.contains("{y}"))
        #expect(file.months.count == (file.date.contains("{MMM}") ? 12 : 0))
    }

    /// In French, the group separator is no ASCII, and 0 has the form of 1.
    @Test func aFileDecidesHowNumbersDatesAndPluralsAreWritten() throws {
        let file = #"""
            {"numbers": {"group": "\u202F", "decimal": ","}, "date": "{d} {MMM} {y}",
            "months": ["janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."],
            "pluralCategories": {"one": [0, 1]}, "phrases": {"next": "Suivant"},
            "plurals": {"rows": {"one": "% ligne", "other": "% lignes"}}, "operators": {}, "functions": {}, "bins": {},
            "shownFigures": {}, "charts": {}, "statuses": {},
            "results": {},
            "messages": {}}
            """#
        let words = Words(.english, Array(file.utf8))
        #expect(words[.next] == "Suivant")
        #expect(
            [0, 1, 2, 12_345].map { words.count($0, .rows) } == [
                "0 ligne", "1 ligne", "2 lignes", "12\u{202F}345 lignes",
            ])
        let number = ByteWriter.text { _ = $0.decimal(-1234567.5, in: words, .grouped) }
        #expect(number == "-1\u{202F}234\u{202F}567,5")
        #expect(words.plainNumber(number) == "-1234567.5")
        let date = try #require(UTCDate(Date(timeIntervalSince1970: 86_400 * 59)))
        #expect(ByteWriter.text { $0.day(date, in: words) } == "1 mars 1970")
    }

    /// A phrase that neither a source nor a template names is not needed.
    @Test func eachPhraseIsUsed() throws {
        let folders = ["TableRendering", "TableServer"]
        let sources =
            try folders.flatMap { try Self.files(in: "Sources/\($0)", ".swift") }
            + Self.files(in: "Templates", ".mustache")
        let names = Set(sources.flatMap { $0.matches(of: /\.(\w+)/).map { String($0.1) } })
        #expect(Set(Phrase.named.keys).subtracting(names) == [])
    }

    @Test(arguments: Language.all)
    func whatTemplatesAndScriptsAreGivenCanBeUsed(language: Language) throws {
        let words = language.words
        let used = try Self.files(in: "Templates", ".mustache").flatMap { template in
            template.matches(of: /\{\{words\.(\w+)\}\}/).map { String($0.1) }
        }
        #expect(used.count > 30)
        for name in Set(used) {
            let phrase = try #require(Phrase.named[name], "\(name)")
            #expect(!words[phrase].contains("%"))
        }
        guard case .text(let scriptWords) = words.templateValues[.scriptWords] else {
            return _ = Issue.record("Scripts have no words.")
        }
        let scripts = try JSONDecoder().decode([String: String].self, from: Data(scriptWords.utf8))
        #expect(scripts["undo"]?.isEmpty == false)
    }

    @Test func templatesHaveNoWordsOfTheirOwn() throws {
        for template in try Self.files(in: "Templates", ".mustache") {
            let text = template.replacing(/\{\{\{?[^}]*\}?\}\}/, with: "").replacing(/<[^>]*>/, with: "")
            #expect(
                text.split(whereSeparator: \.isWhitespace).filter { $0.contains(where: \.isLetter) } == []
                    || text.contains("JSON"))
        }
    }

    @Test func namesAreKeptApartFromWordsOfTheOtherDirection() {
        #expect(Language.hebrew.words.fill(.askToDelete, naming: "Milk") == "למחוק את ”\u{2068}Milk\u{2069}”?")
        #expect(Language.hebrew.words.fill(.askToDelete, naming: "חלב") == "למחוק את ”חלב”?")
        #expect(
            Language.german.words.fill(.askRow, naming: "Archivieren", "חלב") == "Archivieren: „\u{2068}חלב\u{2069}“?")
    }

    @Test(arguments: [
        (Language.english, ["Archive 1 row?", "Archive 2 rows?", "Archive 1,234 rows?"]),
        (
            .hebrew,
            [
                "\u{2068}Archive\u{2069}: שורה אחת?", "\u{2068}Archive\u{2069}: 2 שורות?",
                "\u{2068}Archive\u{2069}: 1,234 שורות?",
            ]
        ),
    ])
    func questionsAboutRowsCountThem(language: Language, questions: [String]) {
        #expect([1, 2, 1234].map { language.words.count($0, .askRows, naming: "Archive") } == questions)
    }
}

extension Language {
    static var german: Language { tagged("de") ?? english }
    static var hebrew: Language { tagged("he") ?? english }
}
