import CascadingTable

/// A tree of a million row delegates: what it takes to build, and to find a row's name in.
@TableActor
enum TreeMeasurement {
    static func run() {
        let count = 1_000_000
        let before = Measure.residentBytes
        var tableView: TableView?
        let seconds = Measure.seconds(runs: 1) {
            let sections = (0..<1000).map { _ in
                CascadingSectionTableDelegate(childDelegates: (0..<count / 1000).map { _ in Row() })
            }
            tableView = TableView(root: CascadingRootTableDelegate(childDelegates: sections))
        }
        let bytes = Measure.residentBytes - before
        guard let tableView else { return }
        Measure.report("tree of 1,000,000 rows: to build", seconds * 1000, "ms")
        Measure.report("tree of 1,000,000 rows: memory a row", Double(bytes) / Double(count), "bytes")
        Measure.report(
            "tree of 1,000,000 rows: a page of 100 in the middle",
            1e6
                * Measure.seconds {
                    let window = tableView.window(from: [500, 0], size: 100)
                    for indexPath in window.indexPaths { _ = tableView.cellForRow(at: indexPath) }
                }, "µs")
        Measure.report(
            "TableActor.run",
            1e9
                * Measure.seconds {
                    for _ in 0..<100_000 { TableActor.run {} }
                } / 100_000, "ns")
    }

    private final class Row: CascadingBareTableDelegate {
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "Row")
        }
    }
}
