import FoundationEssentials
import TestSupport
import Testing

@testable import CascadingTable
@testable import TableStorage

/// Tests that the changes between two snapshots turn the first snapshot into the second.
@Suite struct StorageUpdateComparingTests {
    /// Sections and rows with their identities and contents.
    struct Snapshot {
        var sections: [Section] = []
        struct Section {
            var id: String
            var content: String
            var rows: [Row]
        }
        struct Row: Equatable {
            var id: String
            var content: Int
        }

        func update(to new: Snapshot) -> StorageUpdate<Row> {
            StorageUpdate(
                from: sections.map { IdentifiedSection(id: $0.id, items: $0.rows) },
                to: new.sections.map { IdentifiedSection(id: $0.id, items: $0.rows) }, id: \.id, isChanged: !=,
                isSectionChanged: { sections[$0].content != new.sections[$1].content })
        }
    }

    private func snapshot(_ sections: [(String, [String])]) -> Snapshot {
        Snapshot(
            sections: sections.map { section in
                .init(id: section.0, content: "", rows: section.1.map { .init(id: $0, content: 0) })
            })
    }

    private func row(_ id: String, _ content: Int = 0) -> Snapshot.Row { .init(id: id, content: content) }

    @Test func `Nothing changes between equals`() {
        let one = snapshot([("A", ["a", "b"]), ("B", [])])
        #expect(one.update(to: one).isEmpty)
        #expect(Snapshot().update(to: Snapshot()).isEmpty)
    }

    @Test func `Rows come, go and move, the fewest of them`() {
        let old = snapshot([("A", ["a", "b", "c", "d"])])
        let new = snapshot([("A", ["d", "a", "x", "c"])])
        #expect(
            old.update(to: new).changes == [
                .deleteItem(row("b"), at: [0, 1]), .insertItem(row("x"), at: [0, 2]),
                .moveItem(row("d"), from: [0, 3], to: [0, 0]),
            ])
    }

    @Test func `A row that shows something else is updated by its place before, even where it moves`() {
        let old = snapshot([("A", ["a", "b"]), ("B", [])])
        var new = snapshot([("A", ["x", "a"]), ("B", ["b"])])
        new.sections[0].rows[1].content = 1
        new.sections[1].rows[0].content = 2
        #expect(
            old.update(to: new).changes == [
                .insertItem(row("x"), at: [0, 0]), .moveItem(row("b", 2), from: [0, 1], to: [1, 0]),
                .updateItem(row("a", 1), old: row("a"), at: [0, 0]),
                .updateItem(row("b", 2), old: row("b"), at: [0, 1]),
            ])
    }

    @Test func `Sections come, go, move and are updated`() {
        let old = snapshot([("A", ["a"]), ("B", ["b"]), ("C", []), ("D", ["d"])])
        var new = snapshot([("D", ["d"]), ("A", ["a"]), ("C", []), ("E", ["b"])])
        new.sections[1].content = "other"
        #expect(
            old.update(to: new).changes == [
                .deleteSection(1, items: []), .insertSection(3), .moveSection(from: 3, to: 0), .updateSection(0),
                .moveItem(row("b"), from: [1, 0], to: [3, 0]),
            ])
    }

    @Test func `What has the name of another is new, and traps nowhere`() {
        let old = snapshot([("A", ["a", "a"]), ("A", ["a"])])
        let new = snapshot([("A", ["a"]), ("A", ["a", "a"]), ("A", [])])
        for (old, new) in [(old, new), (new, old)] {
            #expect(carryingOut(old.update(to: new), on: old) == new.sections.map(\.rows))
        }
    }

    @Test(arguments: 0..<300)
    func `Carried out on the old the changes make the new`(seed: Int) {
        var random = SeededRandomNumberGenerator(seed: UInt64(seed))
        let old = Self.random(using: &random)
        let new = Bool.random(using: &random) ? Self.random(using: &random) : Self.stirred(old, using: &random)
        #expect(carryingOut(old.update(to: new), on: old) == new.sections.map(\.rows))
    }

    /// Applies the update. A row that moves keeps its old content unless it is also updated.
    private func carryingOut(_ update: StorageUpdate<Snapshot.Row>, on old: Snapshot) -> [[Snapshot.Row]] {
        var sections = old.sections.map { StorageSection($0.rows) }
        sections.apply(update, make: { $0 }, replace: { $0 = $1 })
        return sections.map(\.items)
    }

    // MARK: Random snapshots

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

    /// Returns the snapshot with a few rows and sections moved.
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
