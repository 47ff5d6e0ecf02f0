import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

@Suite struct ActionRefusalTests {
    private let json: HTTPFields = [.accept: "application/json"]
    private let page: HTTPFields = [.accept: "text/html"]

    /// Gestures that are refused, with the status of the response.
    private static let refusals: [(target: String, form: String, status: Int)] = [
        // An invalid number.
        ("select/-1/0", "", 400), ("accessory/0/+1", "", 400), ("primary/0/1e3", "", 400), ("expand/a/0", "", 400),
        ("collapse/0/%D9%A3", "", 400), ("focus/0/-1", "", 400), ("action/00/1/sharpen", "", 400),
        ("menu/0/99999999999/copy", "", 400),
        ("commit/0/01/delete", "", 400),
        // An invalid place.
        ("move", "", 400), ("move", "from=0.0", 400), ("move", "to=0.0", 400), ("move", "from=0&to=0.1", 400),
        ("move", "from=0.0.0&to=0.1", 400), ("move", "from=0.0&to=0.-1", 400), ("move", "from=0.0&to=.1", 400),
        ("move", "from=0.0&to=0.1e1", 400), ("move", "from=0.0&to=0.%D9%A3", 400), ("move", "from=x.y&to=0.1", 400),
        ("move", "from=0.0&to=99999999999.0", 400), ("move-section", "", 400), ("move-section", "from=0", 400),
        ("move-section", "from=0&to=-1", 400), ("move-section", "from=0&to=1.0", 400),
        ("move-section", "from=%2B0&to=1", 400), ("drop", "", 400), ("drop", "text=a", 400),
        ("drop", "to=0&text=a", 400),
        ("select/0/1", "id=%FF", 400), ("select/0/1", "id=%", 400),
        // The row, section or action does not exist.
        ("select/0/3", "", 404), ("deselect/3/0", "", 404), ("accessory/2/0", "", 404),
        ("primary/0/2147483647", "", 404),
        ("expand/0/3", "", 404), ("collapse/0/3", "", 404), ("focus/0/3", "", 404), ("action/0/3/sharpen", "", 404),
        ("action/0/1/nothing", "", 404), ("action/0/1/Sharpen", "", 404), ("action/0/1/", "", 404),
        ("menu/0/3/copy", "", 404), ("menu/0/1/cut", "", 404), ("menu/0/1/nothing", "", 404),
        ("commit/0/3/delete", "", 404), ("commit/0/1/none", "", 404), ("commit/0/1/nothing", "", 404),
        ("move", "from=0.3&to=0.0", 404), ("move", "from=0.0&to=0.3", 404), ("move", "from=0.0&to=1.2", 404),
        ("move", "from=0.0&to=3.0", 404), ("move-section", "from=3&to=0", 404), ("move-section", "from=0&to=3", 404),
        ("drop", "to=0.4&text=a", 404), ("drop", "to=3.0&text=a", 404), ("refresh", "", 404), ("nothing", "", 404),
        ("select/0", "", 404), ("select/0/1/2", "", 404),
        // The row does not allow the gesture: the rake allows nothing.
        ("select/1/0", "", 403), ("highlight/1/0", "", 403), ("highlight/0/3", "", 404), ("unhighlight/0/3", "", 404),
        ("accessory/1/0", "", 403), ("focus/1/0", "", 403), ("commit/1/0/delete", "", 403),
        ("commit/0/1/insert", "", 403), ("move", "from=1.0&to=0.0", 403), ("primary/1/0", "", 404),
        ("expand/1/0", "", 404), ("menu/1/0/copy", "", 404), ("action/1/0/sharpen", "", 404),
        // The delegate refuses the gesture: it vetoes those on the drill.
        ("select/0/2", "", 409), ("focus/0/2", "", 409), ("action/0/2/sharpen", "", 409),
        // The identifier is that of another row.
        ("select/0/1", "id=hammer", 409), ("move", "from=0.1&to=0.0&id=hammer", 409), ("expand/0/1", "id=gone", 409),
        ("select/0/9", "id=saw", 409), ("commit/0/1/delete", "id=", 409),
    ]

