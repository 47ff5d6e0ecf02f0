import CascadingTable
import TableServer

/// A section of rows that must be loaded first. Records loaded rows, and rows that were requested too early.
@TableActor
final class LoadedRows: TableViewDataSource, TableViewDelegate {
    let count: Int
    private(set) var loads: [[Int]] = []
    private(set) var unloaded: [Int] = []
    private var loaded: Set<Int> = []
    private let tableView = TableView(title: "Rows")

    init(count: Int) {
        self.count = count
        tableView.dataSource = self
        tableView.delegate = self
        tableView.allowsMultipleSelection = true
    }

    nonisolated var server: TableServer {
        var server = TableServer()
        server.mount("/", tableView)
        return server
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        if !loaded.contains(indexPath.row) { unloaded.append(indexPath.row) }
        return TableViewCell(title: "\(indexPath.row)")
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        let rows = indexPaths.map(\.row)
        return .awaiting {
            await Task.yield()
            self.loads.append([rows.first ?? 0, rows.last ?? 0])
            self.loaded.formUnion(rows)
        }
    }
}
