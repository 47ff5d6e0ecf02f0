import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests the title of links back to a table.
@Suite struct BackButtonTitleTests {
    private final class Market: TableViewController {
        override func viewDidLoad() {
            title = "The market of the town"
            backButtonTitle = "Market"
        }
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "Apple")
        }
    }

    @Test(arguments: TestRig.allCases)
    func pagesBelowATableLeadBackByIt(rig: TestRig) async throws {
        var server = TableServer()
        let market = await Market()
        server.mount("/market/", market)
        TableActor.run {
            let apple = TableView(title: "Apple")
            apple.navigationItem.breadcrumbs = [market.tableView.backLink(to: "../")]
            server.mount("/market/apple/", apple)
        }
        try await server.test(rig) { client in
            let page: HTTPFields = [.accept: "text/html"]
            let link = #"<li><a href="/market/"><bdi>Market</bdi></a></li>"#
            for path in ["/market/rows/0/0", "/market/sections/0", "/market/apple/"] {
                let html = try await client.get(path, headers: page).text
                #expect(html.contains(link), "\(path)")
            }
            let own = try await client.get("/market/", headers: page).text
            #expect(!own.contains(link) && own.contains("<bdi>The market of the town</bdi></h1>"))

            TableActor.run { market.backButtonTitle = nil }
            let html = try await client.get("/market/rows/0/0", headers: page).text
            #expect(html.contains("<bdi>The market of the town</bdi></a>"))
        }
    }
}
