import CascadingTable
import TableStorage
import Foundation
import LocalizedMessages
import Testing

@testable import TableRendering

@Suite struct MessageTests {
    /// The keys of the messages in the modules whose errors visitors can see. The sources are parsed once for all tests.
    private static let keys = Result {
        let modules = [
            "CascadingTable", "HTTPMessages", "MicroHTTPD", "StaticTables", "TableManagers", "TableModels",
            "TableServer",
            "TableAccess", "TableDatabase", "TableMariaDB", "TablePostgres", "TableSQLite", "TableStorage",
            "TypedTables",
        ]
        let sources = try modules.flatMap { try WordsTests.files(in: "Sources/\($0)", ".swift") }
        // Other sentences of the command are for the terminal.
        let pages = try WordsTests.files(in: "Sources/cascade", "Statements.swift")
        return Set((sources + pages).flatMap { MessageLiterals(of: $0).keys })
    }

    /// The titles and texts of pages with forms. Other texts of these sources begin with a small letter.
    private static let labels = Result {
        let pages = try WordsTests.files(in: "Sources/TableAccess/Pages", "Pages.swift")
        let token = try WordsTests.files(in: "Sources/TableServer/Editing", "EditingAccess.swift")
        let views = try WordsTests.files(in: "Sources/TableServer/Views", ".swift")
        let keys = (pages + token + views).flatMap { MessageLiterals(of: $0).all }
        return Set(keys.filter { $0.first?.isUppercase == true && $0 != "Bearer" || $0.hasPrefix("%, ") })
    }

    private static var translations: [(key: String, value: String)] {
        Language.all.flatMap { $0.words.file.messages.map(Array.init) ?? [] }
    }

    @Test func eachMessageHasTranslations() throws {
        let keys = try Self.keys.get().union(Self.labels.get())
        #expect(keys.count > 150)
        for language in Language.all where language != .english {
            let messages = try #require(language.words.file.messages)
            #expect(keys.subtracting(messages.keys) == [], "\(language.tag)")
        }
    }

    @Test func eachTranslationIsOfAMessage() throws {
        let keys = try Self.keys.get().union(Self.labels.get())
        let unknown = Set(Self.translations.map(\.key)).subtracting(keys)
        #expect(unknown.isEmpty)
    }

    @Test func translationsHaveTheValuesOfTheMessage() {
        for (key, translation) in Self.translations {
            #expect(key.count { $0 == "%" } == translation.count { $0 == "%" }, "\(key)")
        }
    }

    /// Each message must end with a full stop or be the title of an undo, and must not say "please".
    @Test func messagesAreSentences() throws {
        for key in try Self.keys.get().subtracting(Self.labels.get()) {
            #expect(!key.localizedCaseInsensitiveContains("please"), "\(key)")
            #expect(key.hasSuffix(".") || Self.titles.contains(key), "\(key)")
        }
    }

    /// The titles of undos.
    private static let titles = [
        "Move %", "Delete %", "Insert row", "Row % added", "% rows added", "Row % deleted", "% rows deleted",
        "Row % changed",
        "% rows changed",
    ]

    @Test func messagesInSourcesAreFound() {
        let source = #"""
            // throw HTTPError(.notFound, "No comment counts.")
            throw TableViewError(.noSuchRow, "There is no row \(path.map { "\($0)" }.joined()) in \(section).")
            logger.info("This is no message.")
            throw StorageError(isMany ? .one : .other, isMany ? "There are many." : "There is one.")
            func text() -> LocalizedMessage {
                if isEmpty { return "It is empty." }
                return """
                    It has \(count) \
                    parts.
                    """
            }
            let name = "not a message"
            """#
        let keys = MessageLiterals(of: source).keys
        #expect(
            keys == [
                "There is no row % in %.", "There are many.", "There is one.", "It is empty.", "It has % parts.",
            ])
    }

    private static let translated: [(LocalizedMessage, String?)] = [
        ("The row no longer exists.", "Die Zeile gibt es nicht mehr."),
        ("There is no row \(3) in section \(12).", "Es gibt keine Zeile 3 in Abschnitt 12."),
        ("There is nothing at \("/%25/x").", "Unter /%25/x gibt es nichts."),
        ("The row no longer exists", nil), ("Sold out.", nil), ("", nil),
        (LocalizedMessage(verbatim: "The row no longer exists."), nil),
    ]

    @Test(arguments: translated)
    func messagesAreTranslatedByTheirKey(message: LocalizedMessage, german: String?) {
        #expect(Language.german.words.translation(of: message) == german)
        #expect(Language.german.words.text(of: message) == german ?? message.description)
        #expect(Language.english.words.translation(of: message) == message.description)
    }

    @Test func valuesAreKeptApartInAnotherDirection() {
        #expect(Language.hebrew.words.text(of: "There is nothing at \("/a").") == "אין דבר בכתובת \u{2068}/a\u{2069}.")
    }

    @Test func valuesOfAMessageAreReplaced() {
        let message: LocalizedMessage = "\("/home/a.db") is empty. Restore the file."
        let replaced = message.mapValues { $0.replacing("/home/", with: "") }
        #expect(replaced.description == "a.db is empty. Restore the file.")
        #expect(replaced.key == message.key)
        #expect(LocalizedMessage(verbatim: "/home/x").mapValues { $0.uppercased() }.description == "/HOME/X")
    }

    private static let misspelled: [(String, [String], String?)] = [
        ("pricee", ["id", "price", "title"], "price"), ("PRICE", ["price"], "price"), ("siez", ["_size"], nil),
        ("ix", ["id"], "id"), ("xy", ["id"], nil),
        ("_siez", ["_next", "_size"], "_size"), ("x", ["price"], nil), ("", ["a"], nil),
        (String(repeating: "a", count: 200), ["a"], nil),
    ]

    @Test(arguments: misspelled)
    func theNearestNameIsSuggested(name: String, names: [String], nearest: String?) {
        #expect(names.nearest(to: name) == nearest)
    }
}
