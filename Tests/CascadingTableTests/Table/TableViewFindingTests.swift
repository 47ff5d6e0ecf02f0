import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewFindingTests {
    private let places = [["Oslo", "Paris"], [], ["Örebro", "Prag", "Pau"]]

    @Test(
        arguments: [
            ("p", nil, [0, 1]), ("p", [0, 1], [2, 1]), ("p", [2, 2], [0, 1]), ("pa", [0, 1], [2, 2]),
            ("o", [0, 0], [2, 0]),
            ("pra", [2, 1], [2, 1]), ("x", [0, 0], nil), ("", nil, nil), ("o", [1, 7], [2, 0]),
            ("o", [-2, -2], [0, 0]),
            ("o", [9, 9], [0, 0]), ("o", [], [0, 0]),
        ] as [(String, IndexPath?, IndexPath?)])
    func `The next row that begins so is found, from the top where there is none below`(
        text: String, after: IndexPath?, found: IndexPath?
    ) {
        let model = ModelTable(places)
        #expect(model.shown().gestures.indexPath(forRowStartingWith: text, after: after) == found)
        let root = CascadingRootTableDelegate(
            childDelegates: places.map { names in
                CascadingSectionTableDelegate(childDelegates: names.map { NamedRow($0) })
            })
        #expect(TableView(root: root).gestures.indexPath(forRowStartingWith: text, after: after) == found)
    }

    @Test func `Rows that would have to be loaded end the search`() {
        let recorder = CellsToLoad()
        recorder.firstToLoad = 200
        let tableView = TableView(dataSource: recorder)
        #expect(tableView.gestures.indexPath(forRowStartingWith: "row 150") == [0, 150])
        let asked = recorder.asked
        #expect(asked == 151)
        #expect(tableView.gestures.indexPath(forRowStartingWith: "row 250") == nil)
        #expect(recorder.asked - asked <= 200)
    }

    @Test func `A search has an end however many rows there are`() {
        let endless = CellsToLoad()
        endless.count = 1 << 30
        let tableView = TableView(dataSource: endless)
        #expect(tableView.gestures.indexPath(forRowStartingWith: "nothing", after: [0, 5]) == nil)
        #expect((99_000...101_000).contains(endless.asked))
        #expect(tableView.gestures.indexPath(forRowStartingWith: "row 7") == [0, 7])
    }
}

private final class NamedRow: CascadingBareTableDelegate {
    private let name: String

    init(_ name: String) {
        self.name = name
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: name)
    }
}

@TableActor
private final class CellsToLoad: TableViewDataSource {
    var count = 1000
    var firstToLoad = Int.max
    private(set) var asked = 0

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        asked += 1
        return TableViewCell(title: "Row \(indexPath.row)")
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        indexPaths.contains { $0.row >= firstToLoad } ? .awaiting {} : nil
    }
}
