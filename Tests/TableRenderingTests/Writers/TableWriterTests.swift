import Bytes
import CascadingTable
import Foundation
import Testing

@testable import TableRendering

@TableActor
@Suite struct TableWriterTests {
    /// Writes a table with these cells in one section, as HTML and as JSON.
    private func write(
        _ cells: [TableViewCell], columns: [TableViewColumn] = [], height: Height? = nil,
        change: (CascadingSectionTableDelegate, TableView) -> Void = { _, _ in }
    ) -> (html: String, json: String, heights: [Double]) {
        let section = CascadingSectionTableDelegate(childDelegates: cells.map(CellRow.init))
        section.columns = columns
        section.rowHeight = height
        let tableView = TableView(title: "T", root: CascadingRootTableDelegate(childDelegates: [section]))
        change(section, tableView)
        let window = tableView.window(size: 100)
        var html = HTMLTableWriter(links: PageLinks(base: "/t/"), maxTextLength: 10)
        tableView.write(window, to: &html)
        var json = JSONTableWriter(links: PageLinks(base: "/t/"))
        tableView.write(window, to: &json)
        return (
            html.output.text, json.output.text,
            html.heights
        )
    }

    private func cell(ofJSON json: String) throws -> String {
        let start = try #require(json.range(of: "\"cell\":"))
        let end = try #require(json.range(of: ",\"accessory\""))
        return String(json[start.upperBound..<end.lowerBound])
    }

    @Test(arguments: [
        (FieldValue.text("a<b"), "a&lt;b", "\"a\\u003cb\""),
        (.integer(-5), "-5", "-5"),
        (.integer(.max), "9,223,372,036,854,775,807", "9223372036854775807"),
        (.decimal(0.5), "0.5", "0.5"),
        (.decimal(2), "2", "2.0"),
        (.decimal(-0.0), "-0", "-0.0"),
        (.decimal(.nan), "not a number", "null"),
        (.decimal(-.infinity), "−∞", "null"),
        (.boolean(true), "Yes", "true"),
        (
            .progress(0.424),
            "<td><span class=\"progress\"><progress aria-hidden=\"true\" max=\"100\" value=\"42\"></progress><span>42%</span></span>",
            "0.424"
        ),
        (.progress(.nan), "—", "null"),
        (
            .sparkline([1, 3, 2]),
            "aria-label=\"lowest value 1, highest 3, last 2\"><polyline points=\"3,21 48,3 93,12 \"/>", "[1,3,2]"
        ),
        (.sparkline([.nan, 5]), "<polyline points=\"93,12 \"/>", "[null,5]"),
        (.sparkline([]), "—", "[]"),
        (.null, "—", "null"),
        (.bytes([0, 255]), "2 bytes", "{\"base64\":\"AP8=\",\"length\":2}"),
        (
            .date(Date(timeIntervalSince1970: 0), precision: .day), "<time datetime=\"1970-01-01\">Jan 1, 1970</time>",
            "\"1970-01-01\""
        ),
        (.date(Date(timeIntervalSince1970: 1)), ">Jan 1, 1970, 00:00:01<", "\"1970-01-01T00:00:01Z\""),
        (.url("https://e.org/?a&b"), "<a href=\"https://e.org/?a&amp;b\"", "\"https://e.org/?a&b\""),
        (
            .excerpt(.init(.text("a\u{FFFD}"), byteCount: 2, hasReplacements: true, isTruncated: false)),
            "<td>a\u{FFFD} <span class=\"sub\">not UTF-8</span>",
            "{\"text\":\"a\u{FFFD}\",\"length\":2,\"replaced\":true}"
        ),
        (
            .excerpt(.init(.text("a\u{FFFD}"), byteCount: 9, hasReplacements: true)),
            "<td>a\u{FFFD} <span class=\"sub\">9 bytes</span><span class=\"sub\">not UTF-8</span>",
            "{\"text\":\"a\u{FFFD}\",\"length\":9,\"truncated\":true,\"replaced\":true}"
        ),
        (.url("javascript:x", title: "bad"), "<td>bad", "\"javascript:x\""),
    ])
    func everyValueHasItsForm(value: FieldValue, html: String, json: String) throws {
        let columns = [TableViewColumn("a"), TableViewColumn("b")]
        let written = write(
            [TableViewCell(style: .columns, title: "x", fields: [Field("a", "x"), Field("b", value)])], columns: columns
        )
        #expect(written.html.contains(html))
        #expect(!written.html.contains("href=\"javascript"))
        #expect(try cell(ofJSON: written.json).contains("\"b\":\(json)"))
        _ = try JSONSerialization.jsonObject(with: Data(written.json.utf8))
    }

