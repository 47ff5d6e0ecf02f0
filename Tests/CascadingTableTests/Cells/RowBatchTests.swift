import FoundationEssentials
import Testing

@testable import CascadingTable

@TableActor
@Suite struct RowBatchTests {
    private let values: [FieldValue] = [
        .text("Å, \"<&\""), .text(""), .integer(.min), .decimal(-0.5), .boolean(true), .null,
        .date(Date(timeIntervalSince1970: 0), precision: .day), .url("https://example.org", title: "Example"),
        .bytes([0, 255]), .progress(0.5), .sparkline([1, .nan]), .excerpt(.init(.text("a"), byteCount: 9)),
    ]

    @Test func `A row has the values that were appended`() {
        let names = values.indices.map { "f\($0)" }
        var batch = RowBatch(fieldNames: names, capacity: 1)
        for identifier in ["first", nil] {
            batch.beginRow(identifier: identifier, title: "T", to: "row/1/", accessory: .disclosure)
            for value in values { batch.append(value) }
        }
        #expect(batch.count == 2)
        for row in 0..<2 {
            let cell = batch.cell(at: row)
            #expect(cell.title == "T" && cell.link == "row/1/" && cell.accessory == .disclosure)
            #expect(cell.fields.map(\.name) == names)
            for (field, value) in zip(cell.fields, values) where value != .sparkline([1, .nan]) {
                #expect(field.value == value)
            }
        }
        #expect(batch.identifier(at: 0) == "first")
        #expect(batch.identifier(at: 1) == nil)
        #expect(batch.firstIndex(ofRowNamed: "first") == 0)
        #expect(batch.firstIndex(ofRowNamed: "fir") == nil)
    }

    @Test func `Missing values are null and others are left out`() {
        var batch = RowBatch(fieldNames: ["a", "b"])
        batch.append(.integer(0))
        batch.beginRow(identifier: "1")
        batch.append(.integer(1))
        batch.beginRow(identifier: "2")
        for value in 2...5 { batch.append(.integer(Int64(value))) }
        batch.beginRow(identifier: "3")
        batch.finish()
        #expect(batch.cell(at: 0).fields.map(\.value) == [1, nil])
        #expect(batch.cell(at: 1).fields.map(\.value) == [2, 3])
        #expect(batch.cell(at: 2).fields.map(\.value) == [nil, nil])
    }

    @Test func `A cell comes back as it was appended`() {
        let cells = [
            TableViewCell(style: .columns, fields: [Field("a", 1), Field("b", "x")]),
            TableViewCell(style: .columns, fields: [Field("b", 1), Field("a", "x")]),
            TableViewCell(style: .columns, fields: [Field("a", 1)], isEnabled: false),
            TableViewCell(
                style: .columns, title: "T", fields: [Field("a", nil), Field("b", 2.5)], accessory: .toggle(isOn: true),
                isEnabled: false, to: "x"),
            TableViewCell(style: .columns, subtitle: "S", fields: [Field("a", 1), Field("b", 2)]),
            TableViewCell(style: .subtitle, title: "T", subtitle: "S"), TableViewCell(),
        ]
        var batch = RowBatch(fieldNames: ["a", "b"])
        for (index, cell) in cells.enumerated() { batch.append(cell, identifier: "\(index)") }
        batch.finish()
        for (index, cell) in cells.enumerated() {
            #expect(batch.cell(at: index) == cell)
            #expect(batch.identifier(at: index) == "\(index)")
        }
        let places = [6, 3, 0, 3]
        let some = batch.rows(at: places)
        for (index, place) in places.enumerated() {
            #expect(some.cell(at: index) == cells[place])
            #expect(some.identifier(at: index) == "\(place)")
        }
    }

    /// A data source of one section of numbers that answers in batches.
    private final class Numbers: CascadingRootTableDelegate {
        var missing = 0
        var askedRows: [[Int]] = []

        override func numberOfSections(in tableView: TableView) -> Int { 1 }
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 10 }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "alone")
        }
        override func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
            askedRows.append(rows)
            var batch = RowBatch(fieldNames: ["n"])
            for row in rows.dropLast(missing) {
                batch.beginRow(identifier: row == 0 ? nil : "n\(row)")
                batch.append(.integer(Int64(row)))
            }
            return batch
        }
    }

    @Test func `Rows without a name are known by their place`() throws {
        let tableView = TableView(root: Numbers())
        let batch = try #require(tableView.responder(inSection: 0).rows(at: [0, 3]))
        #expect(batch.identifier(at: 0) == "0-0")
        #expect(batch.identifier(at: 1) == "n3")
    }

    @Test func `A batch of too few rows is an anomaly`() {
        let numbers = Numbers()
        let tableView = TableView(root: numbers)
        var anomalies: [Anomaly] = []
        tableView.anomalies.action = { anomalies.append($0) }
        numbers.missing = 1
        #expect(tableView.responder(inSection: 0).rows(at: [1, 2]) == nil)
        #expect(anomalies.map(\.code) == [.incompleteBatch])
        #expect(
            anomalies.first?.message == "Asked for 2 rows of section 0, the data source gave 1.")
    }

    @Test func `A root passes the question to its section, a subclass does not`() {
        final class Batching: CascadingSectionTableDelegate {
            override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
            override func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
                var batch = RowBatch(fieldNames: [])
                for row in rows { batch.beginRow(identifier: "\(section).\(row)") }
                return batch
            }
        }
        final class Own: CascadingRootTableDelegate {}
        let sections = { [CascadingSectionTableDelegate(), Batching()] }
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: sections()))
        #expect(tableView.responder(inSection: 1).rows(at: [0])?.identifier(at: 0) == "1.0")
        #expect(tableView.responder(inSection: 0).rows(at: []) == nil)
        #expect(tableView.responder(inSection: 7).rows(at: [0]) == nil)
        let own = Own(childDelegates: sections())
        #expect(own.tableView(tableView, rowsAt: [0], inSection: 1) == nil)
    }
}
