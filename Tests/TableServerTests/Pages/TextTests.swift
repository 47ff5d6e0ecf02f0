import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct TextTests {
    @Test(arguments: TestRig.allCases)
    func textShowsTheRowsOfTheJSON(rig: TestRig) async throws {
        try await Market().server().test(rig) { client in
            let answer = try await client.get("/table.txt")
            #expect(answer.status == 200)
            #expect(
                answer.text == """
                    title
                    ----------
                    Fruit
                    fruit0
                    fruit1
                    fruit2

                    Vegetables
                    vegetable0
                    vegetable1

                    """)
            #expect(try await client.get("/table.txt?_style=simple").text == answer.text)
            #expect(
                try await client.get("/table.txt?_style=psql").text.hasPrefix("+------------+\n| title      |\n|---"))
            let titles = try await client.get("/table.json").decode(TableJSON.self).titles
            let lines = try await client.get("/table.csv").text.split(separator: "\r\n").dropFirst()
            #expect(lines.map { String($0.split(separator: ",")[1]) } == titles)
            #expect(try await client.get("/table.md").text.contains("| **Fruit**      |\n| fruit0         |\n"))
        }
    }

    @Test(arguments: TestRig.allCases)
    func eachHasItsTypeAndIsNeverGuessedAt(rig: TestRig) async throws {
        try await Market().server().test(rig) { client in
            for (target, type) in [
                ("/table.txt", "text/plain"), ("/table.txt?_style=html", "text/plain"),
                ("/table.txt?_style=csv", "text/plain"), ("/table.csv", "text/csv"), ("/table.md", "text/markdown"),
            ] {
                let answer = try await client.get(target)
                #expect(answer.headers[.contentType] == "\(type); charset=utf-8", "\(target)")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff", "\(target)")
                #expect(answer.headers[.contentSecurityPolicy] != nil, "\(target)")
            }
        }
    }

    @Test(arguments: TestRig.allCases)
    func anUnchangedTextIsNotSentAgain(rig: TestRig) async throws {
        let market = await Market()
        try await market.server().test(rig) { client in
            for target in ["/table.txt", "/table.txt?_style=grid", "/table.csv", "/table.md"] {
                let tag = try #require(try await client.get(target).headers[.eTag])
                let second = try await client.get(target, headers: [.ifNoneMatch: tag])
                #expect(second.status == 304)
                #expect(second.body.isEmpty)
                TableActor.run {
                    market.stall(0, 0)?.title += "!"
                    market.tableView.reloadRows(at: [IndexPath(row: 0, section: 0)])
                }
                let changed = try await client.get(target, headers: [.ifNoneMatch: tag])
                #expect(changed.status == 200)
                #expect(changed.text.contains(TableActor.run { market.stall(0, 0)?.title ?? "-" }))
            }
        }
    }

    @Test func eachStyleIsKeptForItself() async throws {
        try await Market().server().test(.inProcess) { client in
            var seen: Set<String> = []
            for style in [
                "plain", "simple", "grid", "fancy_grid", "psql", "org", "pipe", "rst", "latex", "html", "csv",
            ] {
                let answer = try await client.get("/table.txt?_style=\(style)")
                #expect(answer.status == 200, "\(style)")
                #expect(seen.insert(answer.text).inserted, "\(style)")
            }
        }
    }

    @Test func addressesThatAreTooLongForAHeaderAreInTheBodyOnly() async throws {
        let market = await Market(fruit: 3, vegetables: 2)
        TableActor.run { market.tableView.queryOptions = .all }
        try await market.server().test(.socket) { client in
            let link = try #require(HTTPField.Name("Link"))
            for (length, hasLink) in [(100, true), (6_000, false)] {
                let query = "_size=2&title__not=" + String(repeating: "x", count: length)
                let answer = try await client.get("/table.json?\(query)")
                #expect(answer.status == 200)
                #expect((answer.headers[link] != nil) == hasLink)
                #expect(answer.text.contains("\"next_url\":\"/table.json?title__not=xxx"))
            }
        }
    }

    @Test func pagesFollowEachOther() async throws {
        try await Market(fruit: 3, vegetables: 2).server().test(.inProcess) { client in
            let link = try #require(HTTPField.Name("Link"))
            let first = try await client.get("/table.txt?_style=csv&_size=2")
            #expect(first.text == "section,title\r\nFruit,fruit0\r\nFruit,fruit1\r\n")
            let header = try #require(first.headers[link])
            let next = try #require(header.firstMatch(of: /<([^>]*)>; rel="next"/)).output.1
            #expect(next.hasPrefix("/table.txt?_size=2&_next="))
            let second = try await client.get(String(next))
            #expect(second.text == "section,title\r\nFruit,fruit2\r\nVegetables,vegetable0\r\n")
            #expect(second.headers[link]?.contains("rel=\"prev\"") == true)
            #expect(try await client.get("/table.csv?_size=2").headers[link]?.hasPrefix("</table.csv?_size=2&") == true)
        }
    }

    @Test func anUnknownStyleIsRefusedWithThoseThereAre() async throws {
        try await Market().server().test(.inProcess) { client in
            for style in ["ascii", "", "Grid", "fancyGrid", "grid%20"] {
                let answer = try await client.get("/table.txt?_style=\(style)")
                #expect(answer.status == 400, "\(style)")
                #expect(answer.headers[.contentType] == "application/problem+json")
                let detail = try answer.decode(ProblemJSON.self).detail
                for known in [
                    "plain", "simple", "grid", "fancy_grid", "psql", "org", "pipe", "rst", "latex", "html", "csv",
                ] {
                    #expect(detail.contains(known), "\(style) \(known)")
                }
            }
            for target in [
                "/?_style=grid", "/table.json?_style=grid", "/table.csv?_style=grid", "/table.md?_style=pipe",
            ] {
                #expect(try await client.get(target).status == 400, "\(target)")
            }
            let unknown = try await client.get("/table.txt?_a=b").text
            #expect(unknown.contains("_lang, ") && unknown.contains(", _style"))
            #expect(try await client.get("/table.txt?_size=0").status == 400)
        }
    }

    @Test func aLongTextMakesNoLineLongerThanThePageWould() async throws {
        let market = await Market(fruit: 2, vegetables: 0)
        TableActor.run {
            market.stall(0, 0)?.title = String(repeating: "x", count: 2000)
            market.tableView.reloadData()
        }
        let server = market.server { $0.maxTextLength = 10 }
        try await server.test(.inProcess) { client in
            let grid = try await client.get("/table.txt?_style=grid").text
            #expect(grid.contains("| xxxxxxxxx… |"))
            let csv = try await client.get("/table.csv").text
            #expect(csv.contains(String(repeating: "x", count: 2000)))
        }
    }
}
