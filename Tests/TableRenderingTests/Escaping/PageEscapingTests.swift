import CascadingTable
import Foundation
import Testing

@testable import TableRendering

@TableActor
@Suite struct PageEscapingTests {
    private nonisolated static let hostile = [
        "\"><script>alert(1)</script>", "' onmouseover='alert(1)", "</button></td></table>", "<!--", "-->", "&quot;",
        "&#34;onfocus=x&#34;", "{{title}}", "{{{table}}}", "{{> _head}}", "a\" formaction=\"//evil.example/",
        "\u{0}\u{1F}\u{7F}", "]]>", "\r\n\r\n", "`", "\\u0022", "\u{2028}\u{2029}", "<", "&", "é🎸", "\u{301}", "%22%3E",
        "\u{FEFF}\u{202E}<", "../../", "?a=b#c", " ", "javascript:alert(1)",
    ]

    /// Words that are in every part of a table, its page shown or edited, its rows expanded.
    private func page(isEditing: Bool, words: @escaping () -> String) throws -> (html: String, json: String) {
        let table = WordedTable(words: words)
        let tableView = table.tableView
        let base = "/t/\(RowAnchor.encoded(words()))/"
        let query = "_next=0.0~\(RowAnchor.encoded(words()))"
        let links = PageLinks(
            base: base, query: query, view: query, editing: "\(base)?_edit=1",
            next: .init(token: words(), url: "\(base)?\(query)"),
            previous: .init(token: words(), url: "\(base)?\(query)"),
            json: "\(base)table.json")
        let request = TableRequest(
            session: TableSession(id: "ada"), query: isEditing ? [(name: "_edit", value: "1")] : [])
        return try tableView.answering(request) {
            for row in 0..<7 where row != 5 {
                try tableView.setExpanded(true, forRowAt: IndexPath(row: row, section: 0))
            }
            let window = tableView.window(size: 100)
            var html = HTMLTableWriter(links: links, maxTextLength: 10_000)
            tableView.write(window, to: &html)
            var json = JSONTableWriter(links: links)
            tableView.write(window, to: &json)
            let shell = PageShell(html, title: tableView.title, breadcrumbs: tableView.breadcrumbs)
            let page = try Self.templates.get().page(shell, table: html.output.bytes)
            return (String(decoding: page, as: UTF8.self), String(decoding: json.output.bytes, as: UTF8.self))
        }.result
    }

    private nonisolated static let templates = Result {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Templates")
        var sources: [String: String] = [:]
        for name in ["page", "error", "confirm", "_head"] {
            sources[name] = try String(contentsOf: folder.appendingPathComponent("\(name).mustache"), encoding: .utf8)
        }
        return try PageTemplates(sources)
    }

    @Test(arguments: [false, true])
    func wordsNeverBecomeMarkup(isEditing: Bool) throws {
        let plain = Skeleton(try page(isEditing: isEditing) { "plain" }.html)
        #expect(plain.faults == [])
        for words in Self.hostile {
            let skeleton = Skeleton(try page(isEditing: isEditing) { words }.html)
            #expect(skeleton.faults == [], "\(words)")
            #expect(skeleton.tags == plain.tags, "\(words)")
        }
    }

    @Test(arguments: [false, true])
    func noWordsOfAnyScalarsBecomeMarkup(isEditing: Bool) throws {
        let plain = Skeleton(try page(isEditing: isEditing) { "plain" }.html).tags
        for _ in 0..<20 {
            let skeleton = Skeleton(try page(isEditing: isEditing) { Self.randomText() }.html)
            #expect(skeleton.faults == [])
            #expect(skeleton.tags == plain)
        }
    }

    @Test func everyNameComesBackFromItsAttribute() throws {
        for words in Self.hostile {
            let shown = words.unicodeScalars.map { scalar in
                let isLost = scalar.value < 0x20 && ![9, 10, 13].contains(scalar.value) || scalar.value == 0x7F
                return String(isLost ? "\u{FFFD}" : scalar)
            }.joined()
            for isEditing in [false, true] {
                let values = Skeleton(try page(isEditing: isEditing) { words }.html).values
                let identifiers = Set(values.filter { $0.attribute == "value" }.map(\.value))
                #expect(identifiers.contains("\(shown)00"))
                let labels = values.filter { $0.attribute == "aria-label" }.map(\.value)
                for label in isEditing
                    ? ["Insert \(shown)", "\(shown) \(shown)", "Move \(shown) up", "Move section \(shown) down"]
                    : ["More of \(shown)", "Less of \(shown)", "Actions for \(shown)", "More about \(shown)"]
                {
                    #expect(labels.contains(label), "\(label)")
                }
                // A switch in a row without a title is called by the row's name.
                let unnamed = Array("\(shown)06".utf8)
                #expect(labels.contains { $0.utf8.elementsEqual(unnamed) })
                let ids = values.filter { $0.attribute == "id" }.map(\.value)
                #expect(ids.contains("row-\(RowAnchor.encoded(words + "00"))"))
                #expect(Set(ids).count == ids.count)
                #expect(ids.allSatisfy { $0.utf8.allSatisfy { byte in (0x21...0x7E).contains(byte) && byte != 0x22 } })
            }
        }
    }

    @Test func noLinkLeadsOutOfItsAttribute() throws {
        for words in Self.hostile {
            let values = Skeleton(try page(isEditing: false) { words }.html).values
            for (attribute, value) in values where ["href", "src", "formaction", "action"].contains(attribute) {
                #expect(SafeURL.isAllowed(value), "\(attribute) \(value)")
                #expect(["/", "#"].contains(value.first), "\(attribute) \(value)")
            }
        }
    }

    @Test func jsonIsReadBackAsItWas() throws {
        for words in Self.hostile + (0..<10).map({ _ in Self.randomText() }) {
            for isEditing in [false, true] {
                let json = try page(isEditing: isEditing) { words }.json
                #expect(!json.contains("</"))
                let table = try JSONDecoder().decode(TableJSON.self, from: Data(json.utf8))
                #expect(Self.areSame(table.title, words))
                let row = try #require(table.sections.first?.rows.first)
                #expect(Self.areSame(row.id, words + "00") && Self.areSame(row.cell.title, words))
                #expect(row.actions.allSatisfy { Self.areSame($0.id, words) && Self.areSame($0.title, words) })
                #expect(row.panels?.allSatisfy { Self.areSame($0.text, words) } == true)
            }
        }
    }

    @Test func questionsAndErrorsKeepTheirWords() throws {
        let templates = try Self.templates.get()
        func pages(_ words: String) -> [Skeleton] {
            [
                templates.confirmation(
                    ConfirmationShell(
                        title: words, question: words, action: words, id: words, button: words, query: words, way: words
                    )),
                templates.error(
                    ErrorShell(
                        status: 409, title: words, detail: words, errors: [words], way: words, wayTitle: words)),
            ].map { Skeleton(String(decoding: $0, as: UTF8.self)) }
        }
        let plain = pages("plain").map(\.tags)
        for words in Self.hostile {
            let pages = pages(words)
            #expect(pages.map(\.tags) == plain, "\(words)")
            #expect(pages.map(\.faults) == [[], []])
            #expect(Self.areSame(pages[0].values.first { $0.attribute == "action" }?.value, words))
            #expect(pages[0].values.filter { $0.attribute == "value" }.allSatisfy { Self.areSame($0.value, words) })
        }
    }

    /// Whether two texts have the same scalars, for equal strings need not.
    private nonisolated static func areSame(_ one: String?, _ other: String) -> Bool {
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