    @TableActor
    private func makeWorkshop() -> Workshop {
        let workshop = Workshop()
        workshop.change(0, 2) { tool in
            tool.vetoes = true
            tool.leading = .init(actions: [
                TableViewRowAction(id: "sharpen", title: "Sharpen") { _, _ in
                    throw TableViewError(.vetoed, "It is blunt & stays <blunt>.")
                }
            ])
        }
        workshop.change(1, 0) { $0 = .plain("rake") }
        return workshop
    }

    @Test(arguments: TestRig.allCases)
    func whatIsRefusedHasItsStatusAndChangesNothing(rig: TestRig) async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(rig) { client in
            let before = try await client.get("/shop/table.json").text
            for refusal in Self.refusals {
                let answer = try await client.post("/shop/\(refusal.target)", form: refusal.form, headers: json)

                #expect(answer.status == refusal.status, "\(refusal)")
                #expect(answer.headers[.contentType] == "application/problem+json", "\(refusal)")
                #expect(try answer.decode(ProblemJSON.self).status == refusal.status)
                #expect(answer.newCookie == "")
            }
            #expect(try await client.get("/shop/table.json").text == before)
            #expect(await workshop.told == [])
        }
    }

    @Test func aBrowserIsShownWhatWasRefusedAndTheWayBack() async throws {
        try await makeWorkshop().server().test(.inProcess) { client in
            for refusal in Self.refusals where [403, 409].contains(refusal.status) {
                let fields = "_query=_size%3D2%26_edit%3D1"
                let form = refusal.form.isEmpty ? fields : "\(refusal.form)&\(fields)"
                let answer = try await client.post("/shop/\(refusal.target)", form: form, headers: page)

                #expect(answer.status == refusal.status)
                #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
                #expect(answer.text.contains("<a href=\"/shop/?_size=2&amp;_edit=1\">Back to the table</a>"))
            }
            let blunt = try await client.post("/shop/action/0/2/sharpen", headers: page)
            #expect(blunt.text.contains("It is blunt &amp; stays &lt;blunt&gt;."))
        }
    }

    private final class SundayTable: TableViewController {
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "\(indexPath.row)")
        }
        override func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
            guard indexPath.row > 0 else { return indexPath }
            tableView.refuse("Row <\(indexPath.row)> rests.")
            return nil
        }
        override func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
            tableView.refuse("Row 0 stays.")
            return nil
        }
    }

    /// The reason replaces the sentence for a method that returns nil.
    @Test func theReasonOfADelegateThatReturnsNilIsShown() async throws {
        var server = TableServer()
        server.mount("/", SundayTable())
        try await server.test(.inProcess) { client in
            let first = try await client.post("/select/0/0", headers: json)
            #expect(first.status == 200)
            for (target, reason) in [("select/0/1", "Row <1> rests."), ("deselect/0/0", "Row 0 stays.")] {
                let answer = try await client.post(
                    "/\(target)", headers: [.accept: "application/json", .cookie: first.newCookie])
                #expect(answer.status == 409)
                #expect(try answer.decode(ProblemJSON.self).detail == reason)
                let shown = try await client.post(
                    "/\(target)", headers: [.accept: "text/html", .cookie: first.newCookie])
                #expect(shown.status == 409)
                #expect(shown.text.contains(reason.replacing("<", with: "&lt;").replacing(">", with: "&gt;")))
            }
        }
    }

    @Test(arguments: ActionCase.ofRows)
    func aRowThatIsElsewhereIsSaidWhere(gesture: ActionCase) async throws {
        let workshop = await makeWorkshop()
        TableActor.run {
            workshop.shelves[0].tools.swapAt(0, 1)
            workshop.tableView.reloadData()
        }
        try await workshop.server().test(.inProcess) { client in
            for fields in ["id=saw", "id=gone"] {
                let answer = try await client.post(
                    "/shop/\(gesture.path)", form: gesture.form(and: fields), headers: json)
                #expect(answer.status == 409)
                let place = try answer.decode(ConflictJSON.self).location
                #expect(place == (fields == "id=saw" ? .init(section: 0, row: 0, id: "saw") : nil))
            }
            #expect(await workshop.told == [])
            #expect(try await client.post("/shop/select/0/0", form: "id=saw", headers: json).status == 200)
        }
    }

    @Test(arguments: ActionCase.all)
    func anotherRevisionIsRefused(gesture: ActionCase) async throws {
        let workshop = await makeWorkshop()
        TableActor.run {
            workshop.tableView.refreshHandler = { $0.reloadData() }
            workshop.change(1, 0) {
                $0.editingStyle = .insert; $0.canEdit = true
            }
        }
        try await workshop.server().test(.inProcess) { client in
            let tag = try #require(try await client.get("/shop/table.json").headers[.eTag])
            // The tag's second part is the revision, and the part after it belongs to the visitor.
            let parts = tag.dropFirst().dropLast().split(separator: ".")
            let later = "\"\(parts[0]).\(parts[1])1\""
            for other in [later, "\"other\"", "\"\(parts[0])\"", "W/\(tag)", "\"\"", "x, \"y\""] {
                let answer = try await client.post(
                    "/shop/\(gesture.path)", form: gesture.form, headers: [.ifMatch: other])
                #expect(answer.status == 412, "\(other)")
            }
            #expect(await workshop.told == [])

            let meant = try await client.post(
                "/shop/\(gesture.path)", form: gesture.form, headers: [.ifMatch: "\"x\", \(tag)"])
            #expect(meant.status == 200)
            let any = try await client.post("/shop/move-section?from=1&to=1", headers: [.ifMatch: "*"])
            #expect(any.status == 200)

            TableActor.run { workshop.tableView.reloadData() }
            let late = try await client.post("/shop/\(gesture.path)", form: gesture.form, headers: [.ifMatch: tag])
            #expect(late.status == 412)
        }
    }

    @Test(arguments: TestRig.allCases)
    func aRouteHasItsMethod(rig: TestRig) async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(rig) { client in
            for gesture in ActionCase.all {
                let asks = gesture.path.hasPrefix("action/") || gesture.path.hasPrefix("commit/")
                for method in [HTTPRequest.Method.get, .put, .delete, .patch] where !(asks && method == .get) {
                    let answer = try await client.send(method, "/shop/\(gesture.path)", headers: json, body: [])
                    #expect(answer.status == 405, "\(method) \(gesture.path)")
                    let allowed = asks ? "GET, HEAD, OPTIONS, POST" : "OPTIONS, POST"
                    #expect(answer.headers[.allow] == allowed)
                }
            }
            #expect(await workshop.told == [])
        }
    }

    @Test(arguments: ActionCase.all)
    func anotherSiteCannotMakeABrowserDoIt(gesture: ActionCase) async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(.inProcess) { client in
            let answer = try await client.post(
                "/shop/\(gesture.path)", form: gesture.form, headers: .named(["Sec-Fetch-Site": "cross-site"]))
            #expect(answer.status == 403)
            #expect(await workshop.told == [])
        }
    }

    @Test func aRowThatIsDisabledTakesNothing() async throws {
        let workshop = await makeWorkshop()
        TableActor.run { workshop.change(0, 1) { $0.cell.isEnabled = false } }
        try await workshop.server().test(.inProcess) { client in
            // A gesture that was begun before can be ended.
            for gesture in ActionCase.ofRows
            where !["deselect", "end-editing", "unhighlight"].contains(where: gesture.path.hasPrefix) {
                let answer = try await client.post("/shop/\(gesture.path)", form: gesture.form, headers: json)
                #expect(answer.status == 403, "\(gesture.path)")
            }
            #expect(await workshop.told == [])
        }
    }

    private struct ConflictJSON: Decodable {
        var location: ActionJSON.Row?
    }
}
