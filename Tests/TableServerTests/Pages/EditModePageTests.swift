import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct EditModePageTests {
    /// Returns a workshop whose rows look different in edit mode.
    @TableActor
    private func makeWorkshop() -> Workshop {
        let workshop = Workshop()
        workshop.tableView.appearance.showsEditButton = true
        workshop.change(0, 1) { $0.deleteTitle = "Throw away" }
        workshop.change(0, 2) { $0.canEdit = false }
        workshop.change(1, 0) {
            $0.editingStyle = .insert; $0.canMove = false
        }
        return workshop
    }

    @Test func theLinkToEditModeIsShownAndLeadsBothWays() async throws {
        let cases: [(target: String, title: String, way: String)] = [
            ("/shop/", "Edit", "/shop/?_edit=1"), ("/shop/?_edit=0", "Edit", "/shop/?_edit=1"),
            ("/shop/?_edit=1", "Done", "/shop/"), ("/shop/?_size=2", "Edit", "/shop/?_size=2&_edit=1"),
            ("/shop/?_edit=1&_size=2", "Done", "/shop/?_size=2"),
            ("/shop/?_next=0.0~hammer&_edit=1", "Done", "/shop/?_next=0.0~hammer"),
            ("/shop/?_section=1", "Edit", "/shop/?_edit=1&_section=1"),
            ("/shop/sections/1", "Edit", "/shop/sections/1?_edit=1"),
            ("/shop/sections/1?_edit=1", "Done", "/shop/sections/1"),
            ("/shop/rows/0/1?_edit=1", "Done", "/shop/rows/0/1"),
        ]
        try await makeWorkshop().server().test(.inProcess) { client in
            for (target, title, way) in cases {
                let markup = Markup(try await client.get(target).text)
                let link = markup.links.first { $0.attributes["class"] == "mode" }
                #expect(link?.text == title, "\(target)")
                #expect(link?.attributes["href"] == way, "\(target)")
                let back = try await client.get(way).text
                #expect(back.contains(title == "Edit" ? ">Done</a>" : ">Edit</a>"), "\(way)")
            }
        }
    }

    private final class Inbox: TableViewController {
        override func viewDidLoad() {
            tableView.allowsMultipleSelectionDuringEditing = true
            tableView.selectionActions = [TableViewSelectionAction(id: "read", title: "Mark as read") { _, _ in }]
        }
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }
        override func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {}
    }

    /// As in UIKit, checkboxes take the place of the buttons that delete rows.
    @Test func `Rows have checkboxes in edit mode`() async throws {
        var server = TableServer()
        server.mount("/", Inbox())
        try await server.test(.inProcess) { client in
            let page = try await client.get("/", headers: [.accept: "text/html"]).text
            #expect(!page.contains(#"type="checkbox""#))
            let editing = try await client.get("/?_edit=1", headers: [.accept: "text/html"]).text
            #expect(editing.contains(#"<input type="checkbox" form="selection" name="rows" value="0.1@"#))
            #expect(editing.contains("Mark as read"))
            #expect(!editing.contains("/commit/"))
            let fromPage = "rows=0.0&rows=0.1&_query=_edit%3D1"
            #expect(try await client.post("/select", form: fromPage).status == 200)
            #expect(try await client.post("/select", form: "rows=0.0&rows=0.1").status == 403)
            #expect(try await client.post("/commit/0/0/delete").status == 200)
        }
    }

    private final class Shelf: TableViewController {
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "Book", accessory: indexPath.row == 0 ? .checkmark : .toggle(isOn: true))
        }
        override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
    }

    /// The buttons that move rows are the outermost, so that they are aligned below each other.
    @Test func theButtonsThatMoveARowComeAfterItsAccessory() async throws {
        var server = TableServer()
        let shelf = await Shelf()
        server.mount("/", shelf)
        try await server.test(.inProcess) { client in
            let html = try await client.get("/?_edit=1").text
            #expect(html.contains(#"checked</span></span><span class="tool moves">"#))
            #expect(
                html.matches(of: /tool toggle".*?<\/button><span class="tool moves">.*?<\/span><\/div><\/th>/).count
                    == 1)
        }
    }

    @Test func aTableWithoutEditModeOffersNoneAndCanLeaveIt() async throws {
        try await Workshop().server().test(.inProcess) { client in
            let shown = Markup(try await client.get("/shop/").text)
            #expect(!shown.links.contains { $0.attributes["class"] == "mode" })
            let edited = Markup(try await client.get("/shop/?_edit=1").text)
            #expect(edited.links.first { $0.attributes["class"] == "mode" }?.text == "Done")
        }
    }

    @Test func theLinksOfAPageKeepItsMode() async throws {
        try await makeWorkshop().server().test(.inProcess) { client in
            let page = try await client.get("/shop/?_size=2&_edit=1&_next=0.0~hammer")
            let markup = Markup(page.text)
            for relation in ["prev", "next"] {
                let href = markup.links.first { $0.attributes["rel"] == relation }?.attributes["href"]
                #expect(href?.hasPrefix("/shop/?_size=2&_edit=1&_") == true)
            }
            let hrefs = markup.links.compactMap { $0.attributes["href"] }
            #expect(hrefs.contains("/shop/table.json?_size=2&_edit=1&_next=0.0~hammer"))
            #expect(hrefs.contains("/shop/table.csv"))
            let query = markup.elements("input").first { $0.attributes["name"] == "_query" }
            #expect(query?.attributes["value"] == "_size=2&_edit=1&_next=0.0~hammer")
            let form = markup.elements("form").first
            #expect(form?.attributes["id"] == "touch" && form?.attributes["method"] == "post")
            let table = try await client.get("/shop/table.json?_size=2&_edit=1").decode(TableJSON.self)
            #expect(table.next_url?.hasPrefix("/shop/table.json?_size=2&_edit=1&_next=") == true)
        }
    }

    @Test func aPageBeginsWithTheSectionThatIsAskedFor() async throws {
        try await makeWorkshop().server().test(.inProcess) { client in
            for (query, titles) in [
                ("_section=0&_size=2", ["Hammer", "Saw"]), ("_section=1", ["Rake"]), ("_section=2", []),
                ("_section=0", ["Hammer", "Saw", "Drill", "Rake"]),
            ] as [(String, [String])] {
                let table = try await client.get("/shop/table.json?\(query)").decode(TableJSON.self)
                #expect(table.titles == titles, "\(query)")
            }
            let page = try await client.get("/shop/?_section=1&_size=1")
            #expect(Markup(page.text).links.first { $0.attributes["rel"] == "prev" } != nil)
            #expect(page.text.contains("4 of 4"))
        }
    }

    @Test func aRowHasTheButtonsOfEditModeThatItAllows() async throws {
        try await makeWorkshop().server().test(.inProcess) { client in
            let page = Markup(try await client.get("/shop/?_edit=1").text)
            #expect(
                page.row("hammer").formActions == [
                    "/shop/commit/0/0/delete", "/shop/select/0/0", "/shop/accessory/0/0", "/shop/move?from=0.0&to=0.1",
                ])
            #expect(
                page.row("saw").formActions == [
                    "/shop/commit/0/1/delete", "/shop/select/0/1", "/shop/accessory/0/1",
                    "/shop/move?from=0.1&to=0.0", "/shop/move?from=0.1&to=0.2",
                ])
            // The last row of a section moves down to the next section.
            #expect(
                page.row("drill").formActions == [
                    "/shop/select/0/2", "/shop/accessory/0/2", "/shop/move?from=0.2&to=0.1",
                    "/shop/move?from=0.2&to=1.0",
                ])
            #expect(
                page.row("rake").formActions == ["/shop/commit/1/0/insert", "/shop/select/1/0", "/shop/accessory/1/0"])

            let button = try #require(page.row("saw").buttons.first)
            #expect(button.attributes["aria-label"] == "Throw away Saw")
            #expect(button.attributes["formmethod"] == "get")
            #expect(button.attributes["name"] == "id" && button.attributes["value"] == "saw")
            #expect(button.attributes["form"] == "touch")
            let insert = try #require(page.row("rake").buttons.first)
            #expect(insert.attributes["aria-label"] == "Insert Rake")
            #expect(insert.attributes["formmethod"] == nil)
        }
    }

    @Test func aRowAtTheEndOfItsSectionIsMovedIntoTheNextOne() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let page = Markup(try await client.get("/shop/?_edit=1").text)
            let moves = page.row("rake").formActions.filter { $0.contains("/move?") }
            #expect(moves == ["/shop/move?from=1.0&to=0.3", "/shop/move?from=1.0&to=2.0"])
            for move in moves {
                let answer = try await client.post(move, form: "id=rake")
                #expect(answer.status == 200)
                let back = try await client.post(
                    move.contains("0.3") ? "/shop/move?from=0.3&to=1.0" : "/shop/move?from=2.0&to=1.0")
                #expect(back.status == 200)
            }
            #expect(await workshop.names == [["hammer", "saw", "drill"], ["rake"], []])
        }
    }

    @Test func outOfEditModeThereIsNothingThatEdits() async throws {
        try await makeWorkshop().server().test(.inProcess) { client in
            for target in ["/shop/", "/shop/?_edit=0", "/shop/rows/0/1", "/shop/sections/0"] {
                let actions = Markup(try await client.get(target).text).formActions
                #expect(!actions.contains { $0.contains("/commit/") || $0.contains("/move") }, "\(target)")
            }
        }
    }

    @Test func eachButtonOfEditModeDoesWhatItSays() async throws {
        let workshop = await makeWorkshop()
        let page: HTTPFields = [.accept: "text/html"]
        try await workshop.server().test(.socket) { client in
            let markup = Markup(try await client.get("/shop/?_edit=1").text)
            for button in markup.buttons where button.attributes["formmethod"] != "get" {
                let action = try #require(button.attributes["formaction"])
                let workshop = await makeWorkshop()
                try await workshop.server().test(.inProcess) { client in
                    let id = button.attributes["value"].map { "id=\($0)&" } ?? ""
                    let answer = try await client.post(action, form: "\(id)_query=_edit%3D1", headers: page)
                    #expect(answer.status == 303, "\(action)")
                    #expect(answer.headers[.location]?.hasPrefix("/shop/?_edit=1") == true)
                    #expect(await workshop.told.count == 1)
                }
            }
        }
    }

    @Test func sectionsHaveButtonsWhereTheyCanBeMoved() async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(.inProcess) { client in
            let moves = Markup(try await client.get("/shop/?_edit=1").text).buttons.filter {
                $0.attributes["formaction"]?.contains("move-section") == true
            }
            #expect(
                moves.map { $0.attributes["formaction"] } == [
                    "/shop/move-section?from=0&to=1", "/shop/move-section?from=1&to=0",
                    "/shop/move-section?from=1&to=2", "/shop/move-section?from=2&to=1",
                ])
            #expect(moves.first?.attributes["aria-label"] == "Move section Bench down")
        }
        TableActor.run {
            workshop.canMoveShelves = false
            workshop.tableView.reloadData()
        }
        try await workshop.server().test(.inProcess) { client in
            let page = try await client.get("/shop/?_edit=1").text
            #expect(!page.contains("move-section"))
        }
    }

    @Test func theSessionsModeIsShownToItsVisitorOnly() async throws {
        let workshop = await makeWorkshop()
        TableActor.run {
            workshop.change(0, 0) { tool in
                tool.leading = .init(actions: [
                    TableViewRowAction(id: "edit", title: "Edit") { tableView, _ in
                        tableView.setEditing(true)
                        return .keep
                    }
                ])
            }
        }
        try await workshop.server().test(.inProcess) { client in
            let cookie = try await client.post("/shop/action/0/0/edit").newCookie
            let own = try await client.get("/shop/", headers: [.cookie: cookie])
            #expect(own.text.contains("/commit/0/0/delete"))
            #expect(own.headers[.cacheControl] == "private, no-cache")
            let done = Markup(own.text).links.first { $0.attributes["class"] == "mode" }
            #expect(done?.attributes["href"] == "/shop/?_edit=0")
            // An action on a page whose address says otherwise leads to one in the mode of the session.
            for (query, location) in [("_edit=0&_size=2", "/shop/?_size=2"), ("_size=2", "/shop/?_size=2")] {
                let form = "_query=\(query.replacing("&", with: "%26").replacing("=", with: "%3D"))"
                let moved = try await client.post(
                    "/shop/action/0/0/edit", form: form, headers: [.cookie: cookie, .accept: "text/html"])
                #expect(moved.headers[.location]?.hasPrefix(location) == true, "\(moved.headers)")
            }
            let left = try await client.get("/shop/?_edit=0", headers: [.cookie: cookie])
            #expect(!left.text.contains("/commit/"))
            let others = try await client.get("/shop/")
            #expect(!others.text.contains("/commit/"))
            let edit = Markup(others.text).links.first { $0.attributes["class"] == "mode" }
            #expect(edit?.attributes["href"] == "/shop/?_edit=1")
        }
    }
}
