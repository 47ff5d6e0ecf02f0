import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct HeightsRouteTests {
    @Test(arguments: TestRig.allCases)
    func theSheetOfSomeHeightsIsKeptForGood(rig: TestRig) async throws {
        try await Market().server().test(rig) { client in
            let answer = try await client.get("/heights.css?px=44,72.5")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "text/css; charset=utf-8")
            #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(answer.text == "tr.h44{height:44px}\ntr.h72_5{height:72.5px}\n")
        }
    }

    @Test(arguments: [
        "", "?", "?px", "?px=", "?px=a", "?px=44;", "?px=-1", "?px=1e9", "?px=44,,44", "?PX=44", "?px=%7D",
    ])
    func whatIsNoListOfHeightsIsRefused(query: String) async throws {
        try await Market().server().test(.inProcess) { client in
            let answer = try await client.get("/heights.css\(query)")
            #expect(answer.status == 400)
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    /// The style sheet that a page links must exist. There is no link if no row has a height.
    @Test func aPageAsksForItsHeights() async throws {
        try await Market().server().test(.inProcess) { client in
            let page = try await client.get("/")
            #expect(!page.text.contains("heights.css"))
        }
        let tall = await TableView(title: "Tall", dataSource: Tall(), delegate: Tall())
        var server = TableServer()
        server.mount("/tall/", tall)
        try await server.test(.inProcess) { client in
            let page = try await client.get("/tall/").text
            #expect(page.contains("href=\"/tall/heights.css?px=60.5\""))
            #expect(page.contains("h60_5"))
            #expect(try await client.get("/tall/heights.css?px=60.5").text == "tr.h60_5{height:60.5px}\n")
        }
    }
}

private final class Tall: TableViewDataSource, TableViewDelegate {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Row")
    }

    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height { 60.5 }
}
