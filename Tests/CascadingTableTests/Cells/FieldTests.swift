import CascadingTable
import StaticTables
import Testing

/// Tests the short forms of fields and styles.
@Suite struct FieldTests {
    @Test func `Fields are written as a dictionary and keep their order`() {
        var cell = TableViewCell(style: "ticket", title: "Printer")
        #expect(cell.style == TableViewCell.Style(rawValue: "ticket"))
        cell.fields = .named(["priority": "high", "done": true, "count": 3, "share": 0.5, "none": nil])
        #expect(
            cell.fields == [
                Field("priority", .text("high")), Field("done", .boolean(true)), Field("count", .integer(3)),
                Field("share", .decimal(0.5)), Field("none", .null),
            ])
        #expect(TableViewCell(fields: .named(["a": 1])).fields == [Field("a", .integer(1))])
    }

    @Test func `Fields are made of numbers, texts and Booleans`() {
        let (count, byte, share, isDone, text) = (7, UInt8(255), 0.25, true, "abc")
        #expect(Field("n", count) == Field("n", .integer(7)))
        #expect(Field("n", byte) == Field("n", .integer(255)))
        #expect(Field("n", UInt64.max) == Field("n", .decimal(18_446_744_073_709_551_616)))
        #expect(Field("n", share) == Field("n", .decimal(0.25)))
        #expect(Field("n", isDone) == Field("n", .boolean(true)))
        #expect(Field("n", text) == Field("n", .text("abc")))
        #expect(Field("n", text.dropFirst()) == Field("n", .text("bc")))
        #expect(Field("n", 1) == Field("n", .integer(1)))
        #expect(Field("n", "1") == Field("n", .text("1")))
    }

    @TableActor
    @Test func `A destination has the label to`() {
        #expect(TableLink("A", to: "a/").url == "a/")
        #expect(TableViewCell(title: "A", to: "a/").link == "a/")
        #expect(TableViewHeaderFooterView(title: "A", to: "a/").link == "a/")
        #expect(Row("A", to: "a/").link == "a/")
        var batch = RowBatch(fieldNames: [])
        batch.beginRow(identifier: "1", to: "a/")
        batch.beginRow(identifier: "2")
        #expect(batch.count == 2)
    }
}
