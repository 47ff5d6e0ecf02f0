import CascadingTable
import FoundationEssentials
import Testing

@TableActor
@Suite struct TableViewPrefetchingTests {
    /// A data source that records for which rows prefetching is cancelled.
    private final class Library: TableViewDataSource {
        var cancelled: [[IndexPath]] = []

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 10 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
        func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
            cancelled.append(indexPaths)
        }
    }

    private struct Outage: Error {}

    private let library: Library
    private let tableView: TableView

    init() {
        library = Library()
        tableView = TableView(dataSource: library)
    }

    /// Starts a load that does not end until it is cancelled.
    private func waitFor(_ rows: [IndexPath]) async -> Task<Void, any Error> {
        var hasBegun = false
        let task = Task {
            try await tableView.load(rowsAt: rows) {
                hasBegun = true
                try await Task.sleep(for: .seconds(600))
            }
        }
        while !hasBegun { await Task.yield() }
        return task
    }

    @Test func `Rows that are loaded, or fail to be, are not cancelled`() async throws {
        try await tableView.load(rowsAt: [[0, 1]]) {}
        await #expect(throws: Outage.self) { try await tableView.load(rowsAt: [[0, 1]]) { throw Outage() } }
        #expect(library.cancelled == [])
    }

    @Test func `Who gives up has his rows cancelled, each named once`() async {
        let task = await waitFor([[0, 2], [0, 0], [0, 2], [0, 1]])
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // Code that runs after the task has ended does not call the data source again.
        for _ in 0..<50 { await Task.yield() }
        #expect(library.cancelled == [[[0, 2], [0, 0], [0, 1]]])
    }

    @Test func `Rows that another waits for are left to him`() async {
        let first = await waitFor([[0, 0], [0, 1], [0, 2]])
        let second = await waitFor([[0, 1], [0, 2], [0, 3]])
        first.cancel()
        _ = await first.result
        #expect(library.cancelled == [[[0, 0]]])
        second.cancel()
        _ = await second.result
        #expect(library.cancelled == [[[0, 0]], [[0, 1], [0, 2], [0, 3]]])
    }

    @Test func `One who waits for nothing but another's rows is not told of`() async {
        let first = await waitFor([[0, 0]])
        let second = await waitFor([[0, 0]])
        second.cancel()
        _ = await second.result
        #expect(library.cancelled == [])
        first.cancel()
        _ = await first.result
        #expect(library.cancelled == [[[0, 0]]])
    }

    @Test func `The data source is told while work that does not heed it goes on`() async throws {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        var hasBegun = false
        let task = Task {
            try await tableView.load(rowsAt: [[0, 1]]) {
                hasBegun = true
                // This work ignores the cancellation. It ends when the test opens the gate.
                await Task { for await _ in gate {} }.value
            }
        }
        while !hasBegun { await Task.yield() }
        task.cancel()
        for _ in 0..<100_000 where library.cancelled.isEmpty { await Task.yield() }
        opener.finish()
        try await task.value
        #expect(library.cancelled == [[[0, 1]]])
    }

    @Test func `The work sees that it is cancelled`() async {
        var saw: Bool?
        var hasBegun = false
        let task = Task {
            try await tableView.load(rowsAt: [[0, 1]]) {
                hasBegun = true
                for _ in 0..<100_000 where !Task.isCancelled { await Task.yield() }
                saw = Task.isCancelled
            }
        }
        while !hasBegun { await Task.yield() }
        task.cancel()
        _ = await task.result
        #expect(saw == true)
    }
}
