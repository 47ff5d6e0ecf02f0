import CascadingTable
import Foundation
import Testing

@testable import TableFormats

@TableActor
@Suite struct TextTableTests {
    private static let aligned = TextTableStyle.allCases.filter(\.isAligned)

    @Test(arguments: [
        (FieldValue.text("a  b"), "a  b"), (.integer(.min), "-9223372036854775808"), (.decimal(0.1), "0.1"),
        (.decimal(12), "12.0"), (.decimal(.nan), "NaN"), (.decimal(-.infinity), "-Infinity"), (.boolean(true), "true"),
        (.boolean(false), "false"), (.null, ""), (.bytes([]), "\\x"), (.bytes([0]), "\\x00"),
        (.bytes([0xFB, 1]), "\\xfb01"), (.text(""), "\"\""),
        (.date(Date(timeIntervalSince1970: 0), precision: .day), "1970-01-01"),
        (.date(Date(timeIntervalSince1970: 1)), "1970-01-01T00:00:01Z"),
        (.url("https://e.org/", title: "E"), "https://e.org/"), (.progress(0.25), "0.25"), (.progress(.nan), ""),
        (.sparkline([1, 2.5]), "1 2.5"), (.sparkline([]), ""),
    ])
    func everyValueHasItsText(value: FieldValue, text: String) throws {
        #expect(try TextWorld.text(TextWorld.table(rows: [["x", value]]), .csv) == "a,b\r\nx,\(text)\r\n")
    }

    @Test func whatIsDrawnInAPageIsDrawnInText() throws {
        let table = TextWorld.table(rows: [[.progress(0.25), .sparkline([1, 8, 4])]])
        #expect(try TextWorld.text(table, .pipe).hasSuffix("| 25% | ▁█▄ |\n"))
    }

    @Test func aDateThatIsNoneHasNoText() throws {
        // The date is not a test argument, because Foundation cannot describe it.
        let row: [FieldValue] = ["x", .date(Date(timeIntervalSince1970: .nan))]
        #expect(try TextWorld.text(TextWorld.table(rows: [row]), .csv) == "a,b\r\nx,\r\n")
    }

    @Test func cellsOutsideOfColumnsMakeTheirOwn() throws {
        let cells = [
            TableViewCell(title: "One", fields: [Field("weight", 12), Field("colour", "red")]),
            TableViewCell(style: .subtitle, title: "Two", subtitle: "second", fields: [Field("colour", "blue")]),
            TableViewCell(title: "Three", fields: [Field("size", "L"), Field("weight", 5)]),
        ]
        #expect(
            try TextWorld.text(TextWorld.table([(nil, cells)]), .simple) == """
                title  subtitle  weight  colour  size
                -----  --------  ------  ------  ----
                One                  12  red
                Two    second            blue
                Three                 5          L

                """)
    }

    @Test func cellsInAndOutsideOfColumnsShareThem() throws {
        let cells = [
            TableViewCell(style: .columns, title: "key", fields: [Field("a", 1), Field("b", 2), Field("c", 3)]),
            TableViewCell(title: "line", fields: [Field("b", 5)]),
            TableViewCell(style: .columns, title: "empty"),
        ]
        let table = TextWorld.table([(nil, cells)], columns: [TableViewColumn("a"), TableViewColumn("b", title: "B")])
        #expect(try TextWorld.text(table, .csv) == "a,b,title,c\r\n1,2,,3\r\n,5,line,\r\n,,empty,\r\n")
    }

    @Test func footersStandBelowTheirSection() throws {
        let table = TextWorld.table([("H", [TableViewCell(title: "x")]), ("I", [])], footer: "F")
        #expect(try TextWorld.text(table, .plain) == "title\nH\nx\nF\n\nI\nF\n")
        #expect(
            try TextWorld.text(table, .fancyGrid) == """
                ╒═══════╕
                │ title │
                ╞═══════╡
                │ H     │
                ├───────┤
                │ x     │
                ├───────┤
                │ F     │
                ├───────┤
                │ I     │
                ├───────┤
                │ F     │
                ╘═══════╛

                """)
        #expect(try TextWorld.text(table, .html).contains("<tr><td>F</td></tr>\n</tbody>"))
        #expect(try TextWorld.text(table, .latex).contains("\\multicolumn{1}{l}{F} \\\\\n\\hline\n\\end{tabular}"))
    }

    @Test(arguments: TextTableStyle.allCases)
    func aTableWithoutRowsHasItsHeadings(style: TextTableStyle) throws {
        for (sections, columns) in [([], []), ([(nil, [])], [TableViewColumn("title")])]
            as [([(String?, [TableViewCell])], [TableViewColumn])]
        {
            let text = try TextWorld.text(TextWorld.table(sections, columns: columns), style)
            #expect(text.contains("title"))
            #expect(text.last?.isNewline == true)
        }
    }

    @Test func aTitleWithoutTextIsNone() throws {
        let table = TextWorld.table([(" \n", [TableViewCell(title: "x")])])
        #expect(try TextWorld.text(table, .simple) == "title\n-----\nx\n")
        #expect(try TextWorld.text(table, .csv) == "title\r\nx\r\n")
    }

    @Test func aTitleWiderThanTheTableWidensIt() throws {
        let table = TextWorld.table([("A long title", [TableViewCell(title: "x")])])
        #expect(
            try TextWorld.text(table, .psql) == """
                +--------------+
                | title        |
                |--------------|
                | A long title |
                |--------------|
                | x            |
                +--------------+

                """)
        #expect(try TextWorld.text(table, .psql) { $0.maximumColumnWidth = 5 }.contains("| A lo… |"))
    }

    @Test func alignmentsAndFormattersAreByColumn() throws {
        let table = TextWorld.table(rows: [["x", 1_234.5], ["yyy", nil]])
        let text = try TextWorld.text(table, .simple) {
            $0.alignments = ["a": .trailing, "b": .trailing]
            $0.formatters["b"] = { $0 == nil ? "none\u{1B}" : "some" }
        }
        #expect(text == "  a      b\n---  -----\n  x   some\nyyy  none\u{FFFD}\n")
    }

    @Test func boldIsForTerminalsOnly() throws {
        let table = TextWorld.table([("S", [TableViewCell(title: "x")])])
        for style in TextTableStyle.allCases {
            let text = try TextWorld.text(table, style) { $0.isBold = true }
            let plain = text.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "")
            #expect(try plain == TextWorld.text(table, style))
            let isExpected = [.plain, .simple, .grid, .fancyGrid, .psql].contains(style)
            #expect(text.contains("\u{1B}[1mtitle\u{1B}[0m") == isExpected, "\(style)")
            #expect(text.contains("\u{1B}[1mS\u{1B}[0m") == isExpected, "\(style)")
        }
    }

    @Test func delegatesAreAskedOnce() throws {
        let root = CountingDelegate()
        _ = try TextWorld.text(TableView(dataSource: root), .grid)
        #expect(root.cells == 3)
    }
}

private final class CountingDelegate: TableViewDataSource {
    var cells = 0

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        cells += 1
        return TableViewCell(title: "x")
    }
}
