import FoundationEssentials
import OrderedCollections
import TestSupport
import Testing

@testable import CascadingTable

/// Compares selections of rows with a plain dictionary.
@Suite struct SelectedRowsTests {
    private func expect(
        _ selection: SelectedRows, _ rows: OrderedDictionary<String, IndexPath>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(selection.all.map(\.identifier) == Array(rows.keys), sourceLocation: sourceLocation)
        #expect(selection.all.map(\.place) == Array(rows.values), sourceLocation: sourceLocation)
        #expect(selection.count == rows.count, sourceLocation: sourceLocation)
        #expect(selection.isEmpty == rows.isEmpty, sourceLocation: sourceLocation)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `Whatever is selected, deselected and taken back, the rows and their order are right`(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        var selection = SelectedRows()
        var rows: OrderedDictionary<String, IndexPath> = [:]
        for _ in 0..<60 {
            let before = (selection, rows)
            var changes: [SelectedRows.Change] = []
            // The test changes runs of rows, so that sometimes many and sometimes few rows are selected.
            let start = Int.random(in: 0..<200, using: &random)
            let run = start..<min(start + ([1, 20, 200].randomElement(using: &random) ?? 1), 200)
            let isInserting = Int.random(in: 0..<3, using: &random) > 0
            for number in run {
                let (name, place) = ("row \(number)", IndexPath(row: number, section: 0))
                if let change = isInserting ? selection.insert(name, at: place) : selection.remove(name) {
                    changes.append(change)
                }
                if isInserting { rows[name] = place } else { rows[name] = nil }
            }
            expect(selection, rows)
            if Bool.random(using: &random) {
                while let change = changes.popLast() { selection.revert(change) }
                rows = before.1
            }
            expect(selection, rows)
            // A copy does not change with the original.
            expect(before.0, before.1)
            for number in 0..<200 { #expect(selection["row \(number)"] == rows["row \(number)"]) }
        }
    }

    @Test func `A selection costs what its rows need`() {
        var selection = SelectedRows()
        #expect(selection.byteCount == 0)
        let names = (0..<100).map { "a row with a long name \($0)" }
        for name in names { _ = selection.insert(name, at: [0, 0]) }
        #expect(selection.byteCount > 100 * 100)
        for name in names { _ = selection.remove(name) }
        #expect(selection.byteCount == 0)
    }

    @Test func `A row that is selected again keeps its place in the order, and comes last after it was deselected`() {
        var selection = SelectedRows()
        for row in 0..<100 { _ = selection.insert("row \(row)", at: IndexPath(row: row, section: 0)) }
        #expect(selection.insert("row 5", at: IndexPath(row: 5, section: 0)) == nil)
        _ = selection.insert("row 0", at: IndexPath(row: 1, section: 0))
        #expect(selection.all.first?.identifier == "row 0")
        _ = selection.remove("row 0")
        _ = selection.insert("row 0", at: IndexPath(row: 0, section: 0))
        #expect(selection.all.last?.identifier == "row 0")
        #expect(selection.count == 100)
    }
}
