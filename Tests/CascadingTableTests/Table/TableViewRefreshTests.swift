import CascadingTable
import Testing

@TableActor
@Suite struct TableViewRefreshTests {
    private struct Outage: Error {}

    @Test(arguments: [true, false])
    func `Who asks while news are asked for waits for the same`(fails: Bool) async throws {
        let tableView = TableView()
        let (gate, opener) = AsyncStream<Void>.makeStream()
        var runs = 0
        var ended = 0
        tableView.refreshHandler = { _ in
            runs += 1
            for await _ in gate {}
            if fails { throw Outage() }
        }
        let askers = (0..<5).map { _ in
            Task {
                defer { ended += 1 }
                try await tableView.gestures.refresh()
            }
        }
        while runs == 0 { await Task.yield() }
        for _ in 0..<20 { await Task.yield() }
        #expect(ended == 0)

        opener.finish()

        for asker in askers {
            switch await asker.result {
            case .success: #expect(!fails)
            case .failure(let error): #expect(fails && error is Outage)
            }
        }
        #expect(runs == 1)
    }

    @Test func `News are asked for again once they have come, or failed to`() async throws {
        let tableView = TableView()
        var runs = 0
        tableView.refreshHandler = { _ in
            runs += 1
            if runs == 2 { throw Outage() }
        }
        try await tableView.gestures.refresh()
        await #expect(throws: Outage.self) { try await tableView.gestures.refresh() }
        try await tableView.gestures.refresh()
        #expect(runs == 3)
    }

    @Test func `One who leaves takes nothing from the others`() async throws {
        let tableView = TableView()
        let (gate, opener) = AsyncStream<Void>.makeStream()
        var wasCancelled = false
        var runs = 0
        tableView.refreshHandler = { _ in
            runs += 1
            for await _ in gate {}
            wasCancelled = Task.isCancelled
        }
        let first = Task { try await tableView.gestures.refresh() }
        while runs == 0 { await Task.yield() }
        let second = Task { try await tableView.gestures.refresh() }
        first.cancel()
        for _ in 0..<20 { await Task.yield() }
        opener.finish()
        try await second.value
        #expect(!wasCancelled && runs == 1)
    }

    @Test func `A refresh is refused`() async {
        let tableView = TableView()
        tableView.refreshHandler = { $0.refuse("The service is closed.") }
        let error = await #expect(throws: TableViewError.self) { try await tableView.gestures.refresh() }
        #expect(error?.code == .vetoed)
    }
}
