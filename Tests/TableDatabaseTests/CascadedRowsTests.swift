import CascadingTable
import Testing

@testable import TableDatabase

/// Tests the order and the limits of the rows that a database deletes with a row.
@Suite struct CascadedRowsTests {
    private func row(_ id: String, size: Int = 0) -> StoredRow {
        StoredRow(id: id, [Field("text", String(repeating: "x", count: size))])
    }

    /// Adds rows as a database would that has them in these relations.
    private func found(_ referring: [String: [(id: String, isDeleted: Bool)]]) -> [EditedRow]? {
        var rows = CascadedRows(of: row("1"), in: "t", defersReferences: true)
        while let next = rows.next() {
            for (id, isDeleted) in referring[next.id] ?? [] {
                rows.add([row(id)], of: next.table, isDeleted: isDeleted)
            }
        }
        return rows.others
    }

    @Test(arguments: [false, true]) func rowsThatReferToEachOtherNeedDeferredReferences(isDeferred: Bool) {
        var rows = CascadedRows(of: row("1"), in: "t", defersReferences: isDeferred)
        while let next = rows.next() { rows.add([row(next.id == "1" ? "2" : "1")], of: "t", isDeleted: true) }
        #expect(names(rows.others) == (isDeferred ? ["delete 2"] : nil))
    }

    private func names(_ rows: [EditedRow]?) -> [String]? { rows?.map { "\($0.change.kind) \($0.change.id ?? "")" } }

    @Test func aRowComesAfterAllThatItRefersTo() {
        let rows = found([
            "1": [("4", true), ("2", true)], "2": [("3", true)], "3": [("4", true)], "4": [("5", false)],
        ])
        #expect(names(rows) == ["delete 2", "delete 3", "delete 4", "change 5"])
    }

    @Test func aRowThatLosesOneReferenceAndFollowsAnotherIsDeleted() {
        #expect(names(found(["1": [("2", false), ("3", true)], "3": [("2", true)]])) == ["delete 3", "delete 2"])
        #expect(names(found(["1": [("2", true), ("3", true)], "3": [("2", false)]])) == ["delete 3", "delete 2"])
    }

    @Test func theFirstRowIsNotAmongTheOthers() {
        #expect(names(found(["1": [("1", true), ("2", true)], "2": [("1", true)]])) == ["delete 2"])
        // A row can refer to itself.
        #expect(names(found(["1": [("2", true)], "2": [("2", true), ("3", true)]])) == ["delete 2", "delete 3"])
    }

    @Test func rowsInACircleCannotBePutBack() {
        #expect(found(["1": [("2", true)], "2": [("3", true)], "3": [("2", true)]]) == nil)
    }

    @Test(arguments: [(1_000, 0, true), (1_001, 0, false), (8, 2 << 20, false), (7, 2 << 20, true)])
    func theirNumberAndSizeAreLimited(count: Int, size: Int, isWhole: Bool) {
        var rows = CascadedRows(of: row("0"), in: "t")
        rows.add((1...count).map { row("\($0)", size: size) }, of: "u", isDeleted: false)
        #expect((rows.others != nil) == isWhole)
        #expect(rows.others?.count ?? count == count)
    }
}
