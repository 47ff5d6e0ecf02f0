import Bytes
import CascadingTable
import FoundationEssentials
import Testing

@testable import TableRendering

/// Tests a table and the page around it, each in its language.
@TableActor
@Suite struct LanguagePageTests {
    private static let cell = TableViewCell(
        style: .subtitle, title: "Milk", subtitle: "חלב",
        fields: [
            Field("amount", 12_345), Field("price", -1234.5), Field("fresh", true), Field("size", .bytes([1, 2])),
            Field("note", nil), Field("share", .decimal(.nan)),
            Field("day", .date(Date(timeIntervalSince1970: 0), precision: .day)),
        ], accessory: .checkmark)

    private func html(
        _ language: Language, of tableLanguage: String? = "en", cells: [TableViewCell] = [cell]
    ) -> String {
        let section = CascadingSectionTableDelegate(childDelegates: cells.map(CellRow.init))
        let tableView = TableView(title: "Shop", root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.language = tableLanguage
        let request = TableRequest(session: TableSession(), traits: TableViewTraits(language: language.tag))
        return tableView.answering(request) {
            var writer = HTMLTableWriter(links: PageLinks(base: "/"), language: language)
            tableView.write(tableView.window(size: 10), to: &writer)
            return writer.output.text
        }.result
    }

    @Test(arguments: [
        (
            Language.english,
            ["12,345", "-1,234.5", "Yes", "2 bytes", "no value", "not a number", "Jan 1, 1970", "checked"]
        ),
        (.german, ["12.345", "-1.234,5", "Ja", "2 Bytes", "kein Wert", "keine Zahl", "01.01.1970", "markiert"]),
        (.hebrew, ["12,345", "\u{200E}-1,234.5", "כן", "שני בתים", "אין ערך", "לא מספר", "1 בינו׳ 1970", "מסומן"]),
    ])
    func valuesAreSaidInTheReadersLanguage(language: Language, texts: [String]) {
        let html = html(language, of: language.tag)
        for text in texts { #expect(html.contains(">\(text)<") || html.contains("</span> \(text)<"), "\(text)") }
        #expect(html.contains("datetime=\"1970-01-01\""))
        #expect(!html.contains("lang="))
    }

    @Test func aTableInAnotherLanguageSaysSo() {
        let german = html(.german)
        #expect(german.contains("<table id=\"table\" class=\"plain\" lang=\"en\">"))
        #expect(german.contains("<span lang=\"de\">Ja</span>"))
        #expect(german.contains("<time datetime=\"1970-01-01\" lang=\"de\">"))
        let hebrew = html(.hebrew)
        #expect(hebrew.contains("<table id=\"table\" class=\"plain\" lang=\"en\" dir=\"ltr\">"))
        #expect(hebrew.contains("<span lang=\"he\" dir=\"rtl\">כן</span>"))
        #expect(html(.english, of: "ar").contains("class=\"plain\" lang=\"ar\" dir=\"rtl\">"))
        #expect(html(.german, cells: []).contains("<td><div lang=\"de\">Keine Zeilen</div></td>"))
    }

    @Test func aTableThatFollowsTheReaderIsInHisLanguage() {
        for language in Language.all { #expect(!html(language, of: nil).contains("lang=")) }
    }

    @Test func textsOfTheOtherDirectionAreKeptApart() {
        #expect(html(.english).contains("<bdi>חלב</bdi>"))
        #expect(!html(.english).contains("<bdi>Milk"))
        let hebrew = html(.hebrew, of: "he")
        #expect(hebrew.contains("<bdi>Milk</bdi>") && hebrew.contains("<caption><bdi>Shop</bdi></caption>"))
        #expect(!hebrew.contains("<bdi>חלב"))
    }

    /// A row that shows a cell.
    private final class CellRow: CascadingBareTableDelegate {
        private let cell: TableViewCell

        init(_ cell: TableViewCell) {
            self.cell = cell
            super.init()
        }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { cell }
    }
}
