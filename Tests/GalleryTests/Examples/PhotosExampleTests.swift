import CascadingTable
import Testing

@testable import Gallery

@TableActor
@Suite struct PhotosExampleTests {
    private let tableView = PhotosExample.make()

    private func rows(_ numbers: Range<Int>) -> [IndexPath] {
        numbers.map { IndexPath(row: $0, section: 0) }
    }

    private func states(_ numbers: Range<Int>) -> [String?] {
        rows(numbers).map { tableView.cellForRow(at: $0)?.subtitle }
    }

    @Test(.timeLimit(.minutes(5)))
    func `What is not needed any more leaves the queue, and comes back when it is asked for again`() async throws {
        // given: all photos are requested, and three are being loaded
        #expect(tableView.prefetch(rowsAt: rows(0..<12)) == nil)

        // when
        tableView.dataSource?.tableView(tableView, cancelPrefetchingForRowsAt: rows(2..<12))
        try await tableView.gestures.refresh()

        // then: the two requested photos are loaded, and no other load has begun
        #expect(states(0..<2) == ["Done", "Done"])
        #expect(states(2..<12) == Array(repeating: "Waiting", count: 10))

        // when
        _ = tableView.prefetch(rowsAt: rows(2..<4))
        try await tableView.gestures.refresh()

        // then
        #expect(states(0..<5) == ["Done", "Done", "Done", "Done", "Waiting"])
    }

    @Test(.timeLimit(.minutes(5)))
    func `A photo that is there stays when it is not needed any more`() async throws {
        // given
        _ = tableView.prefetch(rowsAt: rows(0..<1))
        try await tableView.gestures.refresh()

        // when
        tableView.dataSource?.tableView(tableView, cancelPrefetchingForRowsAt: rows(0..<1))

        // then
        #expect(states(0..<1) == ["Done"])
    }
}
