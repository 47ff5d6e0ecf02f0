// The samples of docs/how-to/put-tables-into-a-page.md. They are served, and tested.
import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

private func addDashboard(to server: inout TableServer) {
    server.addRoutes { router in
        router.get("/dashboard") { _, _ in
            .page(title: "Dashboard") {
                "<p>What is open today.</p>"
                HTML.table("/stocks/", title: "Stocks")
                HTML.table("/news/?_size=5", title: "News")
            }
        }
    }
}

@Suite struct PutTablesIntoAPageTests {
    @Test(arguments: TestRig.allCases)
    func `A page of one's own holds two tables`(rig: TestRig) async throws {
        var server = TableServer()
        for (path, title) in [("/stocks/", "Stocks"), ("/news/", "News")] as [(RoutePath, String)] {
            server.mount(path, await TableView(title: title, root: CascadingRootTableDelegate()))
        }
        addDashboard(to: &server)
        try await server.test(rig) { client in
            let page = try await client.get("/dashboard").text
            let addresses = page.matches(of: #/<iframe class="embedded" src="([^"]+)"/#).map { String($0.output.1) }
            #expect(addresses == ["/stocks/?_embed=%2Fstocks%2F", "/news/?_size=5&amp;_embed=%2Fnews%2F"])
            for address in addresses {
                let target = address.replacing("&amp;", with: "&")
                let table = try await client.get(target, headers: [.accept: "text/html"])
                #expect(table.status == 200 && table.text.contains(#"class="embedded""#), "\(target)")
            }
        }
    }
}
