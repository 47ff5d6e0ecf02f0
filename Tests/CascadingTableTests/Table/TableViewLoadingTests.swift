import CascadingTable
import FoundationEssentials
import Testing

@TableActor
@Suite struct TableViewLoadingTests {
    /// A data source that finds the row after `missingLoads` loads.
    private final class Library: TableViewDataSource {
        var missingLoads: Int
        private(set) var loads = 0
        /// A closure that runs during each load.
        var whileLoading: @TableActor (TableView) -> Void = { _ in }

        init(missingLoads: Int) { self.missingLoads = missingLoads }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 10 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
        func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
            guard loads < missingLoads else { return [0, 7] }
            tableView.needs(
                .awaiting {
                    self.loads += 1
                    self.whileLoading(tableView)
                })
            return nil
        }
    }

    private struct Outage: VisitorFacingError {
        let kind = TableViewError.Kind.unavailable
        let message: LocalizedMessage = "The file is gone."
    }

    private func find(in library: Library) async throws -> IndexPath? {
        try await TableView(dataSource: library).loading { $0.indexPath(forRowWithIdentifier: "g") }
    }

    @Test(arguments: 0...4)
    func `A row is found after up to four loads`(loads: Int) async throws {
        let library = Library(missingLoads: loads)
        #expect(try await find(in: library) == [0, 7])
        #expect(library.loads == loads)
    }

    @Test func `What is not loaded after four loads is no answer`() async {
        let library = Library(missingLoads: 5)
        await #expect { try await find(in: library) } throws: { ($0 as? TableViewError)?.code == .busy }
        #expect(library.loads == 4)
    }

    @Test(arguments: [1, 4])
    func `A table that becomes unavailable during a load answers nothing more`(load: Int) async {
        let library = Library(missingLoads: 4)
        library.whileLoading = { if library.loads == load { $0.hosting.unavailableReason = Outage() } }
        await #expect(throws: Outage.self) { try await find(in: library) }
        #expect(library.loads == load)
    }
}
