import CascadingTable
import Foundation
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests tables that are sent as a whole.
@Suite struct ExportRouteTests {
    /// Also tests tables that are streamed.
    @Test(arguments: [3, 5_000])
    func aByteOrderMarkIsWrittenWhenAsked(rows: Int) async throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        try await LongTable(count: rows).server().test(.inProcess) { client in
            let plain = try await client.get("/table.csv").body
            #expect(plain.starts(with: Array("n,text\r\n".utf8)))
            #expect(try await client.get("/table.csv?_bom=1").body == mark + plain)
            #expect(try await client.get("/table.csv?_bom=0").body == plain)
            let page = try await client.get("/table.csv?_bom=1&_size=2")
            #expect(page.body.starts(with: mark))
            let next = try #require(page.headers[values: .init("Link")!].first)
            #expect(next.contains("_bom=1"))
            for refused in [
                "/table.csv?_bom=2", "/table.csv?_bom=", "/table.json?_bom=1", "/table.txt?_bom=1", "/?_bom=1",
            ] {
                #expect(try await client.get(refused).status == 400, "\(refused)")
            }
        }
    }

    /// Creates a server with windows of at most three rows, so that a small table takes several windows.
    private func server(_ market: Market) -> TableServer {
        market.server {
            $0.pageSize = 2
            $0.maxPageSize = 3
        }
    }

    @Test func everyRowOfALongTableIsSent() async throws {
        let market = await Market(fruit: 10, vegetables: 5)
        try await server(market).test(.socket) { client in
            let names = (0..<10).map { "fruit\($0)" } + (0..<5).map { "vegetable\($0)" }
            let csv = try await client.get("/table.csv")
            #expect(csv.headers[.transferEncoding] == "chunked")
            #expect(csv.headers[.contentType] == "text/csv; charset=utf-8")
            let lines = csv.text.split(separator: "\r\n")
            #expect(lines.first == "section,title")
            #expect(lines.dropFirst().map { String($0.split(separator: ",")[1]) } == names)
            // equal to one page with all rows
            for target in ["/table.csv", "/table.md", "/table.txt?_style=psql", "/table.txt?_style=html"] {
                let whole = try await client.get(target)
                #expect(whole.headers[.contentSecurityPolicy] != nil)
                try await market.server { $0.maxPageSize = 100 }.test(.inProcess) { client in
                    let page = try await client.get(target)
                    #expect(page.text == whole.text)
                }
            }
        }
    }

    @Test(arguments: [3, 1000])
    func eachLineOfNDJSONIsARowOfTheJSON(size: Int) async throws {
        let market = await Market(fruit: 4, vegetables: 3)
        try await market.server { ($0.pageSize, $0.maxPageSize) = (size, size) }.test(.socket) { client in
            let answer = try await client.get("/table.ndjson?_shape=cells")
            #expect(answer.headers[.contentType] == "application/x-ndjson")
            let lines = answer.text.split(separator: "\n")
            let rows = try lines.map { try JSONDecoder().decode(TableJSON.Row.self, from: Data($0.utf8)) }
            var ids: [String] = []
            var target: String? = "/table.json"
            while let next = target {
                let page = try await client.get(next)
                let table = try page.decode(TableJSON.self)
                ids += table.sections.flatMap(\.rows).map(\.id)
                for line in lines[(ids.count - table.sections.flatMap(\.rows).count)..<ids.count] {
                    #expect(page.text.contains(line))
                }
                target = table.next_url
            }
            #expect(rows.map(\.id) == ids)
            #expect(rows.count == 7)
        }
    }

    @Test func aTableOfAPageHasItsLength() async throws {
        try await Market().server().test(.socket) { client in
            for target in ["/table.csv", "/table.md", "/table.txt", "/table.ndjson"] {
                let answer = try await client.get(target)
                #expect(answer.headers[.contentLength] == "\(answer.body.count)", "\(target)")
            }
        }
    }

    @Test func theRequestSaysWhereItBeginsAndEnds() async throws {
        let market = await Market(fruit: 10, vegetables: 5)
        try await server(market).test(.socket) { client in
            let vegetables = (0..<5).map { "vegetable\($0)" }
            let cases: [(query: String, titles: [String])] = [
                ("_section=1", vegetables), ("_next=0.7~fruit7", ["fruit8", "fruit9"] + vegetables),
                ("_size=2", ["fruit0", "fruit1"]), ("_size=2&_next=0.7~fruit7", ["fruit8", "fruit9"]),
                ("_size=max", ["fruit0", "fruit1", "fruit2"]), ("_prev=0.7~fruit7", ["fruit5", "fruit6"]),
            ]
            for (query, titles) in cases {
                let lines = try await client.get("/table.csv?\(query)").text.split(separator: "\r\n").dropFirst()
                #expect(lines.map { String($0.split(separator: ",")[1]) } == titles, "\(query)")
            }
            let answer = try await client.get("/table.ndjson?_style=csv")
            #expect(answer.status == 400)
        }
    }

    @Test func whatTheClientHasIsNotSentAgain() async throws {
        let market = await Market(fruit: 10)
        try await server(market).test(.socket) { client in
            for target in ["/table.csv", "/table.txt", "/table.ndjson"] {
                let first = try await client.get(target)
                let tag = try #require(first.headers[.eTag])
                #expect(first.headers[.cacheControl] == "no-cache")
                #expect(first.headers[.vary] == "Accept-Encoding, Cookie")
                let second = try await client.get(target, headers: [.ifNoneMatch: tag])
                #expect(second.status == 304 && second.body.isEmpty)
                #expect(second.headers[.eTag] == tag)
                #expect(second.headers[.transferEncoding] == nil)
                let head = try await client.send(.head, target, headers: [:], body: [])
                #expect(head.status == 200 && head.body.isEmpty && head.headers[.eTag] == tag)
                #expect(head.headers[.contentType] == first.headers[.contentType])
                TableActor.run { market.tableView.reloadData() }
                #expect(try await client.get(target, headers: [.ifNoneMatch: tag]).status == 200)
            }
        }
    }

    /// A visitor's selection is only in this visitor's export.
    @Test func aVisitorsTableIsHisOwn() async throws {
        let market = await Market(fruit: 10)
        try await server(market).test(.socket) { client in
            let cookie = try await client.post("/select/0/9").newCookie
            let own = try await client.get("/table.ndjson?_shape=cells", headers: [.cookie: cookie])
            #expect(own.text.split(separator: "\n")[9].contains("\"selected\":true"))
            #expect(own.headers[.cacheControl] == "private, no-cache")
            let others = try await client.get("/table.ndjson?_shape=cells")
            #expect(!others.text.contains("\"selected\":true"))
            #expect(own.headers[.eTag] != others.headers[.eTag])
        }
    }

    @Test(arguments: TestRig.allCases)
    func aBrowserSavesItByTheNameOfTheTable(rig: TestRig) async throws {
        try await Market().server().test(rig) { client in
            let expected: [(String, String?)] = [
                ("csv", "attachment; filename=\"Market.csv\""), ("ndjson", "attachment; filename=\"Market.ndjson\""),
                ("txt", nil), ("md", nil), ("json", nil),
            ]
            for (name, disposition) in expected {
                let answer = try await client.get("/table.\(name)")
                #expect(answer.headers[.contentDisposition] == disposition)
            }
        }
        try await server(Market()).test(rig) { client in
            let answer = try await client.get("/table.csv")
            #expect(answer.headers[.contentDisposition] == "attachment; filename=\"Market.csv\"")
        }
    }

    /// An error before the first byte has an error status.
    @Test func whatCannotBeLoadedAtFirstIsAFailure() async throws {
        let table = await LongTable(count: 5000)
        TableActor.run { table.failure = 500 }
        try await table.server().test(.socket) { client in
            let answer = try await client.get("/table.csv")
            #expect(answer.status == 500)
            let page = try await client.get("/")
            #expect(page.status == 200)
        }
    }
}
