import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct PageTests {
    @Test(arguments: TestRig.allCases)
    func pageAndJSONShowTheSameRows(rig: TestRig) async throws {
        try await Market().server().test(rig) { client in
            let page = try await client.get("/")
            #expect(page.status == 200)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            let table = try await client.get("/table.json").decode(TableJSON.self)
            #expect(table.titles == ["fruit0", "fruit1", "fruit2", "vegetable0", "vegetable1"])
            for title in table.titles { #expect(page.text.contains(">\(title)<")) }
        }
    }

    @Test func pagesFollowEachOtherBothWays() async throws {
        let market = await Market(fruit: 5, vegetables: 4)
        try await market.server().test(.inProcess) { client in
            var target: String? = "/table.json?_size=2"
            var forward: [[String]] = []
            var last = ""
            while let current = target {
                let table = try await client.get(current).decode(TableJSON.self)
                forward.append(table.titles)
                last = current
                target = table.next_url
            }
            #expect(
                forward == [
                    ["fruit0", "fruit1"], ["fruit2", "fruit3"], ["fruit4", "vegetable0"],
                    ["vegetable1", "vegetable2"], ["vegetable3"],
                ])
            var backward: [[String]] = []
            target = last
            while let current = target {
                let table = try await client.get(current).decode(TableJSON.self)
                backward.insert(table.titles, at: 0)
                target = table.previous_url
            }
            #expect(backward == forward)
        }
    }

    @Test func aPageIsFoundAgainWhenRowsComeAbove() async throws {
        let market = await Market(fruit: 6, vegetables: 0)
        try await market.server().test(.inProcess) { client in
            let next = try #require(try await client.get("/table.json?_size=2").decode(TableJSON.self).next_url)
            TableActor.run {
                market.fruit.childDelegates.insert(market.makeStall("new"), at: 0)
                market.tableView.insertRows(at: [IndexPath(row: 0, section: 0)])
            }
            #expect(try await client.get(next).decode(TableJSON.self).titles == ["fruit2", "fruit3"])
        }
    }

    @Test(arguments: [
        ("fruit0", ["fruit0", "fruit1"]), ("fruit4", ["fruit4", "vegetable0"]), ("vegetable1", ["vegetable1"]),
    ])
    func thePageOfARowIsOneOfThoseThatFollowEachOther(name: String, titles: [String]) async throws {
        try await Market(fruit: 5, vegetables: 2).server().test(.inProcess) { client in
            let table = try await client.get("/table.json?_size=2&_row=\(name)").decode(TableJSON.self)
            #expect(table.titles == titles)
            let page = try await client.get("/?_size=2&_row=\(name)").text
            #expect(page.contains("/table.json?_size=2&amp;_row=\(name)"))
            #expect(try await client.get("/table.json?_row=nobody").status == 404)
        }
    }

    @Test func pagesFollowEachOtherWhateverRowsAreCalled() async throws {
        let names = [
            "\u{301}e", "~", "a~1.2~b", "", "%00", "a&_size=1#x", "\r\n", "é", "e\u{301}x", "👩‍🚀", "\"<>", " + ",
        ]
        let market = await Market(fruit: 0, vegetables: 0)
        TableActor.run { market.fruit.childDelegates = names.map(market.makeStall) }
        try await market.server().test(.inProcess) { client in
            for query in ["_size=1", "_size=5"] {
                var seen: [String] = []
                var target: String? = "/table.json?\(query)"
                while let current = target, seen.count < 2 * names.count {
                    let table = try await client.get(current).decode(TableJSON.self)
                    seen += table.titles
                    target = table.next_url
                }
                #expect(seen == names)
            }
        }
    }

    @Test(arguments: TestRig.allCases)
    func anUnchangedPageIsNotSentAgain(rig: TestRig) async throws {
        let market = await Market()
        try await market.server().test(rig) { client in
            for target in ["/", "/table.json", "/rows/0/0.json", "/table.css"] {
                let first = try await client.get(target)
                let tag = try #require(first.headers[.eTag])
                let second = try await client.get(target, headers: [.ifNoneMatch: tag])
                #expect(second.status == 304)
                #expect(second.body.isEmpty)
                #expect(try await client.get(target, headers: [.ifNoneMatch: "\"other\""]).status == 200)
            }
            let tag = try #require(try await client.get("/").headers[.eTag])
            TableActor.run {
                market.stall(0, 0)?.title = "changed"
                market.tableView.reloadRows(at: [IndexPath(row: 0, section: 0)])
            }
            let changed = try await client.get("/", headers: [.ifNoneMatch: tag])
            #expect(changed.status == 200)
            #expect(changed.text.contains("changed"))
        }
    }

    @Test func noVisitorSeesAnothersPage() async throws {
        let tableView = await TableView(title: "Mine", dataSource: Greeting())
        var server = TableServer()
        server.mount("/", tableView)
        try await server.test(.inProcess) { client in
            let one = try await client.post("/select/0/0").newCookie
            let two = try await client.post("/select/0/0").newCookie
            #expect(one != two)
            let first = try await client.get("/", headers: [.cookie: one]).text
            let second = try await client.get("/", headers: [.cookie: two]).text
            #expect(first != second)
            #expect(try await client.get("/", headers: [.cookie: one]).text == first)
            #expect(try await client.get("/", headers: [.cookie: one]).headers[.cacheControl] == "private, no-cache")
            let stranger = try await client.get("/").text
            #expect(stranger != first && stranger != second)
        }
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

/// A table that greets each visitor by name, so that its pages are personal.
private final class Greeting: TableViewDataSource {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Hello \(tableView.session.id)")
    }
}