    @Test func numbersThatAreNotFiniteAreTextToo() throws {
        let fields = [
            Field("a", .decimal(.infinity)), Field("b", .decimal(1)), Field("c", .decimal(-.infinity)),
            Field("d", .decimal(.nan)),
        ]
        let strings = "\"strings\":{\"a\":\"Infinity\",\"c\":\"-Infinity\",\"d\":\"NaN\"}"
        #expect(try cell(ofJSON: write([TableViewCell(fields: fields)]).json).contains(strings))
        let columns = fields.map { TableViewColumn($0.name) }
        let written = write([TableViewCell(style: .columns, fields: fields)], columns: columns)
        #expect(try cell(ofJSON: written.json).contains(strings))
    }

    @Test func integersBeyondDoublesAreTextToo() throws {
        let fields = [Field("a", .integer(1 << 53)), Field("b", .integer(1 << 53 + 1)), Field("c", .integer(.min))]
        let json = try cell(ofJSON: write([TableViewCell(fields: fields)]).json)
        #expect(json.contains("\"strings\":{\"b\":\"9007199254740993\",\"c\":\"-9223372036854775808\"}"))
    }

    @Test func aLongTextIsCutInThePageOnly() throws {
        let long = String(repeating: "é", count: 50)
        let written = write([TableViewCell(title: long)])
        #expect(written.html.contains(">\(String(repeating: "é", count: 10))<span class=\"cut\">…"))
        #expect(!written.html.contains(String(repeating: "é", count: 11)))
        #expect(written.json.contains(long))
        #expect(!write([TableViewCell(title: String(repeating: "é", count: 10))]).html.contains("cut"))
    }

    @Test func aLongTextOfAColumnIsMarkedToBeCut() {
        func html(_ text: String, columns: [TableViewColumn]) -> String {
            let fields = [Field("a", .text(text)), Field("b", .text(text))]
            let style: TableViewCell.Style = columns.isEmpty ? .subtitle : .columns
            let section = CascadingSectionTableDelegate(
                childDelegates: [CellRow(TableViewCell(style: style, title: text, fields: fields))])
            section.columns = columns
            let tableView = TableView(title: "T", root: CascadingRootTableDelegate(childDelegates: [section]))
            var html = HTMLTableWriter(links: PageLinks(base: "/t/"), maxTextLength: 40)
            tableView.write(tableView.window(size: 100), to: &html)
            return html.output.text
        }
        let columns = [TableViewColumn("a"), TableViewColumn("b")]
        for letter in ["x", "é", "<"] {
            let size = letter.utf8.count
            let (short, long) = (
                String(repeating: letter, count: 24 / size), String(repeating: letter, count: 26 / size)
            )
            let shown = long.replacingOccurrences(of: "<", with: "&lt;")
            #expect(!html(short, columns: columns).contains("<bdi>"))
            #expect(html(long, columns: columns).contains("><bdi>\(shown)</bdi></button>"))
            #expect(html(long, columns: columns).contains("<td><bdi>\(shown)</bdi>"))
            // Cells without columns, and those of a record, have as many lines as they need.
            #expect(!html(long, columns: []).contains("<bdi>"))
        }
        let cut = html(String(repeating: "x", count: 41), columns: columns)
        #expect(cut.contains("<td><bdi>\(String(repeating: "x", count: 40))<span class=\"cut\">"))
        #expect(cut.contains("</span></span></bdi>"))
    }

