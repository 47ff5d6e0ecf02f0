import CascadingTable
import FoundationEssentials
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

/// Tests actions of a whole table and of selected rows, and forms for new rows.
@Suite(.timeLimit(.minutes(10))) struct ToolbarTests {
    /// A list of words with a toolbar, an action on selected rows, and a form for new words.
    @TableActor
    private final class Words: TableViewDataSource, TableViewDelegate {
        private(set) var words = ["a", "b", "c"]
        let tableView = TableView(title: "Words")

        init() {
            tableView.dataSource = self
            tableView.delegate = self
            tableView.allowsMultipleSelection = true
            tableView.toolbar = [
                TableViewToolbarAction(id: "turn & go", title: "Turn") { [unowned self] tableView in
                    words.reverse()
                    tableView.reloadData()
                },
                TableViewToolbarAction(id: "clear", title: "Clear", style: .destructive) { _ in
                    throw TableViewError(.vetoed, "The words are needed.")
                },
            ]
            tableView.selectionActions = [
                TableViewSelectionAction(id: "delete", title: "Delete", style: .destructive) {
                    [unowned self] tableView, rows in
                    for row in rows.map(\.indexPath.row).sorted(by: >) { words.remove(at: row) }
                    tableView.deleteRows(at: rows.map(\.indexPath))
                },
                TableViewSelectionAction(id: "shout", title: "Shout") { [unowned self] _, rows in
                    for row in rows.map(\.indexPath.row) { words[row] = words[row].uppercased() }
                },
            ]
        }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { words.count }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: words[indexPath.row])
        }
        func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            words[indexPath.row].lowercased()
        }
        func tableView(
            _ tableView: TableView, fieldsForCreatingRowInSection section: Int
        ) -> [TableViewEditableField] {
            [
                TableViewEditableField("word", label: "Word", isRequired: true, maxLength: 5),
                TableViewEditableField("key", label: "Key", value: "s3cret", kind: .password),
            ]
        }
        func tableView(
            _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
        ) async throws {
            let word = values["word"] ?? ""
            guard !words.contains(word) else {
                throw TableViewValidationError("word", "The list has this already.")
            }
            await Task.yield()
            words.append(word)
            tableView.insertRows(at: [IndexPath(row: words.count - 1, section: 0)])
        }

        var server: TableServer {
            var server = TableServer()
            server.mount("/", tableView)
            return server
        }
    }

    private let page: HTTPFields = [.accept: "text/html"]

    @Test(arguments: TestRig.allCases)
    func theToolbarIsOnThePageAndInJSON(rig: TestRig) async throws {
        try await Words().server.test(rig) { client in
            let html = try await client.get("/", headers: page).text
            #expect(html.contains(#"<button form="touch" formaction="/toolbar/turn%20%26%20go">Turn</button>"#))
            #expect(
                html.contains(
                    #"<button form="touch" formaction="/toolbar/clear" formmethod="get" class="destructive">Clear</button>"#
                ))
            #expect(html.contains(#"<a class="mode" href="/new/0">Add</a>"#))
            #expect(!html.contains("/selected/"))
            let json = try await client.get("/table.json").text
            #expect(json.contains(#""toolbar":[{"id":"turn & go","title":"Turn","url":"/toolbar/turn%20%26%20go"}"#))
            #expect(json.contains(#"{"id":"delete","title":"Delete","style":"destructive","url":"/selected/delete"}"#))
            #expect(json.contains(#""new":[{"section":0,"url":"/new/0"}]"#))
        }
    }

    @Test(arguments: TestRig.allCases)
    func anActionOfTheToolbarIsPerformed(rig: TestRig) async throws {
        let words = await Words()
        try await words.server.test(rig) { client in
            let answer = try await client.post("/toolbar/turn%20%26%20go")
            #expect(answer.status == 200)
            #expect(await words.words == ["c", "b", "a"])
            #expect(try await client.post("/toolbar/other").status == 404)
            let refused = try await client.post("/toolbar/clear")
            #expect(refused.status == 409)
            #expect(refused.text.contains("The words are needed."))
            let question = try await client.get("/toolbar/clear", headers: page)
            #expect(question.status == 200)
            #expect(question.text.contains("<h1>Clear “Words”?</h1>"))
            #expect(try await client.post("/toolbar/clear", headers: page).status == 409)
        }
    }

    @Test(arguments: TestRig.allCases)
    func anActionOnRowsIsPerformedOnThem(rig: TestRig) async throws {
        let words = await Words()
        try await words.server.test(rig) { client in
            let shouted = try await client.post("/selected/shout", form: "rows=0.1&rows=0.2")
            #expect(shouted.status == 200)
            #expect(await words.words == ["a", "B", "C"])
            #expect(try shouted.decode(Changes.self).changes.map(\.type) == ["reloadRows"])

            let question = try await client.get("/selected/delete?rows=0.0&rows=0.2", headers: page)
            #expect(question.text.contains("<h1>Delete 2 rows?</h1>"))
            #expect(question.text.contains(#"<input type="hidden" name="rows" value="0.2">"#))
            #expect(try await client.post("/selected/delete", form: "rows=0.0&rows=0.2").status == 200)
            #expect(await words.words == ["B"])
        }
    }

    @Test func theQuestionCountsTheRowsOfTheSortedPage() async throws {
        let words = await Words()
        TableActor.run { words.tableView.queryOptions = .sorting }
        try await words.server.test(.inProcess) { client in
            let page = "rows=0.0-0.2&_query=_sort_desc%3Dtitle"
            let question = try await client.get("/selected/delete?\(page)", headers: self.page)
            #expect(question.text.contains("<h1>Delete 3 rows?</h1>"))
            #expect(try await client.post("/selected/delete", form: page).status == 200)
            #expect(await words.words == [])
        }
    }

    /// JSON names the addresses of actions with the query of its rows. The question at such an address is about these rows.
    @Test func theQuestionKeepsTheQueryOfItsAddress() async throws {
        let words = await Words()
        TableActor.run { words.tableView.queryOptions = .sorting }
        try await words.server.test(.inProcess) { client in
            let question = try await client.get("/selected/delete?rows=0.0&_sort_desc=title", headers: page).text
            let form = question.matches(of: /<input type="hidden" name="([^"]+)" value="([^"]*)">/)
                .map { "\($0.1)=\($0.2.replacing("&amp;", with: "&").replacing("=", with: "%3D"))" }
            #expect(form.contains("_query=_sort_desc%3Dtitle") && form.contains("rows=0.0"), "\(question)")
            #expect(question.contains(#"href="/?_sort_desc=title""#), "\(question)")
            #expect(try await client.post("/selected/delete", form: form.joined(separator: "&")).status == 200)
            #expect(await words.words == ["a", "b"])
        }
    }

    @Test(arguments: TestRig.allCases)
    func withoutRowsNothingIsDone(rig: TestRig) async throws {
        let words = await Words()
        try await words.server.test(rig) { client in
            let none = try await client.post("/selected/delete", form: "all=1")
            #expect(none.status == 409)
            #expect(none.text.contains("No row is selected. Select rows first."))
            #expect(try await client.post("/selected/delete", form: "rows=").status == 409)
            #expect(try await client.post("/selected/delete").status == 400)
            #expect(try await client.post("/selected/delete", form: "rows=0.9").status == 404)
            #expect(try await client.post("/selected/other", form: "rows=0.0").status == 404)
            #expect(try await client.get("/selected/delete?all=1", headers: page).status == 409)
            #expect(await words.words == ["a", "b", "c"])
        }
    }

    @Test(arguments: TestRig.allCases)
    func theSelectedRowsAreThoseOfTheVisitor(rig: TestRig) async throws {
        let words = await Words()
        try await words.server.test(rig) { client in
            let selected = try await client.post("/select/0/1")
            let cookie = try #require(selected.headers[.setCookie]?.split(separator: ";").first.map(String.init))
            let html = try await client.get("/", headers: [.accept: "text/html", .cookie: cookie]).text
            #expect(html.contains("Selected rows: 1"))
            #expect(
                html.contains(#"<button form="touch" name="all" value="1" formaction="/selected/shout">Shout</button>"#)
            )
            #expect(try await client.post("/selected/shout", form: "all=1", headers: [.cookie: cookie]).status == 200)
            #expect(await words.words == ["a", "B", "c"])
        }
    }

    @Test(arguments: TestRig.allCases)
    func aRowIsCreatedByAForm(rig: TestRig) async throws {
        let words = await Words()
        try await words.server.test(rig) { client in
            let form = try await client.get("/new/0", headers: page)
            #expect(form.status == 200)
            #expect(form.text.contains("<h1>New row</h1>"))
            #expect(form.text.contains(#"action="/new/0""#))

            let created = try await client.post("/new/0", form: "word=d")
            #expect(created.status == 200)
            #expect(created.text.contains(#""created":{"section":0,"row":3,"id":"d"}"#))
            #expect(await words.words == ["a", "b", "c", "d"])

            let back = try await client.post("/new/0", form: "word=e", headers: page)
            #expect(back.status == 303)
            #expect(back.headers[.location] == "/#row-e")
        }
    }

    @Test(arguments: TestRig.allCases)
    func valuesThatAreNotAcceptedCreateNothing(rig: TestRig) async throws {
        let words = await Words()
        try await words.server.test(rig) { client in
            for (value, sentence) in [
                ("", "Enter a value."), ("longer", "Use at most 5 characters (now 6)."),
                ("a", "The list has this already."),
            ] {
                let program = try await client.post("/new/0", form: "word=\(value)")
                #expect(program.status == 422)
                #expect(program.text.contains(sentence))
                let browser = try await client.post("/new/0", form: "word=\(value)", headers: page)
                #expect(browser.status == 422)
                #expect(browser.text.contains("<h1>New row</h1>") && browser.text.contains(sentence))
            }
            let missing = try await client.get("/new/7")
            #expect(missing.status == 404)
            #expect(try await client.post("/new/7", form: "word=x").status == 404)
            #expect(try await client.get("/new/-1").status == 400)
            #expect(await words.words == ["a", "b", "c"])
        }
    }

    @Test(arguments: TestRig.allCases)
    func aPasswordIsNeverShown(rig: TestRig) async throws {
        try await Words().server.test(rig) { client in
            let json = try await client.get("/new/0.json")
            #expect(json.text.contains(#""name":"key","label":"Key","value":"","type":"password""#))
            let wrong = try await client.post("/new/0", form: "word=&key=typ3d", headers: page)
            #expect(wrong.status == 422)
            #expect(wrong.text.contains(#"name="key" type="password" value="""#))
            for text in [json.text, wrong.text] {
                #expect(!text.contains("s3cret") && !text.contains("typ3d"))
            }
        }
    }

    @Test func aTableWithoutFieldsHasNoForm() async throws {
        try await Workshop().server().test(.inProcess) { client in
            let form = try await client.get("/shop/new/0")
            #expect(form.status == 403)
            #expect(try await client.post("/shop/new/0", form: "word=x").status == 403)
        }
    }

    private struct Changes: Decodable {
        struct Change: Decodable {
            var type: String
        }
        var changes: [Change]
    }
}
