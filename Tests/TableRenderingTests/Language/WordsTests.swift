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
            #expect(Words(language).range(first: min(count, 1), last: count, of: count) == form)
        }
    }

    @Test(arguments: [
        (Language.english, "1–100 of 12,345", "1,234 of 1,234"),
        (.german, "1–100 von 12.345", "1.234 von 1.234"),
        (.hebrew, "\u{200E}1–100 מתוך 12,345", "1,234 מתוך 1,234"),
    ])
    func aPageSaysWhichRowsItHas(language: Language, range: String, last: String) {
        let words = Words(language)
        #expect(words.range(first: 1, last: 100, of: 12_345) == range)
        #expect(words.range(first: 1234, last: 1234, of: 1234) == last)
    }

    @Test(arguments: Language.allCases)
    func whatTemplatesAndScriptsAreGivenCanBeUsed(language: Language) throws {
        let words = Words(language)
        let used = try Self.files(in: "Templates", ".mustache").flatMap { template in
            template.matches(of: /\{\{words\.(\w+)\}\}/).map { String($0.1) }
        }
        guard case .values(let texts) = words.templateValues[.words],
            case .text(let scriptWords) = words.templateValues[.scriptWords]
        else { return _ = Issue.record("There are no words.") }
        #expect(Set(used) == Set(texts.names.map(\.rawValue)))
        for name in texts.names {
            guard case .text(let text) = texts[name] else { return _ = Issue.record("\(name) is no text.") }
            #expect(!text.isEmpty && !text.contains("%"))
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
        #expect(Words(.hebrew).askToDelete("Milk") == "למחוק את ”\u{2068}Milk\u{2069}”?")
        #expect(Words(.hebrew).askToDelete("חלב") == "למחוק את ”חלב”?")
        #expect(Words(.german).ask("Archivieren", "חלב") == "Archivieren: „\u{2068}חלב\u{2069}“?")
    }
}
