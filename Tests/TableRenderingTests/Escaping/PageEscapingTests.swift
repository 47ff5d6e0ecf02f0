import Bytes
import CascadingTable
import Foundation
import Testing

@testable import TableRendering

@TableActor
@Suite struct PageEscapingTests {
    nonisolated static let hostile = [
        "\"><script>alert(1)</script>", "' onmouseover='alert(1)", "</button></td></table>", "<!--", "-->", "&quot;",
        "&#34;onfocus=x&#34;", "{{title}}", "{{{table}}}", "{{> _head}}", "a\" formaction=\"//evil.example/",
        "\u{0}\u{1F}\u{7F}", "]]>", "\r\n\r\n", "`", "\\u0022", "\u{2028}\u{2029}", "<", "&", "é🎸", "\u{301}", "%22%3E",
        "\u{FEFF}\u{202E}<", "\"\u{301} onfocus=\"x", "'\u{301}", "<\u{301}b>", "&\u{301}amp;", "../../", "?a=b#c", " ",
        "javascript:alert(1)",
    ]

    /// A page that has the same words in every part.
    private struct Page: Sendable {
        var words: String
        var isEditing: Bool
        var skeleton: Skeleton
        var json: String
    }

    private static let plain = Result { try pages("plain") }
    private static let pages = Result { try hostile.flatMap { try pages($0) } }

    /// Returns the page for reading and the page in edit mode, with each row expanded.
    private static func pages(_ words: String) throws -> [Page] {
        try [false, true].map { isEditing in try page(isEditing: isEditing, words) { words } }
    }

    private static func page(isEditing: Bool, _ name: String, words: @escaping () -> String) throws -> Page {
        let table = WordedTable(words: words)
        let tableView = table.tableView
        let base = "/t/\(path(of: words()))/"
        let query = "_next=0.0~\(RowAnchor.encoded(words()))"
        let links = PageLinks(
            base: base, query: query, view: query, editing: "\(base)?_edit=1",
            next: .init(token: words(), url: "\(base)?\(query)"),
            previous: .init(token: words(), url: "\(base)?\(query)"), json: "\(base)table.json")
        let request = TableRequest(
            session: TableSession(id: "ada"), query: isEditing ? [(name: "_edit", value: "1")] : [])
        return try tableView.answering(request) {
            for row in 0..<7 where row != 5 {
                try tableView.start {
                    try await tableView.gestures.setExpanded(true, forRowAt: IndexPath(row: row, section: 0))
                }
            }
            let window = tableView.window(size: 100)
            var html = HTMLTableWriter(links: links, maxTextLength: 10_000)
            tableView.write(window, to: &html)
            var json = JSONTableWriter(links: links)
            tableView.write(window, to: &json)
            let shell = TemplateValues.page(
                html, title: tableView.title, breadcrumbs: tableView.navigationItem.breadcrumbs)
            _ = try templates.get().write(shell, around: &html)
            let page = html.output.bytes
            return Page(
                words: name, isEditing: isEditing, skeleton: Skeleton(String(decoding: page, as: UTF8.self)),
                json: json.output.text)
        }.result
    }

    /// Returns the words as a client may write them in a path, where visible ASCII need not be encoded.
    private static func path(of words: String) -> String {
        words.unicodeScalars.map { scalar in
            let isPlain = (0x21...0x7E).contains(scalar.value) && !"#?%\\".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : RowAnchor.encoded(String(scalar))
        }.joined()
    }

    private nonisolated static let templates = Result {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Templates")
        var sources: [String: String] = [:]
        for name in [
            "page", "error", "confirm", "edit", "conflict", "plan", "content", "form", "columns", "_account", "_fields",
            "_place",
            "_filter", "_groups", "_head",
            "_parameters",
        ] {
            sources[name] = try String(contentsOf: folder.appendingPathComponent("\(name).mustache"), encoding: .utf8)
        }
        sources["_public"] = "/public"
        return try PageTemplates(sources)
    }

