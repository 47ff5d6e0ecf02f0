import CascadingTable
import TableServer

/// A table of 10,000 rows, each of which counts how often it was touched: `measure serve PORT`.
enum LiveTable {
    static func serve(port: Int) async throws {
        var configuration = TableServer.Configuration()
        configuration.http.port = port
        configuration.http.maxConnections = 20_000
        configuration.http.maxConnectionsPerAddress = 0
        configuration.maxListeners = 20_000
        var server = TableServer(configuration: configuration)
        server.mount("/", await makeTable())
        server.onListening { address in
            print("Serving at http://\(address)/")
            Measure.flushOutput()
        }
        try await server.runService()
    }

    @TableActor
    private static func makeTable() -> TableView {
        let section = CascadingSectionTableDelegate(childDelegates: (0..<10_000).map { _ in CountingRow() })
        return TableView(title: "Counters", root: CascadingRootTableDelegate(childDelegates: [section]))
    }

    private final class CountingRow: CascadingBareTableDelegate {
        private var count = 0

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(style: .value1, title: "Row \(indexPath.row)", subtitle: "\(count)")
        }

        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
            count += 1
            tableView.reloadRows(at: [indexPath])
        }
    }
}
