import CascadingTable
import TableStorage
import TableManagers
import StaticTables
import FoundationEssentials
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

/// Tests buttons in headers and footers of sections.
@Suite(.timeLimit(.minutes(10))) struct SectionActionTests {
    /// Two lists of things, each with a button below and two buttons above.
    @TableActor
    private final class Lists: TableViewDataSource, TableViewDelegate {
        var lists = [("open", ["a", "b"]), ("do & done", ["c"])]
        var contents: [[String]] { lists.map(\.1) }
        /// If true, the data source names its sections.
        let isNamed: Bool
        let tableView = TableView(title: "Lists")

        init(isNamed: Bool = true) {
            self.isNamed = isNamed
            tableView.dataSource = self
            tableView.delegate = self
        }

        func numberOfSections(in tableView: TableView) -> Int { lists.count }
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { lists[section].1.count }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: lists[indexPath.section].1[indexPath.row])
        }
        func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
            isNamed ? lists[section].0 : nil
        }

        func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> TableViewHeaderFooterView? {
            TableViewHeaderFooterView(
                title: lists[section].0,
                actions: [
                    TableViewSectionAction(id: "turn & go", title: "Turn") { [unowned self] _, section in
                        await Task.yield()
                        lists[section].1.reverse()
                    },
                    TableViewSectionAction(id: "clear", title: "Clear", style: .destructive) {
                        [unowned self] tableView, section in
                        guard section > 0 else { throw TableViewError(.vetoed, "Open things stay.") }
                        lists[section].1 = []
                        tableView.reloadData()
                    },
                ])
        }
        func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> TableViewHeaderFooterView? {
            TableViewHeaderFooterView(
                actions: [
                    TableViewSectionAction(id: "more", title: "<More>") { [unowned self] tableView, section in
                        lists[section].1.append("more")
                        tableView.insertRows(at: [IndexPath(row: lists[section].1.count - 1, section: section)])
                    }
                ])
        }

        func tableView(
            _ tableView: TableView, fieldsForCreatingRowInSection section: Int
        ) -> [TableViewEditableField] { [TableViewEditableField("name", label: "Name")] }
        func tableView(
            _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
        ) async throws {
            lists[section].1.append(values["name"] ?? "")
            tableView.insertRows(at: [IndexPath(row: lists[section].1.count - 1, section: section)])
        }
        func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool { true }
        func tableView(_ tableView: TableView, moveSection section: Int, to destination: Int) {
            lists.insert(lists.remove(at: section), at: destination)
        }

        var server: TableServer {
            var server = TableServer()
            server.mount("/", tableView)
            return server
        }
    }

    private struct Changes: Decodable {
        struct Change: Decodable { var type: String }
        var changes: [Change]
    }

    private let page: HTTPFields = [.accept: "text/html"]

    @Test(arguments: TestRig.allCases)
    func theyAreOnThePageAndInJSON(rig: TestRig) async throws {
        try await Lists().server.test(rig) { client in
            let html = try await client.get("/", headers: page).text
            #expect(
                html.contains(
                    #"<div class="cell">do &amp; done<span class="actions"><button form="touch" formaction="/header/1/turn%20%26%20go" name="id" value="do &amp; done">Turn</button>"#
                ))
            #expect(
                html.contains(
                    #"<button form="touch" formaction="/header/1/clear" formmethod="get" class="destructive" name="id" value="do &amp; done">Clear</button></span></div></th>"#
                ))
            #expect(
                html.contains(
                    #"<button form="touch" formaction="/footer/0/more" name="id" value="open">&lt;More&gt;</button></span></div></td>"#
                ))
            let json = try await client.get("/table.json").text
            #expect(
                json.contains(
                    #""actions":[{"id":"turn & go","title":"Turn","url":"/header/0/turn%20%26%20go"},{"id":"clear","title":"Clear","style":"destructive","url":"/header/0/clear"}]}"#
                ))
            #expect(json.contains(#""actions":[{"id":"more","title":"\u003cMore>","url":"/footer/1/more"}]}"#))
        }
    }

    @Test(arguments: TestRig.allCases)
    func theirHandlersGetTheSection(rig: TestRig) async throws {
        let lists = await Lists()
        try await lists.server.test(rig) { client in
            // The delegate announces nothing, so the section is reloaded.
            let turned = try await client.post("/header/0/turn%20%26%20go")
            #expect(turned.status == 200)
            #expect(turned.text.hasPrefix(#"{"performed":null,"#))
            #expect(try turned.decode(Changes.self).changes.map(\.type) == ["reloadSections"])
            #expect(await lists.contents[0] == ["b", "a"])

            let added = try await client.post("/footer/1/more", form: "id=do%20%26%20done")
            #expect(try added.decode(Changes.self).changes.map(\.type) == ["insertRows"])
            #expect(await lists.contents[1] == ["c", "more"])

            let back = try await client.post("/footer/1/more", headers: page)
            #expect(back.status == 303)
            #expect(back.headers[.location] == "/")
        }
    }

    @Test(arguments: TestRig.allCases)
    func aDestructiveOneIsConfirmed(rig: TestRig) async throws {
        let lists = await Lists()
        try await lists.server.test(rig) { client in
            let question = try await client.get("/header/1/clear?id=do%20%26%20done", headers: page)
            #expect(question.status == 200)
            #expect(question.text.contains("<h1>Clear “do &amp; done”?</h1>"))
            #expect(question.text.contains(#"action="/header/1/clear""#))
            #expect(question.text.contains(#"<input type="hidden" name="id" value="do &amp; done">"#))
            let refused = try await client.post("/header/0/clear")
            #expect(refused.status == 409)
            #expect(refused.text.contains("Open things stay."))
            #expect(try await client.post("/header/1/clear", headers: page).status == 303)
            #expect(await lists.contents[1] == [])
        }
    }

    @Test(arguments: TestRig.allCases)
    func withoutSectionOrActionNothingIsDone(rig: TestRig) async throws {
        try await Lists().server.test(rig) { client in
            for (path, status, sentence) in [
                ("/header/0/other", 404, #"The section has no action \"other\"."#),
                ("/footer/0/clear", 404, #"The section has no action \"clear\"."#),
                ("/header/7/clear", 404, "There is no section 7."),
                ("/header/x/clear", 400, "must be a whole number"),
            ] {
                let answer = try await client.post(path)
                #expect(answer.status == status && answer.text.contains(sentence), "\(path): \(answer.text)")
                #expect(try await client.get(path, headers: page).status == status, "\(path)")
            }
            #expect(try await client.send(.delete, "/header/0/clear", headers: [:], body: []).status == 405)
        }
    }

    @Test func anOldFormAndAnOldMoveReachNoOtherSection() async throws {
        let lists = await Lists()
        try await lists.server.test(.inProcess) { client in
            func address(_ pattern: Regex<(Substring, Substring)>, at path: String) async throws -> String {
                let html = try await client.get(path, headers: page).text
                return String(try #require(html.firstMatch(of: pattern)).1).replacing("&amp;", with: "&")
            }
            func encoded(_ name: String) -> String { name.replacing(" ", with: "%20").replacing("&", with: "%26") }
            // Given: the form of section 1, and the button that moves this section up
            let form = #/action="(/new/1\?[^"]+)"/#
            let move = #/formaction="/move-section\?from=1&amp;to=0" name="id" value="([^"]+)"/#
            let (oldForm, oldName) = try await (address(form, at: "/new/1"), address(move, at: "/?_edit=1"))

            // When: another section comes before it
            TableActor.run {
                lists.lists.insert(("new", []), at: 0)
                lists.tableView.insertSections([0])
            }

            // Then: the old form and button change nothing, and those of the new page work
            for old in [
                try await client.post(oldForm, form: "name=x"),
                try await client.post("/move-section?from=1&to=0", form: "id=\(encoded(oldName))"),
            ] {
                #expect(old.status == 409)
                #expect(old.text.contains("Nothing was changed, because section 1 was replaced meanwhile."))
            }
            #expect(await lists.contents == [[], ["a", "b"], ["c"]])
            #expect(try await client.post(address(form, at: "/new/1"), form: "name=x").status == 200)
            let name = try await encoded(address(move, at: "/?_edit=1"))
            #expect(try await client.post("/move-section?from=1&to=0", form: "id=\(name)").status == 200)
            #expect(await lists.contents == [["a", "b", "x"], [], ["c"]])
        }
    }

    @Test func aReloadRefusesNoFormOfASectionWithoutName() async throws {
        let lists = await Lists(isNamed: false)
        try await lists.server.test(.inProcess) { client in
            let form = try await client.get("/new/1", headers: page).text
            let action = try #require(form.firstMatch(of: #/action="(/new/1[^"]*)"/#)).1
            TableActor.run { lists.tableView.reloadData() }
            #expect(try await client.post("\(action)", form: "name=x").status == 200)
        }
    }

    @Test(arguments: TestRig.allCases, [true, false])
    func anOldPageReachesNoOtherSection(rig: TestRig, isNamed: Bool) async throws {
        let lists = await Lists(isNamed: isNamed)
        try await lists.server.test(rig) { client in
            // Given: a page on which section 1 is "do & done"
            let html = try await client.get("/", headers: page).text
            let pattern = #/formaction="/footer/1/more" name="id" value="([^"]+)"/#
            let seen = try #require(html.firstMatch(of: pattern)).1
            #expect(isNamed ? seen == "do &amp; done" : seen.hasPrefix("1@"))
            let name = isNamed ? "do%20%26%20done" : "\(seen)"

            // When: another section comes before it
            TableActor.run {
                lists.lists.insert(("new", []), at: 0)
                lists.tableView.insertSections([0])
            }

            // Then: the button of the old page does nothing, and the button of the new page works
            let old = try await client.post("/footer/1/more", form: "id=\(name)")
            #expect(old.status == 409)
            #expect(old.text.contains("Nothing was changed, because section 1 was replaced meanwhile."))
            #expect(try await client.get("/header/1/clear?id=\(name)", headers: page).status == 409)
            #expect(await lists.contents[1] == ["a", "b"])
            let again = try await client.get("/", headers: page).text
            let current = try #require(again.firstMatch(of: pattern)).1
            #expect(try await client.post("/footer/1/more", form: "id=\(current)").status == 200)
            // In JSON, the identifier of a section without a name is the section's number.
            let id = isNamed ? "open" : "1"
            #expect(try await client.get("/table.json").text.contains(#""index":1,"id":"\#(id)""#))
            #expect(try await client.post("/footer/1/more", form: "id=\(id)").status == 200)
        }
    }

    @Test(arguments: TestRig.allCases)
    func theyAreGesturesOfABatch(rig: TestRig) async throws {
        let lists = await Lists()
        try await lists.server.test(rig) { client in
            func post(_ gestures: String) async throws -> TestResponse {
                try await client.send(
                    .post, "/batch", headers: [.contentType: "application/json"],
                    body: Array(#"{"gestures":[\#(gestures)]}"#.utf8))
            }
            let done = try await post(
                #"{"do":"footer","section":0,"action":"more"},{"do":"header","section":1,"action":"clear","id":"do & done"}"#
            )
            #expect(done.status == 200)
            #expect(await lists.contents == [["a", "b", "more"], []])
            let missing = try await post(#"{"do":"header","action":"clear"}"#)
            #expect(missing.status == 400)
            #expect(missing.text.contains(#"\"section\" of the gesture \"header\" is missing."#))
            let other = try await post(#"{"do":"header","section":1,"action":"clear","id":"open"}"#)
            #expect(other.status == 409)
        }
    }

    @Test @TableActor func staticTablesHaveThem() async throws {
        var count = 0
        let table = StaticTable {
            Section {
                Row("Apple")
            } header: {
                TableViewHeaderFooterView(
                    title: "Fruit",
                    actions: [
                        TableViewSectionAction(id: "count", title: "Count") { _, section in count += section + 1 }
                    ])
            }
        }
        let tableView = TableView(root: table)
        try await tableView.gestures.performHeaderAction("count", inSection: 0)
        #expect(count == 1)

        // If a new handler has an old identifier, the new handler runs.
        table.sections[0].header?.actions = [
            TableViewSectionAction(id: "count", title: "Count") { _, _ in count = 10 }
        ]
        try await tableView.gestures.performHeaderAction("count", inSection: 0)
        #expect(count == 10)
        await #expect(throws: TableViewError.self) {
            try await tableView.gestures.performFooterAction("count", inSection: 0)
        }
    }

    @Test @TableActor func managersHaveThem() async throws {
        let storage = MemoryStorage<String>()
        try storage.setItems(["a"])
        try storage.setSectionHeaderModels(["Letters"])
        let manager = TableManager(storage: storage)
        var cleared: [String] = []
        manager.headers.register(TableViewHeaderFooterView.self, for: String.self) { view, model, _ in
            view.title = model
            view.actions = [TableViewSectionAction(id: "clear", title: "Clear") { _, _ in cleared.append(model) }]
        }
        let tableView = TableView(root: manager)
        #expect(tableView.headerView(forSection: 0)?.actions.map(\.title) == ["Clear"])
        try await tableView.gestures.performHeaderAction("clear", inSection: 0)
        #expect(cleared == ["Letters"])
    }
}
