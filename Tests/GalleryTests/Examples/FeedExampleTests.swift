import CascadingTable
import Testing

@testable import Gallery

@TableActor
@Suite struct FeedExampleTests {
    @Test func `A post that is read twice gets two replies with identifiers of their own`() async throws {
        // given
        let tableView = FeedExample.make()
        let count = tableView.numberOfRows
        // when
        for _ in 0..<2 { try await tableView.gestures.touchRow(at: [0, 0]) }
        // then
        let rows = tableView.window(size: 100).indexPaths
        #expect(rows.count == count + 2)
        #expect(Set(rows.map { tableView.identifier(forRowAt: $0) }).count == rows.count)
    }
}
