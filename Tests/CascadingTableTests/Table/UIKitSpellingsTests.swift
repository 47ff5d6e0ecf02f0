import FoundationEssentials
import Testing

@testable import CascadingTable

/// Tests delegates that return UIKit's types.
@TableActor
@Suite struct UIKitSpellingsTests {
    @Test func `Answers in UIKit's types count`() {
        let list = UIKitList()
        let tableView = TableView(dataSource: list, delegate: list)
        #expect(tableView.height(forRowAt: [0, 0]) == 80)
        #expect(tableView.height(forRowAt: [0, 1]) == .automatic)
        #expect(tableView.height(forHeaderInSection: 0) == 30)
        #expect(tableView.height(forFooterInSection: 0) == 20)
        #expect(tableView.headerView(forSection: 0)?.title == "Header")
        #expect(tableView.footerView(forSection: 0)?.title == "Footer")
        #expect(tableView.sectionIndex.map(\.title) == ["A", "B"])
        #expect(tableView.rectForRow(at: [0, 1]) == TableRect(minY: 110, height: 60))
        #expect(tableView.prefetch(rowsAt: [[0, 0]]).map { _ in true } == nil)
        #expect(list.prefetched == [[0, 0]])
    }

    @Test func `What is not written is asked once for a table`() {
        let list = PlainList()
        let tableView = TableView(dataSource: list, delegate: list)
        for row in 0..<3 { #expect(tableView.height(forRowAt: [0, row]) == .automatic) }
        #expect(list.heightCount == 3)
        #expect(tableView.headerView(forSection: 0) == nil)
        #expect(!tableView.spellings.contains(.rowHeight))
        // when another delegate is set, it is asked again
        let other = UIKitList()
        tableView.delegate = other
        #expect(tableView.height(forRowAt: [0, 0]) == 80)
    }
}

private final class PlainList: TableViewDataSource, TableViewDelegate {
    var heightCount = 0

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        heightCount += 1
        return .automatic
    }
}

private final class UIKitList: TableViewDataSource, TableViewDelegate {
    var prefetched: [IndexPath] = []

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
        indexPath.row == 0 ? 80 : -1
    }
    func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> Double { 60 }
    func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double { 30 }
    func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Double { 20 }
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String { "Header" }
    func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String { "Footer" }
    func sectionIndexTitles(for tableView: TableView) -> [String] { ["A", "B"] }
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) { prefetched += indexPaths }
}
