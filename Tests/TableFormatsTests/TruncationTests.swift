import CascadingTable
import Testing

@testable import TableFormats

@TableActor
@Suite struct TruncationTests {
    @Test(arguments: [
        ("abcdef", 4, "abc…", "…def"), ("abcd", 4, "abcd", "abcd"), ("日本語", 4, "日…", "…語"), ("日本語", 5, "日本…", "…本語"),
        ("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…", "…👨‍👩‍👧"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…", "…e\u{301}"), ("ab", 1, "…", "…"),
        ("ab", 0, "…", "…"), ("ab", -1, "…", "…"), ("", 1, "", ""), ("日", 1, "…", "…"),
    ])
    func aTextIsCutToItsRoom(text: String, room: Int, tail: String, head: String) throws {
        let table = TextWorld.table(rows: [[.text(text), 1]])
        for (truncation, expected) in [(TableFormat.Options.Truncation.tail, tail), (.head, head)] {
            let lines = try TextWorld.text(table, .grid) {
                $0.maximumColumnWidth = room
                $0.truncation = truncation
            }.split(separator: "\n")
            #expect(lines[3].hasPrefix("| \(expected)"))
            #expect(DisplayWidth.of(expected) <= max(room, 1))
        }
    }

    @Test func theErrorNamesRowAndColumn() throws {
        let rows = [["x", "y"], ["x", "12345678901"], ["x2345678901", "y"]] as [[FieldValue]]
        for style in TextTableStyle.allCases {
            func write() throws -> String {
                try TextWorld.text(TextWorld.table(rows: rows), style) {
                    $0.maximumColumnWidth = 10
                    $0.truncation = .error
                }
            }
            guard style.isAligned else {
                #expect(try write().contains("x2345678901"))
                continue
            }
            let error = #expect(throws: TextTableError.self) { try write() }
            #expect(error?.indexPath == IndexPath(row: 1, section: 0))
            #expect(error?.column == "b")
            #expect(error?.message == "Row 1 of section 0 is too wide in the column b: 11 columns of 10.")
        }
    }

    @Test func headingsAndTitlesAreCutToo() throws {
        let table = TextWorld.table(
            [("A very long title", [TableViewCell(style: .columns, fields: [Field("heading", "x")])])],
            columns: [TableViewColumn("heading")])
        #expect(
            try TextWorld.text(table, .simple) {
                $0.maximumColumnWidth = 4
                $0.truncation = .error
            } == "hea…\n----\nA v…\nx\n")
    }

    @Test func whatStylesEscapeIsNotCutInTwo() throws {
        let table = TextWorld.table(rows: [["||||", 1]])
        #expect(try TextWorld.text(table, .pipe) { $0.maximumColumnWidth = 3 }.contains("| \\|\\|… |"))
    }
}