    @Test(arguments: [
        (TableViewCell.Style.default, "cell"), (.subtitle, "cell subtitle"), (.value1, "cell value1"),
        (.value2, "cell value2"), (.init(rawValue: "own"), "cell"),
    ])
    func everyStyleHasALayout(style: TableViewCell.Style, name: String) {
        let cell = TableViewCell(
            style: style, title: "T", subtitle: "S", image: TableViewImage(source: "a.png", description: "A"))
        let written = write([cell])
        #expect(written.html.contains("<div class=\"\(name)\"><img src=\"/t/a.png\" alt=\"A\" loading=\"lazy\">"))
        #expect(written.html.contains("<span class=\"sub\">S</span>"))
        #expect(written.json.contains("\"kind\":\"\(style.rawValue)\""))
    }

    @Test func aRowIsALinkAButtonOrText() {
        var linked = TableViewCell(title: "L", to: "x/")
        linked.accessory = .disclosure
        let html = write([linked, TableViewCell(title: "B"), TableViewCell(title: "N"), TableViewCell()]) {
            section, _ in
            (section.childDelegates[2] as? CellRow)?.isSelectable = false
        }.html
        #expect(html.contains("<a class=\"go\" href=\"/t/x/\">L</a>"))
        #expect(html.contains("formaction=\"/t/select/0/1\" name=\"id\""))
        #expect(html.contains("<span class=\"label\">N</span>"))
        #expect(html.contains(">Row 4</button>"))
        #expect(html.contains("class=\"disclosure\""))
    }

    @Test func heightsAreClasses() {
        let written = write([TableViewCell(title: "A")], height: 72.5)
        #expect(written.html.contains("class=\"row h72_5\""))
        #expect(written.heights == [72.5])
        #expect(written.json.contains("\"height\":72.5"))
        #expect(!written.html.contains("style="))
    }

    @Test func whatARowIsIsAClass() {
        let html = write([TableViewCell(title: "A"), TableViewCell(title: "B"), TableViewCell(isEnabled: false)]) {
            section, _ in
            (section.childDelegates[1] as? CellRow)?.indentationLevel = 2
        }.html

        #expect(html.contains("class=\"row\" data-place=\"0.0\"><th"))
        #expect(html.contains("class=\"row indent2\" data-place=\"0.1\"><th"))
        #expect(html.contains("class=\"row disabled\" data-place=\"0.2\"><th"))
    }

    @Test func fieldsThatDoNotFitTheirColumnsHarmNothing() {
        let columns = [TableViewColumn("a"), TableViewColumn("b", alignment: .trailing)]
        let cells = [
            TableViewCell(style: .columns, title: "few", fields: []),
            TableViewCell(style: .columns, fields: [Field("a", 1), Field("b", 2), Field("c", 3)]),
            TableViewCell(title: "line"),
        ]
        let html = write(cells, columns: columns).html
        #expect(html.contains(">few<"))
        #expect(html.contains("<td class=\"num\">2</tr>"))
        #expect(html.contains("<th scope=\"row\" colspan=\"2\">"))
    }

    @Test func anEmptyTableSaysWhatItIsToldTo() {
        let written = write([]) { _, tableView in
            tableView.appearance.emptyView = TableViewHeaderFooterView(title: "No <mail>", subtitle: "All read.")
        }
        #expect(written.html.contains("<p class=\"title\">No &lt;mail&gt;</p><span class=\"sub\">All read.</span>"))
        #expect(!written.html.contains("No rows"))
        #expect(written.json.contains("\"empty\":{\"title\":\"No \\u003cmail>\""))
    }

    @Test(arguments: [
        (TableViewAppearance.Density.compact, "class=\"plain compact\""), (.regular, "class=\"plain\""),
        (.spacious, "class=\"plain spacious\""),
    ])
    func theDensityIsAClass(density: TableViewAppearance.Density, name: String) {
        let written = write([TableViewCell(title: "A")]) { _, tableView in tableView.appearance.density = density }
        #expect(written.html.contains(name))
        #expect(written.json.contains("\"density\":\"\(density.rawValue)\"") == (density != .regular))
    }

