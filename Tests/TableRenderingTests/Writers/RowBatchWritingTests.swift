import Bytes
import CascadingTable
import FoundationEssentials
import TestSupport
import Testing
import TableFormats

@testable import TableRendering

/// Tests that rows of a batch are written like rows whose cells are requested one by one.
@TableActor
@Suite struct RowBatchWritingTests {
    private static let names = ["a", "b", "c"]

    /// A table of one section. It answers its rows as one batch, or as cells with a field that is in no column.
    private final class Rows: CascadingRootTableDelegate {
        let cells: [TableViewCell]
        let identifiers: [String]
        let answersBatch: Bool

        init(_ cells: [TableViewCell], _ identifiers: [String], answersBatch: Bool) {
            (self.cells, self.identifiers, self.answersBatch) = (cells, identifiers, answersBatch)
            super.init()
        }

        override func numberOfSections(in tableView: TableView) -> Int { 1 }
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { cells.count }
        override func columns(in tableView: TableView) -> [TableViewColumn] {
            RowBatchWritingTests.names.map { TableViewColumn($0) }
        }
        override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            identifiers[indexPath.row]
        }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            var cell = cells[indexPath.row]
            cell.fields.append(Field("more", nil))
            return cell
        }
        override func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
            guard answersBatch else { return nil }
            var batch = RowBatch(fieldNames: RowBatchWritingTests.names)
            for row in rows { batch.append(cells[row], identifier: identifiers[row]) }
            return batch
        }
    }

    private func cell(using random: inout SeededRandomNumberGenerator) -> TableViewCell {
        let texts = [
            "", "a", "Sumatra", "<b>&\"'</b>", "Ångström", "عربي", "a\tb\r\n\u{0}\u{7F}", "eight ch", "nine chars",
            "\\ \"quoted\" </script>", String(repeating: "long ", count: 60), String(repeating: "é<", count: 300),
            String(repeating: "longer ", count: 900), "😀", " \u{2028}",
        ]
        func text() -> String { texts.randomElement(using: &random) ?? "" }
        func value() -> FieldValue {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: .null
            case 1: .integer([0, 7, 9999, 10_000, -3, .min, .max, 1 << 60].randomElement(using: &random) ?? 0)
            case 2: .decimal([0, -0.0, 2.5, 1e300, .nan, .infinity, 12_345_678.25].randomElement(using: &random) ?? 0)
            case 3: .boolean(Bool.random(using: &random))
            case 4: .date(Date(timeIntervalSince1970: 1e9))
            case 5: .url("https://example.org/?a=1&b=<2>", title: text())
            case 6: .bytes([1, 2, 255])
            default: .text(text())
            }
        }
        return TableViewCell(
            style: .columns, title: Bool.random(using: &random) ? text() : nil,
            fields: Self.names.map { Field($0, value()) },
            accessory: [.none, .disclosure, .detail, .checkmark].randomElement(using: &random) ?? .none,
            isEnabled: Int.random(in: 0..<5, using: &random) > 0,
            to: [
                nil, nil, "row/a%20b/", "../x", "/x", "#x", "https://x.org/<", "javascript:x", "b c",
                String(repeating: "row/", count: 500),
            ].randomElement(using: &random) ?? nil)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func aBatchIsWrittenAsItsCells(seed: UInt64) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let cells = (0..<30).map { _ in cell(using: &random) }
        let identifiers = cells.indices.map {
            ["\($0)", "row \($0)&<", "é\($0)", String(repeating: "x", count: 50) + "\($0)"][$0 % 4]
        }
        let tables = [true, false].map { answersBatch in
            TableView(title: "T", root: Rows(cells, identifiers, answersBatch: answersBatch))
        }
        for language in [Language.english, .german, .hebrew] {
            let pages = tables.map { table in
                var writer = HTMLTableWriter(links: PageLinks(base: "/t/"), language: language, maxTextLength: 100)
                table.write(table.window(size: 100), to: &writer)
                return writer.output.text
            }
            #expect(pages[0] == pages[1])
        }
        for shape in JSONShape.allCases {
            let lines = tables.map { table in
                var writer = NDJSONTableWriter(links: PageLinks(base: "/t/"), shape: shape)
                table.write(table.window(size: 100), to: &writer)
                return writer.takeOutput().split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
            }
            for (line, other) in zip(lines[0], lines[1]) {
                #expect(line == other.replacing(",\"more\":null", with: ""))
            }
        }
        // The JSON of a row in a batch must be the JSON of its cell.
        for (row, cell) in cells.enumerated() {
            var writer = NDJSONTableWriter(links: PageLinks(base: "/t/"), shape: .cells)
            let window = TableWindow(sections: [.init(section: 0, rows: row..<row + 1)])
            tables[0].write(window, to: &writer)
            let line = String(decoding: writer.takeOutput(), as: UTF8.self)
            var expected = ByteWriter()
            expected.cell(cell)
            #expect(line.contains(",\"cell\":" + expected.text + ",\"accessory\":"))
            var name = ByteWriter()
            name.jsonString(identifiers[row])
            #expect(line.contains("\"row\":\(row),\"id\":\(name.text),"))
            var link = ByteWriter()
            link.jsonString(orNull: cell.link.map(PageLinks(base: "/t/").resolve))
            #expect(line.contains(",\"link\":\(link.text),"))
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>, [TextTableStyle.csv, .tsv])
    func delimitedFieldsAreWrittenFromTheBatchAsFromTexts(seed: UInt64, style: TextTableStyle) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let cells =
            (0..<30).map { _ in cell(using: &random) }
            + ["=1+1", "+a,b", "-\"", "@x\ny", "\tz", "'", ""].map { text in
                TableViewCell(style: .columns, fields: Self.names.map { Field($0, .text(text)) })
            }
        let table = TableView(title: "T", root: Rows(cells, cells.indices.map(String.init), answersBatch: true))
        for guardsFormulas in [false, true] {
            var configuration = TableFormat.Options()
            configuration.guardsFormulas = guardsFormulas
            let window = table.window(size: 100)
            let fromBatch = try table.text(of: window, style: style, configuration: configuration)
            // Any formatter makes the writer create texts, even if no column has the formatter's name.
            configuration.formatters["none"] = { _ in "" }
            let fromTexts = try table.text(of: window, style: style, configuration: configuration)
            #expect(fromBatch == fromTexts)
            #expect(fromBatch.count > 1000)
        }
    }

    @Test func namesThatSeveralRowsHaveAreReported() {
        let cells = (0..<40).map { _ in TableViewCell(style: .columns, fields: []) }
        let table = TableView(root: Rows(cells, cells.indices.map { "\($0 % 39)" }, answersBatch: true))
        let anomalies = PageSnapshot(of: table.window(size: 100), in: table, numberingLines: false).duplicates
        #expect(anomalies.map(\.indexPath) == [[0, 39]])
        #expect(anomalies.first?.message == "Several rows of a page have the identifier 0.")
    }
}
