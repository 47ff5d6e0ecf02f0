import CascadingTable
import TestSupport
import Testing
import TableFormats

@testable import TableRendering

/// Tests exports of a table that changes while it is written.
@TableActor
@Suite struct ExportIteratorTests {
    /// Returns the export of the list. `change` runs after each window except the last.
    private func written(
        _ list: ListTable, size: Int, _ style: TextTableStyle = .csv,
        change: @escaping @TableActor @Sendable (_ window: Int) -> Void
    ) async throws -> Pieces {
        let output = Pieces()
        try await TableExport(of: list.tableView, size: size).writeText(style) { bytes in
            output.take(bytes)
            await change(output.pieces.count - 1)
        }
        return output
    }

    @Test(arguments: 0..<300)
    func rowsThatStayAreWrittenOnceAndInOrder(seed: UInt64) async throws {
        // given
        var random = SeededRandomNumberGenerator(seed: seed)
        var number = 0
        let list = ListTable(
            (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let count = Int.random(in: 0...40, using: &random)
                number += count
                return ListTable.names(number - count..<number)
            })
        let before = list.sections.joined()
        let reloads = Bool.random(using: &random)
        let size = Int.random(in: 3...12, using: &random)
        let generator = Box(random)
        let deleted = Box<Set<String>>([])
        // when
        let output: Pieces
        do {
            output = try await written(list, size: size) { _ in
                for _ in 0..<Int.random(in: 0...3, using: &generator.value) {
                    let section = Int.random(in: 0..<list.sections.count, using: &generator.value)
                    let count = list.sections[section].count
                    if count > 0, Bool.random(using: &generator.value) {
                        let row = Int.random(in: 0..<count, using: &generator.value)
                        deleted.value.insert(list.sections[section][row])
                        list.delete(at: IndexPath(row: row, section: section))
                    } else {
                        let row = Int.random(in: 0...count, using: &generator.value)
                        list.insert("new \(number)", at: IndexPath(row: row, section: section))
                        number += 1
                    }
                }
                if reloads { list.tableView.reloadData() }
            }
        } catch is TableExportError {
            // then only because as many rows as a window has were deleted
            #expect(deleted.value.count >= size)
            return
        }
        // then
        let lines = output.lines
        #expect(Set(lines).count == lines.count)
        let stayed = before.filter { !deleted.value.contains($0) }
        #expect(lines.filter { stayed.contains($0) } == stayed)
    }

    /// Other programs change a database before the table is told.
    @Test func aChangeThatNobodyAnnouncedIsSeen() async throws {
        let list = ListTable([ListTable.names(0..<30)])
        let output = try await written(list, size: 10) { window in
            guard window == 0 else { return }
            list.sections[0].insert("new", at: 0)
            list.sections[0].removeLast()
        }
        #expect(output.lines == ListTable.names(0..<29))
    }

    @Test func rowsThatAreReloadedAreWhereTheyWere() async throws {
        let list = ListTable([ListTable.names(0..<30)])
        list.isNamed = false
        let output = try await written(list, size: 10) { _ in
            list.sections[0][29] = "changed"
            list.tableView.reloadRows(at: [IndexPath(row: 29, section: 0)])
        }
        #expect(output.lines == ListTable.names(0..<29) + ["changed"])
    }

    @Test func whatCannotBeFollowedIsNotWrittenAsIfItWere() async throws {
        let changes: [(String, @TableActor @Sendable (ListTable) -> Void)] = [
            (
                "a row was moved",
                { list in
                    list.sections[0].append(list.sections[0].removeFirst())
                    list.tableView.moveRow(at: IndexPath(row: 0, section: 0), to: IndexPath(row: 99, section: 0))
                }
            ),
            (
                "all were turned around",
                { list in
                    list.sections[0].reverse()
                    list.tableView.reloadData()
                }
            ),
            (
                "the rows written last were deleted",
                { list in
                    list.sections[0].removeFirst(50)
                    list.tableView.reloadData()
                }
            ),
            (
                "rows without names may be others",
                { list in
                    list.isNamed = false
                    list.tableView.reloadData()
                }
            ),
        ]
        for (name, change) in changes {
            let list = ListTable([ListTable.names(0..<100)])
            await #expect(throws: TableExportError.self, "\(name)") {
                try await written(list, size: 10) { window in if window == 1 { change(list) } }
            }
        }
    }

    @Test func rowsWithoutNamesAreNotFollowed() async throws {
        let list = ListTable([ListTable.names(0..<100)])
        list.isNamed = false
        await #expect(throws: TableExportError.self) {
            try await written(list, size: 10) { window in
                if window == 1 { list.insert("new", at: IndexPath(row: 0, section: 0)) }
            }
        }
        // A change after the last window has no effect.
        #expect(try await written(list, size: 50) { if $0 == 2 { list.tableView.reloadData() } }.lines.count == 101)
    }

    @Test func aTableThatChangesAsItIsAskedIsFollowedWhereItCanBe() async throws {
        // given a table that inserts rows when its last row is requested
        let list = ListTable([ListTable.names(0..<30)])
        list.onCell = { row in
            if row == list.sections[0].count - 1, row < 40 {
                list.insert("more", at: IndexPath(row: row + 1, section: 0))
            }
        }
        // then the original rows are written once
        let output = Pieces()
        try await TableExport(of: list.tableView, size: 10).writeText(.csv, to: output.take)
        #expect(output.lines.prefix(30) == ListTable.names(0..<30)[...])
        // but not if rows are inserted before those that are being written
        list.onCell = { row in
            if row == 15, list.sections[0].count < 50 { list.insert("before", at: IndexPath(row: 0, section: 0)) }
        }
        await #expect(throws: TableExportError.self) {
            try await TableExport(of: list.tableView, size: 10).writeText(.csv, to: output.take)
        }
    }

    @Test func theWidthsOfAlignedTextAreThoseOfBefore() async throws {
        let list = ListTable([["a", "b", "c"]])
        let output = try await written(list, size: 1, .plain) { window in
            if window == 0 { list.insert("a new row", at: IndexPath(row: 1, section: 0)) }
        }
        #expect(output.text == "name\na\na new row\nb\nc\n")
    }

    /// The rows of a section must not come under the title of a section that was there before.
    @Test func aSectionThatTakesThePlaceOfAnotherHasItsTitle() async throws {
        let first = CascadingSectionTableDelegate(childDelegates: (0..<5).map { Named("a\($0)") })
        let second = CascadingSectionTableDelegate(childDelegates: (0..<5).map { Named("b\($0)") })
        let third = CascadingSectionTableDelegate(childDelegates: (0..<5).map { Named("c\($0)") })
        (first.headerTitle, second.headerTitle, third.headerTitle) = ("A", "B", "C")
        let root = CascadingRootTableDelegate(childDelegates: [first, second, third])
        let tableView = TableView(title: "T", root: root)
        let output = Pieces()
        try await TableExport(of: tableView, size: 7).writeText(.csv) { bytes in
            output.take(bytes)
            guard output.pieces.count == 1 else { return }
            TableActor.run {
                root.childDelegates = [first, third]
                tableView.deleteSections([1])
            }
        }
        #expect(output.lines.suffix(6) == ["B,b1", "C,c0", "C,c1", "C,c2", "C,c3", "C,c4"])
    }

    private final class Named: CascadingBareTableDelegate {
        let name: String

        init(_ name: String) {
            self.name = name
            super.init()
        }

        override var identifier: String { name }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: name)
        }
    }

    /// A value that closures of the tree share.
    @TableActor
    private final class Box<Value> {
        var value: Value

        init(_ value: Value) { self.value = value }
    }
}
