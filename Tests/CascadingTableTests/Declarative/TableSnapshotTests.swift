import FoundationEssentials
import Testing

@testable import CascadingTable

/// The changes between two snapshots: carried out on the first they must make the second.
@Suite struct TableSnapshotTests {
    typealias Snapshot = TableSnapshot<String, Int>

    private func snapshot(_ sections: [(String, [String])]) -> Snapshot {
        Snapshot(
            sections: sections.map { section in
                .init(id: section.0, content: "", rows: section.1.map { .init(id: $0, content: 0) })
            })
    }

    @Test func `Nothing changes between equals`() {
        let one = snapshot([("A", ["a", "b"]), ("B", [])])
        #expect(one.changes(to: one) == [])
        #expect(Snapshot().changes(to: Snapshot()) == [])
    }

    @Test func `Rows come, go and move, the fewest of them`() {
        let old = snapshot([("A", ["a", "b", "c", "d"])])
        let new = snapshot([("A", ["d", "a", "x", "c"])])
        #expect(
            old.changes(to: new) == [
                .deleteRows([[0, 1]]), .insertRows([[0, 2]]), .moveRow(from: [0, 3], to: [0, 0]),
            ])
    }

    @Test func `A row that shows something else is reloaded by its place before`() {
        let old = snapshot([("A", ["a", "b"])])
        var new = snapshot([("A", ["x", "a", "b"])])
        new.sections[0].rows[2].content = 1
        #expect(old.changes(to: new) == [.insertRows([[0, 0]]), .reloadRows([[0, 1]])])
    }

    @Test func `A row moves from one section to another`() {
        let old = snapshot([("A", ["a", "b"]), ("B", ["c"])])
        let new = snapshot([("A", ["b"]), ("B", ["c", "a"])])
        #expect(old.changes(to: new) == [.moveRow(from: [0, 0], to: [1, 1])])
    }

    @Test func `A row out of a section that goes is inserted`() {
        let old = snapshot([("A", ["a", "b"]), ("B", ["c"])])
        let new = snapshot([("B", ["a", "c"])])
        #expect(old.changes(to: new) == [.deleteSections([0]), .insertRows([[0, 0]])])
    }

    @Test func `A row that moves and shows something else is deleted and inserted`() {
        let old = snapshot([("A", ["a", "b", "c"])])
        var new = snapshot([("A", ["c", "a", "b"])])
        new.sections[0].rows[0].content = 1
        #expect(old.changes(to: new) == [.deleteRows([[0, 2]]), .insertRows([[0, 0]])])
    }

    @Test func `A section under another header is reloaded with its rows`() {
        let old = snapshot([("A", ["a"]), ("B", ["b"])])
        var new = snapshot([("A", ["a", "x"]), ("B", ["b", "y"])])
        new.sections[0].content = "other"
        #expect(old.changes(to: new) == [.insertRows([[1, 1]]), .reloadSections([0])])
    }

    @Test func `A section that moves keeps its rows, unless its header is another`() {
        let old = snapshot([("A", ["a"]), ("B", ["b"]), ("C", [])])
        var new = snapshot([("C", []), ("A", ["a"]), ("B", ["b"])])
        #expect(old.changes(to: new) == [.moveSection(from: 2, to: 0)])
        new.sections[0].content = "other"
        #expect(old.changes(to: new) == [.deleteSections([2]), .insertSections([0])])
    }

    @Test(arguments: 0..<300)
    func `Carried out on the old the changes make the new`(seed: Int) {
        var random = SeededRandomNumberGenerator(seed: UInt64(seed))
        let old = Self.random(using: &random)
        let new = Bool.random(using: &random) ? Self.random(using: &random) : Self.stirred(old, using: &random)
        #expect(Replay(old).carryingOut(old.changes(to: new), towards: new) == new)
    }

    @Test func `Ten thousand rows turned round are no more work than their number`() {
        let names = (0..<10_000).map { "\($0)" }
        let changes = snapshot([("A", names)]).changes(to: snapshot([("A", names.reversed())]))
        #expect(changes.count == 9_999)
        #expect(changes.allSatisfy { if case .moveRow = $0 { true } else { false } })
    }

    // MARK: Snapshots drawn at random

    private static func random(using random: inout SeededRandomNumberGenerator) -> Snapshot {
        var rows = (0..<20).map { "r\($0)" }.shuffled(using: &random)
        return Snapshot(
            sections: ["A", "B", "C", "D", "E"].shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
                .map { id in
                    let count = Int.random(in: 0...min(6, rows.count), using: &random)
                    defer { rows.removeFirst(count) }
                    return Snapshot.Section(
                        id: id, content: Int.random(in: 0..<5, using: &random) == 0 ? "other" : "",
                        rows: rows.prefix(count).map { row in
                            Snapshot.Row(id: row, content: Int.random(in: 0..<5, using: &random) == 0 ? 1 : 0)
                        })
                })
    }

    /// The same with a few rows and sections elsewhere.
    private static func stirred(_ snapshot: Snapshot, using random: inout SeededRandomNumberGenerator) -> Snapshot {
        var sections = snapshot.sections
        guard !sections.isEmpty else { return snapshot }
        for _ in 0..<3 {
            let from = sections.indices.randomElement(using: &random) ?? 0
            let to = sections.indices.randomElement(using: &random) ?? 0
            if let row = sections[from].rows.popLast() {
                sections[to].rows.insert(row, at: Int.random(in: 0...sections[to].rows.count, using: &random))
            }
        }
        if Bool.random(using: &random) { sections.swapAt(0, sections.count - 1) }
        return Snapshot(sections: sections)
    }
}
