import Bytes
import CascadingTable
import Testing

@testable import TableDatabase

/// Tests how the links of foreign keys are found in rows.
@Suite struct ReferenceLinksTests {
    /// Keys that differ in their bytes, their kinds or their number of values.
    private let keys: [[FieldValue]] =
        [
            [.integer(0)], [.integer(-1)], [.integer(.max)], [.decimal(1)], [.number("1.10")], [.boolean(true)],
            [.text("0")], [.text("caf\u{e9}")], [.text("cafe\u{301}")], [.text("a\0")], [.text("a")],
            [.text("a"), .text("b")], [.text("a"), .integer(1)], [.text("\u{e9}"), .text("")],
            [.text("e\u{301}"), .text("")],
        ] + (0...40).map { [.text(String(repeating: "é", count: $0 / 2) + ($0 % 2 == 0 ? "" : "x"))] }

    private func rows(_ key: [FieldValue]) -> RowBatch {
        var rows = RowBatch(fieldNames: ["a", "b"])
        for values in [key, [.null, .null]] {
            rows.beginRow(identifier: nil)
            values.forEach { rows.append($0) }
        }
        rows.finish()
        return rows
    }

    private func column(_ key: [FieldValue]) -> TableViewColumn {
        var column = TableViewColumn("a")
        column.referenceColumns = Array(["a", "b"].prefix(key.count))
        return column
    }

    @Test func eachKeyHasItsOwnLink() {
        var links = ReferenceLinks()
        for (number, key) in keys.enumerated() {
            #expect(links.links(from: "a", for: [key]) == nil)
            var missing: Set<ReferenceLinks.Key> = []
            #expect(links.links(in: rows(key), [column(key)], missing: &missing).isEmpty)
            #expect(missing == [ReferenceLinks.Key("a", key)])
            links.insert(Dictionary(uniqueKeysWithValues: missing.map { ($0, TableLink("\(number)", to: "x")) }))
        }
        for (number, key) in keys.enumerated() {
            #expect(links.links(from: "a", for: [key]) == [TableLink("\(number)", to: "x")])
            #expect(links.links(from: "b", for: [key]) == nil)
            var missing: Set<ReferenceLinks.Key> = []
            let found = links.links(in: rows(key), [column(key)], missing: &missing)[ExactString("a")]
            #expect(found?[0]?.title == "\(number)" && found?[1] == nil && missing.isEmpty)
        }
    }

    @Test func aKeyOfNoRowHasNoLink() {
        var links = ReferenceLinks()
        links.insert([ReferenceLinks.Key("a", [.text("x")]): TableLink?.none])
        var missing: Set<ReferenceLinks.Key> = []
        let long: [FieldValue] = [.text(String(repeating: "x", count: 1001))]
        for key in [[.text("x")], long] {
            #expect(links.links(from: "a", for: [key]) == [TableLink?.none])
            #expect(
                links.links(in: rows(key), [column(key)], missing: &missing)[ExactString("a")] != nil && missing.isEmpty
            )
        }
    }
}