    @Test func wordsNeverBecomeMarkup() throws {
        let plain = try Self.plain.get().map(\.skeleton)
        for skeleton in plain { #expect(skeleton.faults == []) }
        for page in try Self.pages.get() {
            #expect(page.skeleton.faults == [], "\(page.words)")
            #expect(page.skeleton.tags == plain[page.isEditing ? 1 : 0].tags, "\(page.words)")
        }
    }

    @Test(arguments: [false, true])
    func noWordsOfAnyScalarsBecomeMarkup(isEditing: Bool) throws {
        let plain = try Self.plain.get()[isEditing ? 1 : 0].skeleton.tags
        for _ in 0..<10 {
            let page = try Self.page(isEditing: isEditing, "any") { Self.randomText() }
            #expect(page.skeleton.faults == [])
            #expect(page.skeleton.tags == plain)
        }
    }

    @Test func everyNameComesBackFromItsAttribute() throws {
        for page in try Self.pages.get() {
            let shown = Self.shown(page.words)
            let values = page.skeleton.values
            #expect(values.contains { $0.attribute == "value" && $0.value == "\(shown)00" })
            let labels = values.filter { $0.attribute == "aria-label" }.map(\.value)
            // The label of a row with a blank title is the row's identifier.
            let isBlank = page.words.allSatisfy(\.isWhitespace)
            if isBlank, !page.isEditing { #expect(labels.contains("Actions for \(shown)00")) }
            for label in isBlank
                ? []
                : page.isEditing
                    ? ["Insert \(shown)", "\(shown) \(shown)", "Move \(shown) up", "Move section \(shown) down"]
                    : ["Expand \(shown)", "Collapse \(shown)", "Actions for \(shown)", "More about \(shown)"]
            {
                #expect(labels.contains(label), "\(label)")
            }
            // The label of a switch in a row without a title is the row's identifier.
            #expect(labels.contains { Self.areSame($0, "\(shown)06") })
            let ids = values.filter { $0.attribute == "id" }.map(\.value)
            #expect(ids.contains("row-\(RowAnchor.encoded(page.words + "00"))"))
            #expect(Set(ids).count == ids.count)
            #expect(ids.allSatisfy { $0.utf8.allSatisfy { byte in (0x21...0x7E).contains(byte) && byte != 0x22 } })
        }
    }

    @Test func noLinkLeadsOutOfItsAttribute() throws {
        for page in try Self.pages.get() {
            for (attribute, value) in page.skeleton.values
            where ["href", "src", "formaction", "action"].contains(attribute) {
                #expect(SafeURL.isAllowed(value), "\(attribute) \(value)")
                #expect(["/", "#"].contains(value.first), "\(attribute) \(value)")
            }
        }
    }

    @Test func jsonIsReadBackAsItWas() throws {
        for page in try Self.pages.get() {
            #expect(!page.json.contains("</"))
            let table = try JSONDecoder().decode(TableJSON.self, from: Data(page.json.utf8))
            #expect(Self.areSame(table.title, page.words))
            let row = try #require(table.sections.first?.rows.first)
            #expect(Self.areSame(row.id, page.words + "00") && Self.areSame(row.cell.title, page.words))
            for action in row.actions {
                #expect(
                    Self.areSame(String(action.id.dropLast()), page.words) && Self.areSame(action.title, page.words))
            }
            #expect(row.panels?.allSatisfy { Self.areSame($0.text, page.words) } == true)
        }
    }

    @Test func questionsAndErrorsKeepTheirWords() throws {
        let templates = try Self.templates.get()
        func pages(_ words: String) -> [Skeleton] {
            [
                templates.render(
                    .confirm,
                    .confirmation(
                        words: Language.english.words, title: words, question: words, action: words, id: words,
                        button: words,
                        query: words, returnURL: words
                    )),
                templates.render(
                    .error,
                    .error(
                        words: Language.english.words, status: 409, title: words,
                        detail: LocalizedMessage(verbatim: words),
                        errors: [words],
                        returnURL: words,
                        returnTitle: words)),
                templates.render(
                    .conflict,
                    .conflict(
                        words: Language.english.words, title: words,
                        conflicts: [
                            EditConflict(column: words, yours: .text(words), theirs: .text(words), saw: .text(words))
                        ], isGone: false, isDeletion: false, action: words, returnURL: words,
                        hidden: [(words, words)])),
                templates.render(
                    .edit,
                    .edit(
                        words: Language.english.words, title: words, heading: words, action: words, returnURL: words,
                        fields: [TableViewEditableField(words, label: words, value: words)], states: [:],
                        hidden: [(words, words)])),
            ].map { Skeleton(String(decoding: $0, as: UTF8.self)) }
        }
        let plain = pages("plain").map(\.tags)
        for words in Self.hostile {
            let pages = pages(words)
            #expect(pages.map(\.tags) == plain, "\(words)")
            #expect(pages.allSatisfy { $0.faults == [] })
            let shown = Self.shown(words)
            #expect(Self.areSame(pages[0].values.first { $0.attribute == "action" }?.value, shown))
            #expect(pages[0].values.filter { $0.attribute == "value" }.allSatisfy { Self.areSame($0.value, shown) })
        }
    }

    /// Returns the words with replacements for the characters that HTML does not allow.
    nonisolated static func shown(_ words: String) -> String {
        words.unicodeScalars.map { scalar in
            let isLost = scalar.value < 0x20 && ![9, 10, 13].contains(scalar.value) || scalar.value == 0x7F
            return String(isLost ? "\u{FFFD}" : scalar)
        }.joined()
    }

    /// Returns true if two texts have the same scalars. Equal strings can have different scalars.
    nonisolated static func areSame(_ one: String?, _ other: String) -> Bool {
        one.map { $0.unicodeScalars.elementsEqual(other.unicodeScalars) } ?? false
    }

    private nonisolated static func randomText() -> String {
        let special: [Unicode.Scalar] = [
            "<", ">", "&", "\"", "'", "\\", "\u{0}", "\n", "\r", "\u{7F}", "\u{2028}", "/", " ", "=", "`", "{", "}",
            "#",
        ]
        let scalars = (0..<Int.random(in: 0...12)).map { _ -> Unicode.Scalar in
            if Bool.random() { return special.randomElement() ?? "a" }
            return Unicode.Scalar(UInt32.random(in: 0..<0x11_0000)) ?? "\u{FFFD}"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private struct TableJSON: Decodable {
        var title: String
        var sections: [Section]

        struct Section: Decodable { var rows: [Row] }
        struct Row: Decodable {
            var id: String
            var cell: Cell
            var actions: [Action]
            var panels: [Panel]?
        }
        struct Cell: Decodable { var title: String? }
        struct Action: Decodable { var id: String, title: String }
        struct Panel: Decodable { var text: String? }
    }
}
