import CascadingTable
import TableServer

/// A table of any length. Each row is created when it is requested.
@TableActor
final class LongTable: TableViewDataSource {
    private(set) var count: Int
    /// The number of the first row. All rows before it have been deleted.
    private(set) var first = 0
    /// The first row that cannot be loaded.
    var failure = Int.max
    /// If true, loading rows from `failure` on never ends. Otherwise it fails.
    var isStuck = false
    let tableView = TableView(title: "Long")
    private let padding: String

    /// - Parameter padding: The number of bytes that are added to each row.
    init(count: Int, padding: Int = 0) {
        self.count = count
        self.padding = String(repeating: "x", count: padding)
        tableView.dataSource = self
    }

    nonisolated func server(_ change: (inout TableServer.Configuration) -> Void = { _ in }) -> TableServer {
        var configuration = TableServer.Configuration()
        change(&configuration)
        var server = TableServer(configuration: configuration)
        server.mount("/", tableView)
        return server
    }

    /// Deletes the first row.
    func drop() {
        first += 1
        tableView.deleteRows(at: [IndexPath(row: 0, section: 0)])
    }

    /// Adds a row at the end.
    func append() {
        count += 1
        tableView.insertRows(at: [IndexPath(row: count - first - 1, section: 0)])
    }

    func columns(in tableView: TableView) -> [TableViewColumn] { [TableViewColumn("n"), TableViewColumn("text")] }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count - first }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let number = indexPath.row + first
        return TableViewCell(
            style: .columns,
            fields: [
                Field("n", .integer(Int64(number))), Field("text", .text("the row of number \(number)\(padding)")),
            ])
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        "n\(indexPath.row + first)"
    }

    func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
        Int(identifier.dropFirst()).flatMap {
            (first..<count).contains($0) ? IndexPath(row: $0 - first, section: 0) : nil
        }
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        guard indexPaths.contains(where: { $0.row + first >= failure }) else { return nil }
        guard isStuck else { return .awaiting { throw Broken() } }
        return .awaiting { try await Task.sleep(for: .seconds(3600)) }
    }

    private struct Broken: Error {}
}
