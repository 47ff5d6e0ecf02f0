import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests actions that ask the visitor before they do something.
@Suite struct QuestionTests {
    /// A list of words with actions that ask.
    @TableActor
    private final class Words: TableViewController {
        private var words = ["a", "b", "c"]
        private(set) var runs = 0

        override func viewDidLoad() {
            title = "Words"
            tableView.allowsMultipleSelection = true
            tableView.toolbar = [
                TableViewToolbarAction(id: "clear", title: "Clear") { [unowned self] tableView in
                    runs += 1
                    let what = try tableView.choice(
                        of: TableViewQuestion(
                            "Clear <what>?", message: "Gone is gone.",
                            choices: ["First", .init("All", isDestructive: true)]))
                    let times = try tableView.choice(of: TableViewQuestion("Sure?", choices: ["Yes"]))
                    words.removeFirst(what == 0 ? 1 : words.count - times)
                    tableView.reloadData()
                },
                TableViewToolbarAction(id: "add", title: "Add") { [unowned self] tableView in
                    let fields = [
                        TableViewEditableField("word", label: "Word", value: "new", isRequired: true, maxLength: 5),
                        TableViewEditableField("times", label: "Times", value: "1", kind: .integer, minimum: 1),
                    ]
                    let answer = try tableView.answer(
                        to: TableViewQuestion("Add which word?", fields: fields, choices: ["First", "Last"]))
                    let word = answer.values["word"] ?? ""
                    let sure = try tableView.answer(
                        to: TableViewQuestion(
                            "Sure?", fields: [.init("word", label: "Again", kind: .password)], choices: ["Yes"]))
                    guard sure.values["word"] == word else { throw TableViewError(.vetoed, "These differ.") }
                    let added = Array(repeating: word, count: Int(answer.values["times"] ?? "") ?? 0)
                    words.insert(contentsOf: added, at: answer.choice == 0 ? 0 : words.count)
                    tableView.reloadData()
                },
            ]
            tableView.selectionActions = [
                TableViewSelectionAction(id: "write", title: "Write") { [unowned self] tableView, rows in
                    let letter = ["x", "y"][try tableView.choice(of: TableViewQuestion("Which?", choices: ["x", "y"]))]
                    for row in rows { words[row.indexPath.row] = letter }
                    tableView.reloadData()
                }
            ]
        }

        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { words.count }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: words[indexPath.row])
        }
        override func tableView(
            _ tableView: TableView, fieldsForCreatingRowInSection section: Int
        ) -> [TableViewEditableField] { [.init("word", label: "Word")] }
        override func tableView(
            _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
        ) async throws {
            let word = values["word"] ?? ""
            if words.contains(word) {
                _ = try tableView.choice(of: TableViewQuestion("\(word) is there already.", choices: ["Add it"]))
            }
            words.append(word)
            tableView.reloadData()
        }
    }

    /// Returns the answer for a choice of the question in a response.
    private func answer(_ choice: Int, of response: TestResponse) throws -> String {
        let found = response.text.matches(of: #/(?:"answer":"|formaction="[^"]*_answer=)([0-9]+[.][0-9a-z]+)"/#).map(
            \.output.1)
        return String(try #require(found.indices.contains(choice) ? found[choice] : nil))
    }

    private func serve(_ rig: TestRig, _ body: @escaping (any TestClient, Words) async throws -> Void) async throws {
        let words = await Words()
        var server = TableServer()
        server.mount("/words/", words)
        try await server.test(rig) { try await body($0, words) }
    }

    @Test(arguments: TestRig.allCases)
    func aScriptGetsTheChoicesAndAnswersEachQuestion(rig: TestRig) async throws {
        try await serve(rig) { client, words in
            let asked = try await client.post("/words/toolbar/clear")
            #expect(asked.status == 409)
            #expect(asked.text.contains(#""detail":"Clear \u003cwhat>? Gone is gone.""#))
            let (first, all) = (try answer(0, of: asked), try answer(1, of: asked))
            #expect(
                asked.text.contains(
                    #""question":{"title":"Clear \u003cwhat>?","message":"Gone is gone.","choices":["#
                        + #"{"title":"First","style":"default","answer":"\#(first)"},"#
                        + #"{"title":"All","style":"destructive","answer":"\#(all)"},{"title":"Cancel","style":"cancel"}]}"#
                ))
            let again = try await client.post("/words/toolbar/clear?_answer=\(first)")
            #expect(again.status == 409 && again.text.contains(#""detail":"Sure?""#))
            let sure = try answer(0, of: again)
            // What is no answer to this question is asked again, and nothing was done so far.
            for other in ["0", "2", "-1", "x", "", sure, "2" + first.dropFirst(), first + "0"] {
                #expect(try await client.post("/words/toolbar/clear?_answer=\(other)").text.contains("Clear"))
            }
            #expect(try await client.get("/words/table.json").text.contains(#""count":3"#))
            #expect(try await client.post("/words/toolbar/clear?_answer=\(first)&_answer=\(sure)").status == 200)
            #expect(try await client.get("/words/table.json").text.contains(#""count":2"#))
            #expect(await words.runs == 11)
        }
    }

    private func html(_ client: any TestClient, _ path: String, form: String) async throws -> TestResponse {
        try await client.post(path, form: form, headers: [.accept: "text/html"])
    }

    @Test(arguments: TestRig.allCases)
    func aPageHasAButtonForEachChoice(rig: TestRig) async throws {
        try await serve(rig) { client, _ in
            let page = try await html(client, "/words/toolbar/clear", form: "_query=_sort%3Dx")
            #expect(page.status == 409)
            #expect(page.text.contains("<h1>Clear &lt;what&gt;?</h1>\n<p>Gone is gone.</p>"))
            #expect(page.headers[.cacheControl] == "no-store")
            let (first, all) = (try answer(0, of: page), try answer(1, of: page))
            #expect(page.text.contains(#"<button formaction="/words/toolbar/clear?_answer=\#(first)">First</button>"#))
            #expect(
                page.text.contains(
                    #"<button formaction="/words/toolbar/clear?_answer=\#(all)" class="destructive">All</button>"#))
            let next = try await html(client, "/words/toolbar/clear?_answer=\(all)", form: "")
            let sure = try answer(0, of: next)
            #expect(next.text.contains(#"formaction="/words/toolbar/clear?_answer=\#(all)&amp;_answer=\#(sure)""#))
            let done = try await html(client, "/words/toolbar/clear?_answer=\(all)&_answer=\(sure)", form: "")
            #expect(done.status == 303)
            #expect(try await client.get("/words/table.json").text.contains(#""count":0"#))
        }
    }

    /// Returns the names of the fields of the question in a response.
    private func names(in response: TestResponse) -> [String] {
        response.text.matches(of: #/name":? ?[="]"?(_value[.][^"]+)"/#).map { String($0.output.1) }
    }

    @Test(arguments: TestRig.allCases)
    func fieldsOfAQuestionAreCheckedAndKept(rig: TestRig) async throws {
        try await serve(rig) { client, words in
            // a script
            let asked = try await client.post("/words/toolbar/add")
            let fields = names(in: asked)
            #expect(asked.status == 409 && fields.count == 2, "\(asked.text)")
            #expect(
                asked.text.contains(
                    #""fields":[{"name":"\#(fields[0])","label":"Word","kind":"text","value":"new","required":true,"error":null}"#
                ), "\(asked.text)")
            let last = try answer(1, of: asked)
            let address = "/words/toolbar/add?_answer=\(last)"
            let wrong = try await client.post(address, form: "\(fields[0])=longer&\(fields[1])=0")
            #expect(wrong.status == 409 && wrong.text.contains(#""value":"longer""#), "\(wrong.text)")
            #expect(!wrong.text.contains(#""error":null"#))
            let next = try await client.post(address, form: "\(fields[0])=d&\(fields[1])=2")
            #expect(next.status == 409 && next.text.contains(#""label":"Again","kind":"password","value":"""#))
            let sure = try "\(address)&_answer=\(answer(0, of: next))"
            let again = try #require(names(in: next).first)
            let differing = try await client.post(sure, form: "\(fields[0])=d&\(again)=e")
            #expect(differing.status == 409 && differing.text.contains("These differ."), "\(differing.text)")
            let done = try await client.post(sure, form: "\(fields[0])=d&\(fields[1])=2&\(again)=d")
            #expect(done.status == 200)
            #expect(try await client.get("/words/table.csv").text.hasSuffix("c\r\nd\r\nd\r\n"))
            // a browser without JavaScript, whose forms repeat what was entered
            let page = try await html(client, "/words/toolbar/add", form: "_query=")
            #expect(
                page.text.contains(#"name="\#(fields[0])" type="text" value="new" maxlength="5" required"#),
                "\(page.text)")
            let first = try "/words/toolbar/add?_answer=\(answer(0, of: page))"
            let refused = try await html(client, first, form: "\(fields[0])=&\(fields[1])=1")
            #expect(refused.text.contains("Enter a value."))
            let second = try await html(client, first, form: "\(fields[0])=z&\(fields[1])=1")
            #expect(second.text.contains(#"type="hidden" name="\#(fields[0])" value="z""#), "\(second.text)")
            let end = try await html(
                client, "\(first)&_answer=\(answer(0, of: second))", form: "\(fields[0])=z&\(fields[1])=1&\(again)=z")
            #expect(end.status == 303)
            #expect(try await client.get("/words/table.csv").text.contains("z\r\na"))
        }
    }

    /// A list of names, of which each that is written twice is asked for twice.
    @TableActor
    private final class Names: TableViewController {
        private var names = ["c", "b", "a"]

        override func viewDidLoad() {
            tableView.queryOptions = .all
            tableView.allowsMultipleSelection = true
            tableView.selectionActions = [
                TableViewSelectionAction(id: "rename", title: "Rename") { [unowned self] tableView, rows in
                    for row in rows {
                        let field = TableViewEditableField("name", label: "Name")
                        let answer = try tableView.answer(to: .init("Which name?", fields: [field], choices: ["OK"]))
                        #expect(!tableView.query.contains { $0.name.hasPrefix("_value") })
                        names[row.indexPath.row] = answer.values["name"] ?? ""
                    }
                    tableView.reloadData()
                }
            ]
        }
        override func columns(in tableView: TableView) -> [TableViewColumn] { [TableViewColumn("name")] }
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { names.count }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(style: .columns, fields: [Field("name", .text(names[indexPath.row]))])
        }
    }

    @Test(arguments: TestRig.allCases)
    func twoQuestionsOfTheSameWordsHaveTwoAnswersInTheOrderOfThePage(rig: TestRig) async throws {
        let list = await Names()
        var server = TableServer()
        server.mount("/", list)
        try await server.test(rig) { client in
            // In this order, the first two rows are a and b.
            var address = "/selected/rename?_sort=name&rows=0.0&rows=0.1"
            for name in ["x", "y"] {
                let asked = try await client.post(address)
                #expect(asked.status == 409, "\(asked.text)")
                address += try "&_answer=\(answer(0, of: asked))&\(try #require(names(in: asked).first))=\(name)"
            }
            let done = try await client.post(address)
            #expect(done.status == 200, "\(done.text)")
            #expect(try await client.get("/table.csv").text == "name\r\nc\r\ny\r\nx\r\n")
        }
    }

    @Test(arguments: TestRig.allCases)
    func theRowsAndTheValuesStay(rig: TestRig) async throws {
        try await serve(rig) { client, _ in
            let rows = try await html(client, "/words/selected/write", form: "rows=0.0&rows=0.2&_query=")
            #expect(rows.status == 409)
            for row in ["0.0", "0.2"] { #expect(rows.text.contains(#"name="rows" value="\#(row)""#)) }
            let letter = try answer(1, of: rows)
            #expect(
                try await html(client, "/words/selected/write?_answer=\(letter)", form: "rows=0.0&rows=0.2").status
                    == 303)
            let table = try await client.get("/words/table.csv").text
            #expect(table.contains("y") && table.contains("b") && !table.contains("a"))
            let form = try await html(client, "/words/new/0", form: "word=b")
            #expect(form.status == 409 && form.text.contains(#"name="word" value="b""#))
            let added = try answer(0, of: form)
            // The answer is to another question: whether "y" is to be added.
            #expect(try await html(client, "/words/new/0?_answer=\(added)", form: "word=y").status == 409)
            #expect(try await html(client, "/words/new/0?_answer=\(added)", form: "word=b").status == 303)
            #expect(try await client.get("/words/table.json").text.contains(#""count":4"#))
        }
    }
}
