import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct SecurityTests {
    @Test func anOpenDoorMustBeAskedFor() async throws {
        let server = await Market().server { $0.http.host = "0.0.0.0" }
        await #expect(throws: TableServerError.self) { try await server.run() }
    }

    @Test func nothingWrittenIntoACellBecomesMarkup() async throws {
        let market = await Market()
        TableActor.run { market.stall(0, 0)?.title = "</button><script>alert(1)</script>\"'&" }
        try await market.server().test(.inProcess) { client in
            let page = try await client.get("/").text
            #expect(!page.contains("<script>alert"))
            #expect(page.contains("&lt;script&gt;"))
            #expect(!page.contains("style="))
        }
    }
}
