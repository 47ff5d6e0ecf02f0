import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct SecurityTests {
    @Test func onlyOwnHostsAreAnswered() async throws {
        let host = try #require(HTTPField.Name("Host"))
        let server = await Market().server { $0.allowedHosts = ["table.example"] }
        try await server.test(.inProcess) { client in
            let cases: [(String, Int)] = [
                ("localhost", 200), ("LOCALHOST:8080", 200), ("127.0.0.1:1", 200), ("[::1]:8080", 200),
                ("localhost.", 200), ("table.example", 200), ("evil.example", 403), ("127.0.0.1.evil.example", 403),
                ("10.0.0.1", 403), ("", 403), ("[::2]", 403),
            ]
            for (name, status) in cases {
                for target in ["/", "/table.json", "/table.css", "/healthz"] {
                    let answer = try await client.get(target, headers: [host: name])
                    #expect(answer.status == status, "\(name) \(target)")
                }
            }
        }
    }

    @Test func requestsOfOtherSitesAreRefused() async throws {
        let host = try #require(HTTPField.Name("Host"))
        let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
        let market = await Market()
        try await market.server().test(.inProcess) { client in
            let cases: [(HTTPFields, Int)] = [
                ([:], 200), ([site: "same-origin"], 200), ([site: "none"], 200),
                ([site: "cross-site"], 403), ([site: "same-site"], 403), ([site: ""], 403), ([site: "nonsense"], 403),
                ([.origin: "http://localhost:8080"], 200), ([.origin: "http://LOCALHOST:8080"], 200),
                ([.origin: "https://localhost:8080"], 403), ([.origin: "http://localhost:8081"], 403),
                ([.origin: "http://localhost"], 403), ([.origin: "null"], 403), ([.origin: "http://evil.example"], 403),
                ([.origin: "http://evil.example", site: "same-origin"], 200),
                ([.origin: "http://localhost:8080", site: "cross-site"], 403),
            ]
            for (headers, status) in cases {
                var headers = headers
                headers[host] = "localhost:8080"
                let answer = try await client.post("/select/0/0", headers: headers)
                #expect(answer.status == status, "\(headers)")
                let page = try await client.get("/", headers: headers)
                #expect(page.status == 200)
            }
        }
    }

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
