import CascadingTable
import Foundation
import Synchronization
import TableServer
import Testing

/// Tests a client that closes its connection while rows are loaded for it.
@Suite(.timeLimit(.minutes(10))) struct ClosedClientTests {
    /// A table of rows that are never loaded.
    @TableActor
    private final class SlowRows: TableViewDataSource {
        nonisolated let isBegun = Atomic(false)
        nonisolated let isCancelled = Atomic(false)

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }

        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "Row")
        }

        func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
            .awaiting { [self] in
                isBegun.store(true, ordering: .relaxed)
                try await Task.sleep(for: .seconds(600))
            }
        }

        func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
            isCancelled.store(true, ordering: .relaxed)
        }
    }

    @Test func cancelsPrefetching() async throws {
        let rows = SlowRows()
        var configuration = TableServer.Configuration()
        configuration.loadingTimeout = .seconds(600)
        var server = TableServer(configuration: configuration)
        server.mount("/", await TableView(title: "Slow", dataSource: rows))
        try await server.listening { port in
            var reader: StreamReader? = try StreamReader("/table.json", port: port)
            while !rows.isBegun.load(ordering: .relaxed) { try await Task.sleep(for: .milliseconds(5)) }
            #expect(reader != nil)
            // when
            reader = nil
            // then
            while !rows.isCancelled.load(ordering: .relaxed) { try await Task.sleep(for: .milliseconds(5)) }
        }
    }
}
