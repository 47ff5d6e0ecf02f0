import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct RowToolsTests {
    @Test func aRowHasTheButtonsItAllows() async throws {
        let workshop = await Workshop()
        TableActor.run { workshop.change(1, 0) { $0 = .plain("rake") } }
        try await workshop.server().test(.inProcess) { client in
            let page = Markup(try await client.get("/shop/").text)
            #expect(
                page.row("saw").formActions == [
                    "/shop/select/0/1", "/shop/expand/0/1", "/shop/primary/0/1", "/shop/action/0/1/sharpen",
                    "/shop/action/0/1/scrap",
                    "/shop/action/0/1/lend", "/shop/menu/0/1/copy", "/shop/menu/0/1/paste", "/shop/accessory/0/1",
                ])
            #expect(page.row("rake").buttons.isEmpty && page.row("rake").elements("details").isEmpty)
            for button in page.row("saw").buttons {
                #expect(button.attributes["form"] == "touch")
                #expect(button.attributes["name"] == "id" && button.attributes["value"] == "saw")
                #expect(!button.text.isEmpty || button.attributes["aria-label"]?.isEmpty == false)
            }
        }
    }

    @Test func eachIsLeftOutByItself() async throws {
        let cases: [(part: String, change: @TableActor (inout Tool) -> Void)] = [
            ("/select/", { $0.isSelectable = false }), ("/expand/", { $0.expansion = nil }),
            ("/primary/", { $0.hasPrimaryAction = false }), ("/sharpen", { $0.leading = nil }),
            ("/scrap", { $0.trailing = nil }), ("/lend", { $0.contextMenu = nil }),
            ("/copy", { $0.menu = [.paste] }), ("/menu/", { $0.menu = [] }),
            ("/accessory/", { $0.cell.accessory = .checkmark }),
        ]
        for (part, change) in cases {
            let workshop = await Workshop()
            try await workshop.server().test(.inProcess) { client in
                let before = Markup(try await client.get("/shop/").text).row("saw").formActions
                TableActor.run { workshop.change(0, 1) { change(&$0) } }
                let after = Markup(try await client.get("/shop/").text).row("saw").formActions
                #expect(before.contains { $0.contains(part) })
                #expect(after == before.filter { !$0.contains(part) }, "\(part)")
            }
        }
    }

    @Test func whatIsOfferedEmptyIsNotOffered() async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.change(0, 0) { tool in
                (tool.leading, tool.trailing) = (.init(actions: []), .init(actions: []))
                tool.contextMenu = .init(title: "Nothing", actions: [])
                tool.menu = []
                tool.hasPrimaryAction = false
            }
            workshop.change(0, 1) { $0.contextMenu = .init(title: "Nothing", actions: []) }
        }
        try await workshop.server().test(.inProcess) { client in
            let page = Markup(try await client.get("/shop/").text)
            #expect(page.row("hammer").elements("details").isEmpty)
            #expect(page.row("saw").elements("details").count == 1)
            #expect(!page.html.contains("Nothing"))
        }
    }

    @Test func whatLosesDataIsAskedAboutFirst() async throws {
        try await Workshop().server().test(.inProcess) { client in
            let row = Markup(try await client.get("/shop/").text).row("saw")
            let asked = row.buttons.filter { $0.attributes["formmethod"] == "get" }
            #expect(asked.map(\.text) == ["scrap"])
            #expect(asked.first?.attributes["class"] == "destructive")
            let edges = row.buttons.compactMap { $0.attributes["data-edge"] }
            #expect(edges == ["leading", "trailing", "menu"])
            let primary = row.buttons.filter { $0.attributes["data-primary"] != nil }
            #expect(primary.compactMap { $0.attributes["data-edge"] } == ["leading"])
        }
    }

    @Test func aRowThatIsDisabledHasNoButtons() async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.change(0, 0) {
                $0.cell.isEnabled = false
                $0.cell.accessory = .toggle(isOn: true)
                $0.cell.link = "more/"
            }
            workshop.change(0, 1) { $0.cell.isEnabled = false }
        }
        try await workshop.server().test(.inProcess) { client in
            for query in ["", "?_edit=1"] {
                let page = Markup(try await client.get("/shop/\(query)").text)
                #expect(page.row("saw").buttons.isEmpty && page.row("saw").links.isEmpty)
                #expect(page.row("saw").html.contains("disabled"))
                let toggle = page.row("hammer").buttons
                #expect(toggle.count == 1 && toggle.first?.attributes["disabled"] != nil)
                #expect(page.row("hammer").links.isEmpty)
                #expect(!page.row("drill").buttons.isEmpty)
            }
        }
    }

    @Test func aSwitchShowsItsState() async throws {
        let workshop = await Workshop()
        for isOn in [true, false] {
            TableActor.run { workshop.change(0, 1) { $0.cell.accessory = .toggle(isOn: isOn) } }
            try await workshop.server().test(.inProcess) { client in
                let row = Markup(try await client.get("/shop/").text).row("saw")
                let toggle = try #require(row.buttons.first { $0.attributes["role"] == "switch" })
                #expect(toggle.attributes["aria-checked"] == "\(isOn)")
                #expect(toggle.attributes["aria-label"] == "Saw")
            }
        }
    }

    @Test func whatIsExpandedIsInTheAddress() async throws {
        let workshop = await Workshop()
        // The entries of a menu depend on the visitor who opens it.
        for row in 0..<3 { await workshop.change(0, row) { $0.menu = [] } }
        await workshop.change(1, 0) { $0.menu = [] }
        try await workshop.server().test(.inProcess) { client in
            let html: HTTPFields = [.accept: "text/html"]
            let first = try await client.post("/shop/expand/0/1", form: "_query=_size%3D4", headers: html)
            #expect(first.headers[.location] == "/shop/?_size=4&_expanded=saw#row-saw")
            #expect(first.newCookie == "")
            let page = try await client.get("/shop/?_size=4&_expanded=saw")
            #expect(page.headers[.cacheControl] == "no-cache")
            let markup = Markup(page.text)
            #expect(markup.formActions.contains("/shop/collapse/0/1"))
            #expect(page.text.contains("a motor") && page.text.contains("Inside"))
            #expect(!(try await client.get("/shop/").text.contains("a motor")))

            // Expands a second row, and collapses the first.
            let query = markup.elements("input").first { $0.attributes["name"] == "_query" }?.attributes["value"]
            #expect(query == "_size=4&_expanded=saw")
            let form = "_query=_size%3D4%26_expanded%3Dsaw"
            let second = try await client.post("/shop/expand/0/2", form: form, headers: html)
            #expect(second.headers[.location] == "/shop/?_size=4&_expanded=saw&_expanded=drill#row-drill")
            let third = try await client.post("/shop/collapse/0/1", form: form, headers: html)
            #expect(third.headers[.location] == "/shop/?_size=4#row-saw")
            let others = try await client.post("/shop/select/0/0", form: form, headers: html)
            #expect(others.headers[.location] == "/shop/?_size=4&_expanded=saw#row-hammer")
        }
    }

    @Test func everyLinkOfAPageKeepsWhatIsExpanded() async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.tableView.appearance.showsEditButton = true
            workshop.indexTitles = [("B", 0), ("S", 1)]
            workshop.change(0, 0) { $0.name = "a&b %é" }
        }
        try await workshop.server().test(.inProcess) { client in
            let items = "_expanded=a%26b%20%25%C3%A9&_expanded=saw"
            let html = try await client.get("/shop/?_size=1&_section=0&\(items)").text
            let markup = Markup(html)
            let links = markup.links.compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("/shop/?") }
            #expect(links.count >= 3)
            for link in links { #expect(link.contains("_size=1&") && link.contains(items), "\(link)") }
            #expect(html.contains("a motor"))
            let json = try await client.get("/shop/table.json?_size=1&\(items)").text
            #expect(json.contains("_size=1&\(items)"))
        }
    }

    @Test func atMostAHundredRowsAreExpanded() async throws {
        try await Workshop().server().test(.inProcess) { client in
            let items = (0..<100).map { "_expanded=r\($0)" }.joined(separator: "&")
            let page = try await client.get("/shop/?\(items)")
            #expect(page.status == 200)
            let tooMany = try await client.get("/shop/?\(items)&_expanded=saw")
            #expect(tooMany.status == 400)
            let oneMore = try await client.post("/shop/expand/0/1?\(items)")
            #expect(oneMore.status == 409)
        }
    }

    @Test func theIndexLeadsToSectionsOnThisPageAndOnOthers() async throws {
        let workshop = await Workshop()
        TableActor.run { workshop.indexTitles = [("B", 0), ("S", 1), ("lost", 7), ("A & <C>", 2)] }
        try await workshop.server().test(.inProcess) { client in
            let whole = Markup(try await client.get("/shop/").text)
            let links = whole.links.filter { $0.attributes["href"]?.contains("ection") == true }
            #expect(links.map(\.text) == ["B 3", "S 1", "A & <C> 0"])
            #expect(links.map { $0.attributes["href"] } == ["#section-Bench", "#section-Shed", "#section-Attic"])
            let part = Markup(try await client.get("/shop/?_size=2&_edit=1").text)
            let away = part.links.filter { $0.attributes["href"]?.contains("ection") == true }
            #expect(
                away.map { $0.attributes["href"] } == [
                    "#section-Bench", "/shop/?_size=2&_edit=1&_section=1", "/shop/?_size=2&_edit=1&_section=2",
                ])
            for link in away.dropFirst() {
                let answer = try await client.get(link.attributes["href"] ?? "")
                #expect(answer.status == 200)
            }
        }
    }

    @Test func noVisitorIsGivenAnothersMenu() async throws {
        let source = Choosy()
        let tableView = await TableView(title: "Choosy", dataSource: source, delegate: source)
        var server = TableServer()
        server.mount("/", tableView)
        server.mount("/other/", await Workshop().tableView)
        try await server.test(.inProcess) { client in
            // The server knows this visitor from another table, and has nothing to remember in this table.
            let cookie = try await client.post("/other/select/0/0").newCookie
            TableActor.run { source.friend = String(cookie.dropFirst("cascade=".count)) }
            for _ in 0..<2 {
                let own = try await client.get("/", headers: [.cookie: cookie])
                #expect(own.text.contains("/menu/0/0/cut"))
                #expect(own.headers[.cacheControl] == "private, no-cache")
                let others = try await client.get("/")
                #expect(!others.text.contains("/menu/0/0/cut") && others.text.contains("/menu/0/0/copy"))
            }
        }
    }
}

/// A delegate that lets a friend cut rows, and all visitors copy rows.
private final class Choosy: TableViewDataSource, TableViewDelegate {
    @TableActor var friend = ""

    nonisolated init() {}

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Row")
    }
    func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool { true }
    func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool { action == .copy || sender?.id == friend }
}