    @Test(arguments: [(TableViewImage.Size.small, ""), (.medium, " class=\"medium\""), (.large, " class=\"large\"")])
    func theSizeOfAPictureIsAClass(size: TableViewImage.Size, name: String) {
        let written = write([TableViewCell(title: "A", image: TableViewImage(source: "a.png", size: size))])
        #expect(written.html.contains("<img src=\"/t/a.png\" alt=\"\"\(name) loading=\"lazy\">"))
        #expect(written.json.contains("\"size\":\"\(size.rawValue)\"") == (size != .small))
    }

    @Test func anEmptyTableSaysSo() {
        let written = write([])
        #expect(written.html.contains("No rows"))
        #expect(written.json.contains("\"rows\":[]"))
        #expect(written.json.contains("\"count\":0"))
    }

    /// The writer prepares the names of the columns in their order. Fields in another order keep their own names.
    @Test func fieldsHaveTheirOwnNamesInJSON() throws {
        let columns = [TableViewColumn("a"), TableViewColumn("\"")]
        for names in [["a", "\"", "c"], ["\"", "a"], ["b"], ["a"]] {
            let fields = names.map { Field($0, .text($0)) }

            let written = write([TableViewCell(style: .columns, fields: fields)], columns: columns)

            let cell = try #require(
                try JSONSerialization.jsonObject(with: Data(cell(ofJSON: written.json).utf8)) as? [String: Any])
            #expect(cell["fields"] as? [String: String] == Dictionary(uniqueKeysWithValues: zip(names, names)))
        }
    }

    /// JavaScript would round such a number.
    @Test(arguments: [["a"], ["b"], ["b", "a"], ["a", "b"]])
    func whatADoubleCannotHoldIsAStringToo(names: [String]) throws {
        for (value, isString) in [(Int64.max, true), (Int64.min, true), (1 << 53, false), (5, false)] {
            let fields = names.enumerated().map { Field($1, .integer($0 == 0 ? value : 7)) }

            let written = write(
                [TableViewCell(style: .columns, fields: fields)], columns: [TableViewColumn("a"), TableViewColumn("b")])

            let cell = try #require(
                try JSONSerialization.jsonObject(with: Data(cell(ofJSON: written.json).utf8)) as? [String: Any])
            #expect(cell["strings"] as? [String: String] == (isString ? [names[0]: "\(value)"] : nil))
            #expect((cell["fields"] as? [String: Any])?.count == names.count)
        }
    }

    /// The writer reserves memory once for the parts that most rows have.
    @Test func aRowMayHaveManyColumnsOfTheLongestShortValues() throws {
        let columns = (0..<100).map { TableViewColumn("a column of this name \($0)", alignment: .trailing) }
        let text = "sixteen letters!"
        for value in [FieldValue.text(text), .integer(.min), .integer(9999)] {
            let cell = TableViewCell(style: .columns, fields: columns.map { Field($0.name, value) })

            let written = write([cell, cell], columns: columns)

            let shown: String
            switch value {
            case .integer(let integer): shown = "\(integer)"
            default: shown = "\"\(text)\""
            }
            let fields = columns.map { "\"\($0.name)\":\(shown)" }.joined(separator: ",")
            #expect(written.json.components(separatedBy: "\"fields\":{\(fields)}").count == 3)
            #expect(written.html.components(separatedBy: "<td class=\"num\">").count == 2 * 99 + 1)
        }
    }

    /// The writer writes the parts that most cells lack as one piece.
    @Test(arguments: [
        (
            TableViewCell(style: .columns), "\"title\":null,\"subtitle\":null,\"image\":null",
            "\"accessory\":null,\"link\":null,\"indentation\":0"
        ),
        (
            TableViewCell(style: .columns, title: "T"), "\"title\":\"T\",\"subtitle\":null,\"image\":null",
            "\"accessory\":null,\"link\":null,\"indentation\":0"
        ),
        (
            TableViewCell(style: .columns, subtitle: "S"), "\"title\":null,\"subtitle\":\"S\",\"image\":null",
            "\"accessory\":null,\"link\":null,\"indentation\":0"
        ),
        (
            TableViewCell(style: .columns, accessory: .disclosure),
            "\"title\":null,\"subtitle\":null,\"image\":null",
            "\"accessory\":\"disclosure\",\"link\":null,\"indentation\":0"
        ),
        (
            TableViewCell(style: .columns, image: TableViewImage(source: "a.png")),
            "\"title\":null,\"subtitle\":null,\"image\":{\"source\":\"a.png\",\"description\":\"\"}",
            "\"accessory\":null,\"link\":null,\"indentation\":0"
        ),
        (
            TableViewCell(style: .columns, isEnabled: false), "\"title\":null,\"subtitle\":null,\"image\":null",
            "\"accessory\":null,\"enabled\":false,\"link\":null,\"indentation\":0"
        ),
        (
            TableViewCell(style: .columns, to: "x/"), "\"title\":null,\"subtitle\":null,\"image\":null",
            "\"accessory\":null,\"link\":\"/t/x/\",\"indentation\":0"
        ),
    ])
    func whatOneCellHasIsToldInJSON(cell: TableViewCell, content: String, traits: String) {
        let json = write([cell]).json

        #expect(
            json.contains("{\"kind\":\"columns\",\(content),\"fields\":{}},\(traits),\"selected\":false,\"select\":"))
    }

    /// The writer repeats the bytes of the row's `id` if the identifier has the same form in both places.
    @Test(arguments: [
        ("n12", "n12", "n12"), ("a b", "a%20b", "a b"), ("a&b", "a%26b", "a&amp;b"), ("é", "%C3%A9", "é"), ("", "", ""),
        ("a-name-of-many-letters", "a-name-of-many-letters", "a-name-of-many-letters"),
    ])
    func aRowHasItsNameInEachContext(name: String, id: String, value: String) {
        let written = write([TableViewCell(title: "x")]) { section, _ in
            (section.childDelegates[0] as? CellRow)?.name = name
        }

        #expect(written.html.contains("<tr id=\"row-\(id)\" class"))
        #expect(written.html.contains("name=\"id\" value=\"\(value)\">"))
    }

    @Test func namesNeverLeaveTheirAttribute() {
        let html = write([TableViewCell(title: "x")]) { section, _ in
            (section.childDelegates[0] as? CellRow)?.name = "a \"><b>'"
        }.html
        #expect(html.contains("id=\"row-a%20%22%3E%3Cb%3E%27\""))
        #expect(html.contains("value=\"a &quot;&gt;&lt;b&gt;&#39;\""))
    }

    @Test func twoRowsOfOneNameAreAnAnomaly() {
        var anomalies: [Anomaly.Code] = []
        _ = write([TableViewCell(title: "x"), TableViewCell(title: "y")]) { section, tableView in
            for child in section.childDelegates { (child as? CellRow)?.name = "same" }
            tableView.anomalies.action = { anomalies.append($0.code) }
        }
        #expect(anomalies.contains(.duplicateIdentifier))
    }

    @Test func headersAndFootersStandWithTheirSection() {
        let written = write([TableViewCell(title: "x")]) { section, _ in
            section.headerView = TableViewHeaderFooterView(title: "H", subtitle: "S", to: "all/")
            section.footerTitle = "F"
        }
        #expect(written.html.contains("<th scope=\"rowgroup\"><div class=\"cell\"><a href=\"/t/all/\">H</a>"))
        #expect(written.html.contains("<tr class=\"footer\"><td><div class=\"cell\">F"))
        #expect(written.json.contains("\"footer\":{\"title\":\"F\""))
    }
}

/// A row that shows one cell.
final class CellRow: CascadingBareTableDelegate {
    let cell: TableViewCell
    var isSelectable = true
    var indentationLevel = 0
    var name: String?

    init(_ cell: TableViewCell) {
        self.cell = cell
        super.init()
    }

    override var identifier: String { name ?? super.identifier }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { cell }

    override func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
        indentationLevel
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { isSelectable }
}
