import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct SecurityTests {
    @Test func wrongMethodsAreNamed() async throws {
        try await Market().server().test(.inProcess) { client in
            let get = try await client.get("/select/0/0")
            #expect(get.status == 405)
            #expect(get.headers[.allow]?.contains("POST") == true)
            #expect(try await client.post("/table.json").status == 405)
            #expect(try await client.send(.delete, "/", headers: [:], body: []).status == 405)
            let head = try await client.send(.head, "/", headers: [:], body: [])
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
        }
    }

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
