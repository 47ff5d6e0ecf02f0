import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableTesting
import Testing

@testable import TableServer

/// Tests that a response with a possible secret is not compressed together with text from another site.
@Suite struct CompressionPolicyTests {
    private static let accepting: HTTPFields = [.acceptEncoding: "gzip, deflate, br, zstd"]

    @Test(
        arguments: [
            ("/", "cross-site", true), ("/?_search=a", "cross-site", false), ("/?_search=a", "same-site", false),
            ("/?_search=a", "same-origin", true), ("/?_search=a", "none", true), ("/?_search=a", nil, true),
            ("/table.json?_size=max", "cross-site", false), ("/?_search=a", "anything else", false),
            ("/?", "cross-site", false),
        ] as [(String, String?, Bool)])
    func whatAnotherSiteHasABrowserAskForByAQueryIsSentAsItIs(target: String, site: String?, isCompressed: Bool) throws
    {
        var headers = Self.accepting
        if let site { headers.append(contentsOf: HTTPFields.named(["Sec-Fetch-Site": site])) }
        #expect((CompressionPolicy.coding(for: try .make(.get, target, headers: headers)) != nil) == isCompressed)
    }

    @Test(arguments: TestRig.allCases)
    func whatIsOneVisitorsOwnIsSentAsItIs(rig: TestRig) async throws {
        let market = await Market(fruit: 60)
        try await market.server { ($0.pageSize, $0.maxPageSize) = (50, 50) }.test(rig) { client in
            let targets = ["/", "/table.json", "/table.csv", "/table.ndjson", "/table.md", "/sections/0"]
            for target in targets {
                let answer = try await client.get(target, headers: Self.accepting)
                #expect(answer.headers[.contentEncoding] != nil, "\(target)")
            }
            // when the visitor selects a row
            var own = Self.accepting
            own[.cookie] = try await client.post("/select/0/0").newCookie
            // then
            for target in targets {
                let answer = try await client.get(target, headers: own)
                #expect(answer.headers[.cacheControl] == "private, no-cache", "\(target)")
                #expect(answer.headers[.contentEncoding] == nil, "\(target)")
                #expect(answer.headers[.vary]?.hasPrefix("Accept-Encoding, Cookie") == true)
                let others = try await client.get(target, headers: Self.accepting)
                #expect(others.headers[.contentEncoding] != nil, "\(target)")
            }
            for answer in [
                try await client.post("/select/0/1", headers: own), try await client.get("/nothing", headers: own),
                try await client.get("/rows/0/9999", headers: own),
            ] {
                #expect(answer.headers[.contentEncoding] == nil)
            }
        }
    }

    /// This also holds if a row depends on the visitor, and the visitor has no session yet.
    @Test func whatReadsTheVisitorIsSentAsItIs() async throws {
        let market = await Market(fruit: 60)
        TableActor.run { market.stall(0, 0)?.isPersonal = true }
        try await market.server().test(.inProcess) { client in
            for _ in 0..<2 {
                let answer = try await client.get("/", headers: Self.accepting)
                #expect(answer.headers[.cacheControl] == "private, no-cache")
                #expect(answer.headers[.contentEncoding] == nil)
            }
        }
    }
}
