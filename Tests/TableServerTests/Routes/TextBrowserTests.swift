import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering
import TableTesting
import Testing

@testable import TableServer

@Suite struct TextBrowserTests {
    @Test("A browser of text is given a form for each button", arguments: ["Lynx/2.9.0dev", "w3m/0.5.3+git2023"])
    func aFormForEachButton(agent: String) async throws {
        try await Workshop().server().test(.inProcess) { client in
            let page = try await client.get("/shop/?_edit=1", headers: [.userAgent: agent])
            #expect(page.text.contains(#"<form method="post" action="/shop/select/0/0">"#))
            #expect(!page.text.contains("formaction"))
            let others = try await client.get("/shop/?_edit=1", headers: [.userAgent: "Mozilla/5.0 (Lynx/2)"])
            #expect(others.text.contains("formaction"))
            #expect(page.headers[.eTag] != others.headers[.eTag])
            #expect(page.headers[.vary]?.contains("User-Agent") == true)
        }
    }

    @Test("The page for text browsers is made once for all who ask")
    func itIsCached() async throws {
        let market = await Market()
        let configuration = TableServer.Configuration()
        let handler = TableHandler(configuration, renderer: try PageRenderer(configuration, publicPath: ""))
        let table = MountedTable(market.tableView)
        var entityTags: [String] = []
        var responses: [PrebuiltResponse] = []
        for isPlain in [true, true, false, false] {
            let request = try Request.make(.get, "/")
            let page = PageRequest(
                scope: .table, representation: .html,
                parameters: try PageParameters(request.query, limits: configuration), language: .english, base: "/",
                isPlain: isPlain)
            guard let answer = try await handler.page(page, of: table, for: request).prebuilt else {
                Issue.record("The page cannot be given again.")
                return
            }
            entityTags.append(answer.headers[.eTag] ?? "")
            responses.append(answer)
        }
        #expect(responses[0] === responses[1])
        #expect(responses[1] !== responses[2])
        #expect(responses[2] === responses[3])
        #expect(Set(entityTags).count == 2)
    }
}
