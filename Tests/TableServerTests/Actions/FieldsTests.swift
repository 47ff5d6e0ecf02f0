import CascadingTable
import FoundationEssentials
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct FieldsTests {
    private let page: HTTPFields = [.accept: "text/html"]
    private let typed: HTTPFields = [.contentType: "application/json"]

    /// A table at `/shop/` of dishes with different names and prices.
    @TableActor
    private final class Kitchen: TableViewDataSource, TableViewDelegate {
        var dishes = [["soup", "Soup", "4"], ["pie", "Pie <&\"'>", "9"]]
        let tableView = TableView(title: "Kitchen")

        init() { (tableView.dataSource, tableView.delegate) = (self, self) }

        nonisolated var server: TableServer {
            var server = TableServer()
            server.mount("/shop/", tableView)
            return server
        }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { dishes.count + 1 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: indexPath.row < dishes.count ? dishes[indexPath.row][1] : "Closed")
        }
        func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            indexPath.row < dishes.count ? dishes[indexPath.row][0] : "closed"
        }
        func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
            -> [TableViewEditableField]
        {
            guard indexPath.row < dishes.count else { return [] }
            let (name, price) = (dishes[indexPath.row][1], dishes[indexPath.row][2])
            return [
                .init("name", label: "Name", value: name, isRequired: true, maxLength: 20, help: "On the board."),
                .init("price", label: "Price", value: price, kind: .integer, minimum: 1),
                .init("vegan/raw", label: "Vegan", value: "true", kind: .boolean),
                .init("course", label: "Course", kind: .choice(["First", "Second"])),
            ]
        }
        func tableView(
            _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
        ) throws {
            let name = values["name"] ?? ""
            guard !dishes.enumerated().contains(where: { $0.offset != indexPath.row && $0.element[1] == name }) else {
                throw TableViewValidationError("name", "There is one already.")
            }
            dishes[indexPath.row][1] = name
            dishes[indexPath.row][2] = "\(values["price"] ?? "") \(values["vegan/raw"] ?? "")"
            tableView.reloadRows(at: [indexPath])
        }
    }

    private struct ProblemJSON: Decodable {
        var errors: [Issue]

        struct Issue: Decodable, Equatable {
            var pointer: String
            var detail: String
        }
    }

    private struct FieldsJSON: Decodable {
        var id: String
        var action: String
        var fields: [Field]

        struct Field: Decodable, Equatable {
            var name: String
            var label: String
            var value: String
            var type: String
            var required: Bool
            var minimum: Double?
            var maxLength: Int?
            var help: String?
            var choices: [String]?
        }
    }

    @Test(arguments: TestRig.allCases)
    func theFieldsAreToldAndTakeValues(rig: TestRig) async throws {
        let kitchen = await Kitchen()
        try await kitchen.server.test(rig) { client in
            let told = try await client.get("/shop/edit/0/1.json").decode(FieldsJSON.self)
            #expect(told.id == "pie" && told.action == "/shop/edit/0/1")
            #expect(told.fields.map(\.type) == ["text", "integer", "boolean", "choice"])
            #expect(
                told.fields[0]
                    == .init(
                        name: "name", label: "Name", value: "Pie <&\"'>", type: "text", required: true, maxLength: 20,
                        help: "On the board."))
            #expect(told.fields[1].minimum == 1)
            #expect(told.fields[3].choices == ["First", "Second"])

            let body = #"{"id":"pie","values":{"name":"Tart","price":12,"vegan/raw":false,"course":null}}"#
            let saved = try await client.post("/shop/edit/0/1", form: body, headers: typed)
            #expect(saved.status == 200)
            let answer = try saved.decode(ActionJSON.self)
            #expect(answer.outcome == ["saved": .init(section: 0, row: 1, id: "pie")])
            #expect(answer.changes == [.init(type: "reloadRows", rows: [[0, 1]])])
            #expect(await kitchen.dishes[1] == ["pie", "Tart", "12 false"])
        }
    }

    /// A table at `/shop/` of dishes that are identified by their names. A dish without a name is removed.
    @TableActor
    private final class Menu: CascadingBareTableDelegate {
        var dishes = ["pie", "soup", "tart"]
        var announcement: @TableActor (TableView, IndexPath) -> Void = { _, _ in }

        nonisolated func server() -> TableServer {
            var server = TableServer()
            server.mount("/shop/", TableActor.run { TableView(root: self) })
            return server
        }

        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { dishes.count }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: dishes[indexPath.row])
        }
        override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            dishes[indexPath.row]
        }
        override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
            -> [TableViewEditableField]
        { [TableViewEditableField("name", label: "Name", value: dishes[indexPath.row])] }
        override func tableView(
            _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
        ) throws {
            let name = values["name"] ?? ""
            if name.isEmpty { dishes.remove(at: indexPath.row) } else { dishes[indexPath.row] = name }
            announcement(tableView, indexPath)
        }
    }

    private struct Announcement: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var name = "quiche"
        /// If true, the response names the row.
        let isKnown: Bool
        let announce: @TableActor @Sendable (TableView, IndexPath) -> Void
    }

    private static let announcements = [
        Announcement(testDescription: "nothing", isKnown: true) { _, _ in },
        Announcement(testDescription: "reloadRows", isKnown: true) { $0.reloadRows(at: [$1]) },
        Announcement(testDescription: "two of them", isKnown: true) {
            $0.reloadRows(at: [[0, 2]])
            $0.reloadRows(at: [$1])
        },
        // Another row may be at this place by now.
        Announcement(testDescription: "reloadRows of others", isKnown: false) { tableView, _ in
            tableView.reloadRows(at: [[0, 2]])
        },
        Announcement(testDescription: "reloadData", isKnown: false) { tableView, _ in tableView.reloadData() },
        Announcement(testDescription: "deleteRows", name: "", isKnown: false) { $0.deleteRows(at: [$1]) },
        Announcement(testDescription: "a row less, reloaded", name: "", isKnown: false) { tableView, _ in
            tableView.reloadData()
        },
    ]

    @Test(arguments: announcements)
    private func aRowWhoseIdentifierChangedIsNamedWhereItIsKnown(given: Announcement) async throws {
        let menu = await Menu()
        TableActor.run { menu.announcement = given.announce }
        try await menu.server().test(.inProcess) { client in
            let body = #"{"id":"soup","values":{"name":"\#(given.name)"}}"#
            let saved = try await client.post("/shop/edit/0/1", form: body, headers: typed).decode(ActionJSON.self)
            let row = ActionJSON.Row(section: 0, row: 1, id: "quiche")
            #expect(saved.outcome == (given.isKnown ? ["saved": row] : ["saved": nil]))
        }
    }

    @Test func whatIsWrongIsAnsweredByField() async throws {
        let kitchen = await Kitchen()
        try await kitchen.server.test(.inProcess) { client in
            for (values, pointers) in [
                (#"{"name":""}"#, ["/name"]), (#"{"name":"Soup"}"#, ["/name"]),
                (
                    #"{"name":"","price":0,"vegan/raw":"perhaps","a~b":"1"}"#,
                    ["/name", "/price", "/vegan~1raw", "/a~0b"]
                ),
            ] {
                let answer = try await client.post("/shop/edit/0/1", form: #"{"values":\#(values)}"#, headers: typed)
                #expect(answer.status == 422)
                #expect(answer.headers[.contentType] == "application/problem+json")
                #expect(try answer.decode(ProblemJSON.self).errors.map(\.pointer) == pointers)
            }
            let batch = #"{"gestures":[{"do":"edit","row":"0.1","values":{"price":"x"}}]}"#
            let answer = try await client.post("/shop/batch", form: batch, headers: typed)
            #expect(answer.status == 422)
            #expect(try answer.decode(ProblemJSON.self).errors.map(\.pointer) == ["/gestures/0/price"])
            #expect(await kitchen.dishes.map { $0[1] } == ["Soup", "Pie <&\"'>"])
        }
    }

    @Test func aRowThatHasMovedOrHasNoFieldsIsRefused() async throws {
        let kitchen = await Kitchen()
        try await kitchen.server.test(.inProcess) { client in
            let cases: [(path: String, status: Int)] = [
                ("edit/0/1?id=soup", 409), ("edit/0/1?id=gone", 409), ("edit/0/2", 403), ("edit/0/3", 404),
                ("edit/0/x", 400), ("edit/0/1?id=pie", 200),
            ]
            for (path, status) in cases {
                for headers in [page, [:]] {
                    let form = try await client.get("/shop/\(path)", headers: headers)
                    #expect(form.status == status, "\(path)")
                }
                let parts = path.split(separator: "?")
                let json = "/shop/\(parts[0]).json" + (parts.count > 1 ? "?\(parts[1])" : "")
                let fields = try await client.get(json)
                #expect(fields.status == status, "\(json)")
                let saved = try await client.post("/shop/\(path)", form: "name=New")
                #expect(saved.status == status, "\(path)")
            }
            let old: HTTPFields = [.ifMatch: "\"old\""]
            let outdated = try await client.post("/shop/edit/0/1", form: "name=Newer", headers: old)
            #expect(outdated.status == 412)
        }
    }

    @Test func rowsTellWhereTheyAreEdited() async throws {
        let kitchen = await Kitchen()
        try await kitchen.server.test(.inProcess) { client in
            struct Table: Decodable {
                struct Section: Decodable { var rows: [Row] }
                struct Row: Decodable { var edit: String? }
                var sections: [Section]
            }
            let table = try await client.get("/shop/table.json").decode(Table.self)
            #expect(table.sections[0].rows.map(\.edit) == ["/shop/edit/0/0", "/shop/edit/0/1", nil])
            for query in ["_size=2", "_size=2&_edit=1"] {
                let row = Markup(try await client.get("/shop/?\(query)", headers: page).text).row("pie")
                let link = try #require(row.links.first { $0.attributes["class"] == "edit-fields" })
                let encoded = query.replacing("=", with: "%3D").replacing("&", with: "%26")
                #expect(link.attributes["href"] == "/shop/edit/0/1?id=pie&_query=\(encoded)")
                #expect(link.attributes["aria-label"] == "Edit Pie <&\"'>")
            }
        }
    }

    @Test(arguments: TestRig.allCases)
    func aPageHasTheForm(rig: TestRig) async throws {
        let kitchen = await Kitchen()
        try await kitchen.server.test(rig) { client in
            let form = try await client.get("/shop/edit/0/1?id=pie&_query=_size%3D2", headers: page)
            #expect(form.status == 200 && form.headers[.cacheControl] == "no-store")
            let markup = Markup(form.text)
            #expect(markup.elements("h1").map(\.text) == ["Edit “Pie <&\"'>”"])
            let action = "/shop/edit/0/1?id=pie&_query=_size%3D2"
            #expect(markup.elements("form").map { $0.attributes["action"]?.hasPrefix("\(action)&_seen=") } == [true])
            #expect(markup.elements("label").map { $0.attributes["for"] } == (0..<4).map { "field-\($0)" })
            let inputs = markup.elements("input").map(\.attributes)
            #expect(inputs.map { $0["name"] } == ["name", "price", "vegan/raw", "vegan/raw"])
            #expect(inputs[0]["value"] == "Pie <&\"'>" && inputs[0]["aria-describedby"] == "field-0-help")
            #expect(inputs[0]["autofocus"] != nil && inputs[0]["required"] != nil && inputs[0]["maxlength"] == "20")
            #expect(inputs[1]["inputmode"] == "numeric" && inputs[1]["aria-describedby"] == nil)
            #expect(inputs[3]["checked"] != nil)
            #expect(markup.elements("option").map { $0.attributes["value"] } == ["", "First", "Second"])
            #expect(markup.links.map { $0.attributes["href"] } == ["/shop/?_size=2#row-pie"])

            // A browser sends the form with the box unchecked.
            let saved = try await client.post(
                action, form: "name=Tart&price=3&vegan%2Fraw=false&course=First", headers: page)
            #expect(saved.status == 303)
            #expect(saved.headers[.location] == "/shop/?_size=2#row-pie")
            #expect(await kitchen.dishes[1] == ["pie", "Tart", "3 false"])
        }
    }

    @Test func aFormThatIsRefusedComesBackAsItWasTyped() async throws {
        let kitchen = await Kitchen()
        try await kitchen.server.test(.inProcess) { client in
            let refused = try await client.post(
                "/shop/edit/0/1?id=pie&_query=_size%3D2",
                form: "name=Soup&price=3&vegan%2Fraw=false&course=First", headers: page)
            #expect(refused.status == 422)
            #expect(refused.headers[.contentType] == "text/html; charset=utf-8")
            var markup = Markup(refused.text)
            #expect(markup.elements("input").map { $0.attributes["value"] } == ["Soup", "3", "false", "true"])
            let name = try #require(markup.elements("input").first).attributes
            #expect(name["aria-invalid"] == "true" && name["aria-describedby"] == "field-0-help field-0-error")
            #expect(
                markup.elements("p").contains {
                    $0.attributes["id"] == "field-0-error" && $0.text == "There is one already."
                })
            #expect(markup.elements("input").last?.attributes["checked"] == nil)
            #expect(
                markup.elements("option").first { $0.attributes["selected"] != nil }?.attributes["value"] == "First")
            let action = try #require(markup.elements("form").first?.attributes["action"])
            #expect(action.hasPrefix("/shop/edit/0/1?id=pie&_query=_size%3D2&_seen="))

            let wrong = try await client.post("/shop/edit/0/1", form: "name=A&price=%3Cx%3E&other=1", headers: page)
            markup = Markup(wrong.text)
            let focused = markup.elements("input").filter { $0.attributes["autofocus"] != nil }
            #expect(focused.map { $0.attributes["value"] } == ["<x>"])
            #expect(
                markup.elements("p").contains {
                    $0.attributes["role"] == "alert" && $0.text == "Unknown field."
                })
            #expect(await kitchen.dishes[1][2] == "9")
        }
    }
}
