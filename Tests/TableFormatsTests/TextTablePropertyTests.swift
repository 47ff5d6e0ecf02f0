import CascadingTable
import Testing

@testable import TableFormats

/// Tests properties of every text that a table can contain.
@TableActor
@Suite struct TextTablePropertyTests {
    @Test func anyTextComesBackFromCSV() throws {
        for _ in 0..<200 {
            let rows = Self.randomRows()
            let csv = try TextWorld.text(Self.table(rows), .csv)
            let read = try #require(CSV.parse(csv))
            #expect(read.count == rows.count + 1)
            for (row, fields) in zip(rows, read.dropFirst()) {
                #expect(row.map { Array($0.utf8) } == fields.map { Array($0.utf8) })
            }
        }
    }

    @Test func anyTextComesBackFromTSV() throws {
        for _ in 0..<100 {
            let rows = Self.randomRows()
            let tsv = try TextWorld.text(Self.table(rows), .tsv)
            let read = try #require(CSV.parse(tsv, separator: 0x09, lineEnd: [0x0A]))
            #expect(read.count == rows.count + 1)
            for (row, fields) in zip(rows, read.dropFirst()) {
                #expect(row.map { Array($0.utf8) } == fields.map { Array($0.utf8) })
            }
        }
    }

    @Test(arguments: [TextTableStyle.grid, .fancyGrid, .psql, .org, .pipe])
    func everyLineIsAsWide(style: TextTableStyle) throws {
        for limit in [nil, 1, 7] {
            for _ in 0..<50 {
                let table = Self.table(Self.randomRows(), title: Self.randomText())
                let text = try TextWorld.text(table, style) { $0.maximumColumnWidth = limit }
                let all = text.unicodeScalars.split(separator: "\n").map { String(Substring.UnicodeScalarView($0)) }
                // With escapes and emphasis, a section title in the first cell can be wider than the limit for cells.
                let lines = limit == nil || [.grid, .fancyGrid, .psql].contains(style) ? all : []
                #expect(Set(lines.map { DisplayWidth.of($0) }).count <= 1, "\(text)")
            }
        }
    }

    @Test(arguments: TextTableStyle.allCases.filter(\.isAligned))
    func noTextLeavesItsLine(style: TextTableStyle) throws {
        for _ in 0..<50 {
            let rows = Self.randomRows()
            let plain = rows.map { $0.map { _ in "x" } }
            let text = try TextWorld.text(Self.table(rows), style)
            #expect(
                try text.unicodeScalars.count { $0 == "\n" }
                    == TextWorld.text(Self.table(plain), style).unicodeScalars.count { $0 == "\n" })
            #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        }
    }

    @Test func aFormulaIsGuardedOnlyWhenAsked() throws {
        let texts = ["=1+1", "+1-1", "-A1", "@a", "\ta", "\ra", "\n=1", "＝1", "-", "-.", "-1e", "-1 ", "a=", "'", ""]
        let table = Self.table(texts.map { [$0] })
        #expect(CSV.parse(try TextWorld.text(table, .csv))?.dropFirst().map { $0[0] } == texts)
        let guarded = try TextWorld.text(table, .csv) { $0.guardsFormulas = true }
        #expect(
            CSV.parse(guarded)?.dropFirst().map { $0[0] }
                == texts.dropLast(3).map { "'\($0)" } + ["a=", "'", ""])
        let number = try TextWorld.text(TextWorld.table(rows: [[-1]]), .csv) { $0.guardsFormulas = true }
        #expect(number == "a\r\n-1\r\n")
    }

    /// Imports of CSV leave numbers as texts.
    @Test func aTextThatIsANumberIsNoFormula() throws {
        let texts = ["-5.00", "-1250.5", "+49", "-5,00", "-1,250.50", "-1.5e-7", "+.5E10", "-0"]
        for style in [TextTableStyle.csv, .tsv] {
            let table = Self.table(texts.map { [$0, "a"] })
            #expect(try TextWorld.text(table, style) { $0.guardsFormulas = true } == TextWorld.text(table, style))
        }
    }

    /// NULL and an empty text are different, and so are bytes and a text that looks like them.
    @Test(arguments: [(TextTableStyle.csv, ",", "\r\n"), (.tsv, "\t", "\n")])
    func valuesAreToldApart(style: TextTableStyle, separator: String, end: String) throws {
        let values: [FieldValue] = [.null, .text(""), .bytes([0, 255]), .text("\\x00ff"), .bytes([])]
        let lines = ["", "\"\"", "\\x00ff", "\"\\x00ff\"", "\\x"]
        for count in [1, 2] {
            let names = ["a", "b"].prefix(count)
            let cells = values.map { value in TableViewCell(style: .columns, fields: names.map { Field($0, value) }) }
            let table = TextWorld.table([(nil, cells)], columns: names.map { TableViewColumn($0) })
            let expected =
                [names.joined(separator: separator)]
                + lines.map { Array(repeating: $0, count: count).joined(separator: separator) }
            #expect(try TextWorld.text(table, style) == expected.joined(separator: end) + end)
        }
    }

    /// A reader must not take a heading for JSON, or find another separator in it.
    @Test func headingsDoNotMislead() throws {
        let names = ["{a}", "[{", "a;b", "a|b", "a\tb", "plain", "a[0]", "\u{FEFF}a"]
        let table = TextWorld.table([(nil, [])], columns: names.map { TableViewColumn($0) })
        let csv = try TextWorld.text(table, .csv)
        #expect(csv == "\"{a}\",\"[{\",\"a;b\",\"a|b\",\"a\tb\",plain,a[0],\"\u{FEFF}a\"\r\n")
    }

    private static func table(_ rows: [[String]], title: String? = nil) -> TableView {
        let count = rows.first?.count ?? 0
        let cells = rows.map { row in
            TableViewCell(
                style: .columns, fields: row.enumerated().map { Field("column \($0.offset)", .text($0.element)) })
        }
        return TextWorld.table([(title, cells)], columns: (0..<count).map { TableViewColumn("column \($0)") })
    }

    private static func randomRows() -> [[String]] {
        let count = Int.random(in: 1...4)
        return (0..<Int.random(in: 1...5)).map { _ in (0..<count).map { _ in randomText() } }
    }

    /// Returns text with all kinds of scalars. Those that end or join something are more frequent than by chance.
    private static func randomText() -> String {
        let special: [Unicode.Scalar] = [
            "\"", ",", "\n", "\r", "\t", "\u{0}", "\u{1B}", "|", "\\", "-", "=", "+", "*", "_", "`", " ", "a", "1",
            "\u{200D}", "\u{FE0F}", "\u{301}", "👩", "🚀", "🏽", "🇩", "日", "\u{1112}", "\u{1161}", "ש", "م",
            "\u{202E}", "\u{2029}", "\u{600}", "\u{20E3}", "क", "\u{94D}",
        ]
        let scalars = (0..<Int.random(in: 0...12)).map { _ -> Unicode.Scalar in
            if Int.random(in: 0..<4) > 0 { return special.randomElement() ?? "a" }
            return Unicode.Scalar(UInt32.random(in: 0..<0x11_0000)) ?? "\u{FFFD}"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func unescaped(_ field: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = field[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch letter {
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            default: result.append(letter)
            }
        }
        return result
    }
}
