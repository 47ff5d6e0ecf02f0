import Bytes
import CascadingTable
import TestSupport
import Testing
import TableFormats

@testable import TableRendering

/// Tests exports of a whole table that does not change, one window at a time.
@TableActor
@Suite struct TableExportTests {
    private func market() -> TableView {
        let cells = (0..<5).map { TableViewCell(title: "row \($0)", fields: [Field("n", .integer(Int64($0)))]) }
        return TextWorld.table(
            [("A", cells), ("empty", []), ("B", [cells[0]]), (nil, Array(cells[1...2])), ("last", [])], footer: "F")
    }

    @Test(arguments: TextTableStyle.allCases)
    func itsTextIsThatOfOnePage(style: TextTableStyle) async throws {
        for size in 1...9 {
            let output = Pieces()
            try await TableExport(of: market(), size: size).writeText(style, to: output.take)
            #expect(try output.text == TextWorld.text(market(), style), "\(size)")
        }
    }

    @Test func eachLineOfNDJSONIsARowOfTheJSON() async throws {
        let tableView = market()
        let links = PageLinks(base: "/t/")
        var json = JSONTableWriter(links: links)
        tableView.write(tableView.window(size: 100), to: &json)
        let whole = json.output.text
        for size in 1...9 {
            let output = Pieces()
            try await TableExport(of: tableView, size: size).write(
                NDJSONTableWriter(links: links, shape: .cells), to: output.take)
            let text = output.text
            #expect(text.hasSuffix("}\n"))
            let lines = text.split(separator: "\n")
            #expect(lines.count == 8)
            #expect(lines.allSatisfy { $0.hasPrefix("{\"section\":") && whole.contains($0) })
        }
    }

    @Test(arguments: 0..<100)
    func anyTextComesBackFromWindowsOfCSV(seed: UInt64) async throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let special = Array("\",\n\r\t\u{0}\u{301}=a日👩 ".unicodeScalars)
        let texts = (0..<Int.random(in: 0...20, using: &random)).map { _ in
            let scalars = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                special.randomElement(using: &random) ?? "a"
            }
            return String(String.UnicodeScalarView(scalars))
        }
        let list = ListTable([texts])
        list.isNamed = false
        let output = Pieces()
        try await TableExport(of: list.tableView, size: 3).writeText(.csv, to: output.take)
        let read = try #require(CSV.parse(output.text))
        #expect(read.dropFirst().map { $0.map { Array($0.utf8) } } == texts.map { [Array($0.utf8)] })
    }

    @Test func anyTextIsALineOfNDJSON() async throws {
        let texts = ["a\nb", "\r", "\u{2028}", "\"", "\\", "\u{0}", ""]
        let output = Pieces()
        try await TableExport(of: ListTable([texts]).tableView)
            .write(NDJSONTableWriter(links: PageLinks(base: "/")), to: output.take)
        #expect(output.text.utf8.count { $0 == 0x0A } == texts.count)
        #expect(!output.text.utf8.contains(0x0D))
    }

    @Test(arguments: [1, 2, 100])
    func itBeginsWithTheRowThatIsNamed(size: Int) async throws {
        let list = ListTable([ListTable.names(0..<4), [], ListTable.names(4..<6)])
        for (row, count) in [(IndexPath(row: 0, section: 0), 6), (IndexPath(row: 3, section: 0), 3)] {
            let start = RowReference(indexPath: row, identifier: list.tableView.identifier(forRowAt: row))
            let output = Pieces()
            try await TableExport(of: list.tableView, from: start, size: size).writeText(.csv, to: output.take)
            #expect(output.lines == ListTable.names(6 - count..<6))
        }
    }

    @Test func noMoreThanAWindowIsWrittenAtATime() async throws {
        let output = Pieces()
        try await TableExport(of: ListTable([ListTable.names(0..<1000)]).tableView, size: 10)
            .writeText(.csv, to: output.take)
        #expect(output.lines.count == 1000)
        #expect(output.largest < 150)
    }

    @Test func rowsAreLoadedBeforeTheyAreWritten() async throws {
        let list = ListTable([[String](repeating: "not loaded", count: 25)])
        var loads = 0
        list.isNamed = false
        list.prefetch = { rows in
            let rows = rows.filter { list.sections[0][$0.row] == "not loaded" }
            guard !rows.isEmpty else { return nil }
            return .awaiting {
                loads += 1
                for row in rows { list.sections[0][row.row] = "row \(row.row)" }
            }
        }
        let output = Pieces()
        try await TableExport(of: list.tableView, size: 10).writeText(.csv, to: output.take)
        #expect(output.lines == ListTable.names(0..<25))
        #expect(loads == 3)
    }

    @Test func whatCannotBeLoadedEndsIt() async throws {
        let list = ListTable([ListTable.names(0..<25)])
        list.prefetch = { rows in
            rows.contains { $0.row >= 20 } ? .awaiting { throw Broken() } : nil
        }
        let output = Pieces()
        await #expect(throws: Broken.self) {
            try await TableExport(of: list.tableView, size: 10).writeText(.csv, to: output.take)
        }
        #expect(output.lines == ListTable.names(0..<20))
    }

    /// An export must not wait for ever for a source that never loads its rows.
    @Test func whatIsNeverLoadedIsWrittenAsItIs() async throws {
        let list = ListTable([ListTable.names(0..<25)])
        list.prefetch = { _ in .awaiting {} }
        let output = Pieces()
        try await TableExport(of: list.tableView, size: 10).writeText(.csv, to: output.take)
        #expect(output.lines == ListTable.names(0..<25))
    }

    @Test func aTableAnswersByWhoAsks() async throws {
        let list = ListTable([ListTable.names(0..<3)])
        var seen: Set<String> = []
        list.prefetch = { _ in
            seen.insert(list.tableView.session.id)
            return nil
        }
        let request = TableRequest(session: TableSession(id: "visitor"))
        try await TableExport(of: list.tableView, size: 1, request: request).writeText(.pipe) { _ in }
        #expect(seen == ["visitor"])
    }

    @Test func itEndsWithItsTask() async throws {
        let list = ListTable([ListTable.names(0..<1000)])
        let output = Pieces()
        let export = TableExport(of: list.tableView, size: 1)
        let task = Task {
            try await export.writeText(.csv) { bytes in
                output.take(bytes)
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(output.lines == ["row 0"])
    }

    private struct Broken: Error {}
}
