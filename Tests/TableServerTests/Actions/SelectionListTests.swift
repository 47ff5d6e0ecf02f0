import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests lists of rows that are selected and deselected in one request.
@Suite struct SelectionListTests {
    private let json: HTTPFields = [.accept: "application/json"]

    /// Returns a workshop in which several rows can be selected. On the bench are hammer, saw and drill, in the shed is
    /// a rake.
    @TableActor
    private func makeWorkshop() -> Workshop {
        let workshop = Workshop()
        workshop.tableView.allowsMultipleSelection = true
        return workshop
    }

    private func post(
        _ path: String, form: String = "", json body: String? = nil, cookie: String = "", to client: any TestClient
    ) async throws -> TestResponse {
        var headers = json
        if !cookie.isEmpty { headers[.cookie] = cookie }
        guard let body else { return try await client.post("/shop/\(path)", form: form, headers: headers) }
        headers[.contentType] = "application/json"
        return try await client.send(.post, "/shop/\(path)", headers: headers, body: Array(body.utf8))
    }

    private func selected(_ cookie: String, _ client: any TestClient) async throws -> [String] {
        try await client.get("/shop/table.json", headers: [.cookie: cookie]).decode(SelectedJSON.self).names
    }

    @Test(arguments: TestRig.allCases)
    func rowsAreListedAsPlacesAndRuns(rig: TestRig) async throws {
        let cases: [(form: String, json: String, names: [String])] = [
            ("rows=0.1", #"{"rows":["0.1"]}"#, ["saw"]),
            ("rows=0.2&rows=0.0", #"{"rows":["0.2","0.0"]}"#, ["drill", "hammer"]),
            ("rows=0.1-0.2", #"{"rows":["0.1-0.2"]}"#, ["saw", "drill"]),
            ("rows=0.2-1.0&rows=0.2", #"{"rows":["0.2-1.0","0.2"]}"#, ["drill", "rake"]),
            ("rows=0.0-0.0", #"{"rows":["0.0-0.0"]}"#, ["hammer"]),
            ("all=1", #"{"all":true}"#, ["hammer", "saw", "drill", "rake"]),
            ("all=1&except=0.1&except=0.2-1.0", #"{"all":true,"except":["0.1","0.2-1.0"]}"#, ["hammer"]),
            ("rows=0.0-0.2&except=0.1", #"{"rows":["0.0-0.2"],"except":["0.1"]}"#, ["hammer", "drill"]),
            ("rows=0.1%40saw&rows=0.0", #"{"rows":["0.1@saw","0.0"]}"#, ["saw", "hammer"]),
            ("all=0&rows=0.1", #"{"all":false,"rows":["0.1"]}"#, ["saw"]),
            ("rows=&rows=0.1", #"{"rows":["","0.1"]}"#, ["saw"]), ("rows=", #"{"rows":[]}"#, []),
        ]
        for (form, json, names) in cases {
            for isJSON in [false, true] {
                let workshop = await makeWorkshop()
                try await workshop.server().test(rig) { client in
                    let answer = try await post("select", form: form, json: isJSON ? json : nil, to: client)
                    #expect(answer.status == 200, "\(form)")
                    let told = try answer.decode(ListJSON.self)
                    #expect(told.selected?.map(\.id) == names, "\(form)")
                    #expect(told.refused.isEmpty)
                    let cookie = answer.newCookie
                    #expect(cookie.isEmpty == names.isEmpty)
                    let names = Set(names)
                    #expect(try await Set(selected(cookie, client)) == names)
                }
            }
        }
    }

    @Test func theAnswerSaysWhichRowsWereSelectedAndWhichRefused() async throws {
        let workshop = await makeWorkshop()
        TableActor.run {
            workshop.change(0, 0) { $0.isSelectable = false }
            workshop.change(0, 2) { $0.vetoes = true }
        }
        try await workshop.server().test(.inProcess) { client in
            let answer = try await post("select", form: "all=1", to: client)

            #expect(answer.status == 200)
            #expect(
                answer.text
                    == #"{"selected":[{"section":0,"row":1,"id":"saw"},{"section":1,"row":0,"id":"rake"}],"#
                    + #""refused":[{"section":0,"row":0,"id":"hammer","status":403,"#
                    + #""detail":"The row cannot be selected."},"#
                    + #"{"section":0,"row":2,"id":"drill","status":409,"#
                    + #""detail":"The table refused to select the row."}],"#
                    + "\"revision\":\(await workshop.tableView.revision),\"changes\":[],\"location\":null}\n")
            #expect(await workshop.told == ["select 0.1", "select 1.0"])
            #expect(try await Set(selected(answer.newCookie, client)) == ["saw", "rake"])
        }
    }

    @Test func rowsAreDeselectedByListsToo() async throws {
        for (form, left, names) in [
            ("rows=0.1&rows=1.0", ["hammer", "drill"], ["saw", "rake"]),
            ("all=1", [], ["hammer", "saw", "drill", "rake"]),
            ("all=1&except=0.2", ["drill"], ["hammer", "saw", "rake"]),
            ("rows=", ["hammer", "saw", "drill", "rake"], []),
        ] {
            let workshop = await makeWorkshop()
            try await workshop.server().test(.inProcess) { client in
                let cookie = try await post("select", form: "all=1", to: client).newCookie
                let told = try await post("deselect", form: form, cookie: cookie, to: client).decode(ListJSON.self)
                #expect(told.deselected?.map(\.id) == names)
                #expect(try await selected(cookie, client) == left)
            }
        }
    }

    @Test func allThatIsDeselectedIsWhatIsSelected() async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(.inProcess) { client in
            let cookie = try await post("select", form: "rows=0.1", to: client).newCookie
            // Other visitors have no selected rows.
            #expect(try await post("deselect", form: "all=1", to: client).decode(ListJSON.self).deselected == [])
            let told = try await post("deselect", form: "all=1", cookie: cookie, to: client).decode(ListJSON.self)
            #expect(told.deselected?.map(\.id) == ["saw"])
        }
    }

    @Test func selectingAgainTellsNobody() async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(.inProcess) { client in
            let cookie = try await post("select", form: "rows=0.1", to: client).newCookie
            let told = try await post("select", form: "rows=0.0-0.1", cookie: cookie, to: client)
                .decode(ListJSON.self)
            #expect(told.selected?.map(\.id) == ["hammer", "saw"])
            #expect(await workshop.told == ["select 0.1", "select 0.0"])
        }
    }

    @Test(arguments: TestRig.allCases)
    func aBrowserIsSentBackToItsPage(rig: TestRig) async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(rig) { client in
            for form in ["rows=", "rows=0.0&rows=0.1%40saw", "rows=0.9-0.0", "rows=0.9"] {
                let answer = try await client.post(
                    "/shop/select", form: "\(form)&_query=_edit%3D1%26_size%3D2", headers: [.accept: "text/html"])
                let isWrong = form.contains("9")
                #expect(answer.status == (isWrong ? form.contains("-") ? 400 : 404 : 303))
                #expect(answer.headers[.location] == (isWrong ? nil : "/shop/?_edit=1&_size=2"))
                guard answer.status == 404 else { continue }
                #expect(answer.text.contains("<a href=\"/shop/?_edit=1&amp;_size=2\">Back to the table</a>"))
            }
        }
    }

    @Test func aRowThatLoadsIsLoadedBeforeItIsTouched() async throws {
        let rows = await LoadedRows(count: 950)
        try await rows.server.test(.socket) { client in
            let answer = try await client.post("/select", form: "rows=0.905&rows=0.0-0.9&rows=0.119", headers: json)
            #expect(try answer.decode(ListJSON.self).selected?.count == 12)
            // Rows are loaded a page at a time. Rows between two distant rows are not loaded.
            #expect(await rows.loads == [[0, 9], [119, 119], [905, 905]])
            #expect(await rows.unloaded == [])
        }
    }

    @Test func aListIsAsLongAsRowsMayBe() async throws {
        let rows = await LoadedRows(count: 10_000)
        try await rows.server.test(.socket) { client in
            let body = "{\"rows\":[\((0..<10_000).map { "\"0.\($0)\"" }.joined(separator: ","))]}"
            let answer = try await client.send(
                .post, "/select", headers: [.contentType: "application/json"], body: Array(body.utf8))
            #expect(try answer.decode(ListJSON.self).selected?.count == 10_000)
            let form = (0..<10_000).map { "rows=0.\($0)" }.joined(separator: "&")
            let other = try await client.post("/deselect", form: form, headers: [.cookie: answer.newCookie])
            #expect(try other.decode(ListJSON.self).deselected?.count == 10_000)
        }
    }
}

/// The response to a list of rows.
struct ListJSON: Decodable {
    var selected: [ActionJSON.Row]?
    var deselected: [ActionJSON.Row]?
    var refused: [Refusal]
    var revision: Int
    var changes: [ActionJSON.Change]
    var location: String?

    struct Refusal: Decodable, Equatable {
        var section: Int
        var row: Int
        var id: String
        var status: Int
        var detail: String
    }
}

/// The identifiers of a table's selected rows.
struct SelectedJSON: Decodable {
    var sections: [Section]
    var names: [String] { sections.flatMap(\.rows).filter(\.selected).map(\.id) }

    struct Section: Decodable {
        var rows: [Row]
    }

    struct Row: Decodable {
        var id: String
        var selected: Bool
    }
}
