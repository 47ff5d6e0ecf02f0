import FoundationEssentials
import OrderedCollections
import TestSupport
import Testing

@testable import CascadingTable

/// Compares shared selections of rows with a plain dictionary.
@TableActor
@Suite struct SelectedRowsTests {
    private typealias Rows = OrderedDictionary<String, IndexPath>

    private func makeRows(_ numbers: some Sequence<Int>) -> Rows {
        Rows(uniqueKeysWithValues: numbers.map { ("row \($0)", IndexPath(row: $0, section: 0)) })
    }

    private func shared(_ numbers: some Sequence<Int>, among lists: SharedSelections) -> SelectedRows {
        var selection = SelectedRows(makeRows(numbers))
        selection.share(among: lists)
        return selection
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `Whatever is selected, deselected, taken back and shared, the rows and their order are right`(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let lists = SharedSelections()
        let other = shared(0..<200, among: lists)
        var selection = SelectedRows()
        var rows = Rows()
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
            #expect(selection.all == rows)
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                while let change = changes.popLast() { selection.revert(change) }
                rows = before.1
                #expect(selection.all == rows)
            case 1: selection.share(among: lists)
            default: break
            }
            #expect(selection.all == rows)
            #expect(selection.all.keys == rows.keys)
            #expect(selection.count == rows.count)
            #expect(selection.isEmpty == rows.isEmpty)
            for number in 0..<200 { #expect(selection["row \(number)"] == rows["row \(number)"]) }
        }
        #expect(other.all == makeRows(0..<200))
    }

    @Test func `Rows that several visitors selected take memory once`() {
        let lists = SharedSelections()
        let selections = (0..<10).map { exception in shared((1...1000).filter { $0 != exception }, among: lists) }
        #expect(lists.byteCount == 1000 * 64)
        for selection in selections { #expect(selection.byteCount <= 2 * 64) }
    }

    @Test func `A list is freed with the last visitor that has it`() {
        let lists = SharedSelections()
        var selections = [shared(0..<100, among: lists), shared(0..<100, among: lists)]
        while !selections.isEmpty {
            #expect(lists.byteCount == 6400)
            selections.removeLast()
        }
        #expect(lists.byteCount == 0)
    }

    @Test func `A list of which little is left is given up`() {
        let lists = SharedSelections()
        var selection = shared(0..<1000, among: lists)
        for number in 1..<1000 { _ = selection.remove("row \(number)") }
        selection.share(among: lists)
        #expect(selection.all == makeRows([0]))
        #expect(selection.byteCount == 64)
        #expect(lists.byteCount == 0)
    }

    @Test func `A row that is selected again keeps its place in the order, and comes last after it was deselected`() {
        let lists = SharedSelections()
        var selection = shared(0..<100, among: lists)
        #expect(selection.insert("row 5", at: IndexPath(row: 5, section: 0)) == nil)
        #expect(selection.all.keys.first == "row 0")
        _ = selection.remove("row 0")
        _ = selection.insert("row 0", at: IndexPath(row: 0, section: 0))
        #expect(selection.all.keys.last == "row 0")
        #expect(selection.count == 100)
    }
}
