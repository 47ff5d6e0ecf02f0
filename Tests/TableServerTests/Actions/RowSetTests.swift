import CascadingTable
import MicroHTTPD
import TestSupport
import Testing

@testable import TableServer

@Suite struct RowSetTests {
    @Test(
        arguments: [
            ("0.3", [0, 3], [0, 3], nil), ("0.3-12.0", [0, 3], [12, 0], nil), ("0.3@a", [0, 3], [0, 3], "a"),
            ("0.3@", [0, 3], [0, 3], ""), ("0.3@a@b-0.4", [0, 3], [0, 3], "a@b-0.4"),
            ("2147483647.0", [2_147_483_647, 0], [2_147_483_647, 0], nil),
            ("0.3@\u{301}x", [0, 3], [0, 3], "\u{301}x"),
        ] as [(String, [Int], [Int], String?)])
    func anItemIsAPlaceOrARun(text: String, first: [Int], last: [Int], name: String?) throws {
        let item = try #require(RowSet.Item(text))
        #expect([item.first.section, item.first.row] == first)
        #expect([item.last.section, item.last.row] == last)
        #expect(item.name == name)
    }

    @Test(arguments: [
        "", "0", "0.", ".0", "0.0.0", "a.b", "-0.0", "0.-1", "+0.0", "0.0-", "-", "--", "0.0--0.1", "0.0-0.1-0.2",
        "0.0-0.1@a", "@a", "0@a", " 0.0", "0.0 ", "0.٣", "٣.0", "1e3.0", "0x1.0", "0.0–0.1", "99999999999.0",
        "0.0\u{0}",
    ])
    func anythingElseIsNone(text: String) {
        #expect(RowSet.Item(text) == nil)
    }

    @Test(arguments: 0..<2000 as Range<UInt64>) func whateverIsSentIsReadBackOrRefused(seed: UInt64) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let parts = ["0", "1", "9", "10", ".", "-", "@", "e", "\u{301}", "é", " ", "~", "%", "&"]
        let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            parts.randomElement(using: &random) ?? ""
        }.joined()
        guard let item = RowSet.Item(text) else { return }
        let places = [item.first, item.last].map { "\($0.section).\($0.row)" }
        let run = "\(places[0])-\(places[1])"
        let written = item.name.map { "\(places[0])@\($0)" } ?? (text.contains("-") ? run : places[0])
        // A number may have leading zeros.
        #expect(RowSet.Item(written) == item)
        #expect(Array(written.utf8.filter { $0 != 0x30 }) == Array(text.utf8.filter { $0 != 0x30 }))
    }

    /// A run must have the same rows as a check of each row of the table.
    @Test(arguments: 0..<200 as Range<UInt64>) func aRunHasTheRowsBetweenItsEnds(seed: UInt64) async throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let counts = (0..<Int.random(in: 1...5, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
        let all = counts.enumerated().flatMap { section, count in
            (0..<count).map { IndexPath(row: $0, section: section) }
        }
        guard let one = all.randomElement(using: &random), let other = all.randomElement(using: &random),
            let left = all.randomElement(using: &random)
        else { return }
        let (first, last) = (min(one, other), max(one, other))
        func text(_ path: IndexPath) -> String { "\(path.section).\(path.row)" }
        let list = try RowSet(
            Query([
                .init(name: "rows", value: "\(text(first))-\(text(last))"), .init(name: "except", value: text(left)),
            ]))
        let found = try await list.indexPaths(in: CountedTable.make(counts)) { _ in [] }
        #expect(found == all.filter { first <= $0 && $0 <= last && $0 != left })
        #expect(try await RowSet.everyRow(of: CountedTable.make(counts)) == all)
    }

    /// A table of sections with these numbers of rows.
    @TableActor private final class CountedTable: TableViewDataSource {
        let counts: [Int]

        static func make(_ counts: [Int]) -> TableView {
            TableView(dataSource: CountedTable(counts))
        }

        init(_ counts: [Int]) { self.counts = counts }

        func numberOfSections(in tableView: TableView) -> Int { counts.count }
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { counts[section] }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    }
}
