import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering
import TableTesting
import Testing

@testable import TableServer

@Suite struct CompressionTests {
    private static let targets = [
        "/", "/?_size=40", "/table.json", "/table.txt", "/table.csv", "/table.md", "/table.ndjson", "/sections/0",
        "/sections/0.json", "/table.css", "/select.js",
    ]

    /// A page has the same content in each coding.
    @Test(arguments: TestRig.allCases)
    func everyRepresentationIsTheSameInEachCoding(rig: TestRig) async throws {
        try await Market(fruit: 300).server().test(rig) { client in
            for target in Self.targets {
                let plain = try await client.get(target)
                #expect(plain.headers[.contentEncoding] == nil)
                for coding in ["gzip", "zstd"] {
                    for _ in 0..<2 {
                        let answer = try await client.get(target, headers: [.acceptEncoding: coding])
                        #expect(answer.status == 200)
                        #expect(answer.headers[.contentEncoding] == coding, "\(target)")
                        #expect(try answer.content == plain.body, "\(target)")
                        #expect(answer.body.count < plain.body.count)
                        #expect(answer.headers[.eTag] != plain.headers[.eTag])
                        #expect(answer.headers[.vary] == plain.headers[.vary])
                        #expect(answer.headers[.vary]?.hasPrefix("Accept-Encoding") == true, "\(target)")
                        if rig == .socket { #expect(answer.headers[.contentLength] == "\(answer.body.count)") }
                        let head = try await client.send(.head, target, headers: [.acceptEncoding: coding], body: [])
                        #expect(head.headers.withoutTimes == answer.headers.withoutTimes, "\(target)")
                        let tag = try #require(answer.headers[.eTag])
                        let again = try await client.get(
                            target, headers: [.acceptEncoding: coding, .ifNoneMatch: tag])
                        #expect(again.status == 304 && again.body.isEmpty && again.headers[.eTag] == tag)
                        #expect(again.headers[.vary] == answer.headers[.vary])
                    }
                }
            }
        }
    }

    @Test func aChangeIsSeenInEachCodingByTheNextRequest() async throws {
        let market = await Market(fruit: 60)
        try await market.server().test(.inProcess) { client in
            for number in 0..<20 {
                TableActor.run {
                    market.stall(0, 0)?.title = "changed\(number)"
                    market.tableView.reloadRows(at: [IndexPath(row: 0, section: 0)])
                }
                for coding in ["gzip", "zstd", "identity"].shuffled() {
                    let page = try await client.get("/", headers: [.acceptEncoding: coding])
                    #expect(String(decoding: try page.content, as: UTF8.self).contains("changed\(number)<"))
                }
            }
        }
    }

    /// The entity tag of any coding names the revision that a gesture is for.
    @Test(arguments: ["gzip", "zstd", "identity"])
    func aGestureIsMeantForTheRevisionThatWasSeen(coding: String) async throws {
        let market = await Market(fruit: 60)
        try await market.server().test(.inProcess) { client in
            let tag = try #require(try await client.get("/", headers: [.acceptEncoding: coding]).headers[.eTag])
            #expect(try await client.post("/select/0/0", headers: [.ifMatch: tag]).status == 200)
            TableActor.run { market.tableView.reloadData() }
            #expect(try await client.post("/select/0/0", headers: [.ifMatch: tag]).status == 412)
        }
    }

    @Test func withoutCompressionEverythingIsSentAsItIs() async throws {
        let server = await Market(fruit: 60).server { $0.allowsCompression = false }
        try await server.test(.inProcess) { client in
            for target in Self.targets {
                let answer = try await client.get(target, headers: [.acceptEncoding: "gzip, zstd"])
                #expect(answer.headers[.contentEncoding] == nil, "\(target)")
                #expect(answer.headers[.vary]?.contains("Encoding") != true, "\(target)")
            }
        }
    }

    /// The compressed forms of a page are cached with the page, and count towards the limit.
    @Test func whatIsKeptIsBounded() async throws {
        let market = await Market(fruit: 3000, vegetables: 0)
        var configuration = TableServer.Configuration()
        configuration.maxCachedBytes = 200_000
        let renderer = try PageRenderer(configuration, publicPath: "")
        let handler = TableHandler(configuration, renderer: renderer)
        let table = MountedTable(market.tableView)
        for page in 0..<60 {
            for coding in ["gzip", "zstd"] {
                let before = handler.pages.byteCount
                let request = try Request.make(
                    .get, "/?_size=20&_next=0.\(page * 20)~fruit\(page * 20)", headers: [.acceptEncoding: coding])
                let view = PageRequest(
                    scope: .table, representation: .html,
                    parameters: try PageParameters(request.query, limits: configuration), language: .english,
                    base: "/")
                guard let answer = try await handler.page(view, of: table, for: request).prebuilt else {
                    Issue.record("The page cannot be given again.")
                    return
                }
                #expect(answer.headers[.contentEncoding] == coding)
                #expect(handler.pages.byteCount <= configuration.maxCachedBytes)
                // The plain page is already in the cache. Its compressed form is added to its cost.
                if page == 0, coding == "zstd" { #expect(handler.pages.byteCount > before + 1024) }
            }
        }
        #expect(handler.pages.byteCount > 100_000)
    }
}
