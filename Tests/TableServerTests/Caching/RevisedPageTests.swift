import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering
import TableTesting
import Testing

@testable import TableServer

/// Pages that are made of the one before by writing a row anew.
@Suite struct RevisedPageTests {
    @TableActor private func change(_ market: Market, to title: String) {
        market.stall(0, 0)?.title = title
        market.tableView.reloadRows(at: [IndexPath(row: 0, section: 0)])
    }

    /// The log of what is another in them grows with each, is counted with the page, and is begun anew.
    @Test func whatTheyAreMadeByIsCountedAndBounded() async throws {
        // given
        let market = await Market()
        let configuration = TableServer.Configuration()
        let handler = TableHandler(configuration, renderer: try PageRenderer(configuration, publicPath: ""))
        let request = try Request.make(.get, "/")
        let view = PageRequest(
            scope: .table, representation: .html,
            parameters: try ViewParameters(request.query, limits: configuration), language: .english, base: "/")
        let table = MountedTable(market.tableView)
        guard case .repeated(let reply) = try handler.page(view, of: table, for: request) else {
            Issue.record("The page cannot be given again.")
            return
        }
        let before = await handler.pages.byteCount
        var counts: [Int] = []
        for step in 100..<500 {
            // when
            await change(market, to: "Fruit \(step)")
            let next = try #require(reply.next())
            // then
            #expect(String(decoding: next.response.bytes, as: UTF8.self).contains("Fruit \(step)"))
            counts.append(await handler.pages.byteCount - before)
        }
        let most = try #require(counts.max())
        let (largest, begunAnew) = try (#require(counts.firstIndex(of: most)), #require(counts.lastIndex { $0 < 8192 }))
        #expect(counts[0] >= 4096)
        #expect((24_576...40_960).contains(most))
        #expect(largest < begunAnew)
    }
}
