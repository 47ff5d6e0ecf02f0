import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests how several rows are selected on a page without scripts.
@Suite struct SelectionPageTests {
    @TableActor
    private func makeWorkshop(limit: Int? = nil) -> Workshop {
        let workshop = Workshop()
        workshop.tableView.allowsMultipleSelection = true
        workshop.tableView.selectionLimit = limit
        return workshop
    }

    private func boxes(_ markup: Markup) -> [Markup.Element] {
        markup.elements("input").filter { $0.attributes["type"] == "checkbox" }
    }

    @Test func eachRowThatCanBeSelectedHasABox() async throws {
        let workshop = await makeWorkshop()
        TableActor.run {
            workshop.change(0, 0) {
                $0.name = "a \"b\" & <c>@d"; $0.cell.title = nil
            }
            workshop.change(0, 1) { $0.isSelectable = false }
            workshop.change(1, 0) { $0.cell.isEnabled = false }
        }
        try await workshop.server().test(.inProcess) { client in
            let boxes = boxes(Markup(try await client.get("/shop/?_edit=1").text))
            #expect(boxes.map { $0.attributes["value"] } == ["0.0@a \"b\" & <c>@d", "0.2@drill"])
            #expect(boxes.map { $0.attributes["aria-label"] } == ["Select a \"b\" & <c>@d", "Select Drill"])
            #expect(boxes.allSatisfy { $0.attributes["form"] == "selection" && $0.attributes["name"] == "rows" })
            #expect(boxes.allSatisfy { $0.attributes["checked"] == nil })
        }
    }

    @Test func theFormHasBothButtonsAndThePage() async throws {
        for limit in [nil, 3] {
            try await makeWorkshop(limit: limit).server().test(.inProcess) { client in
                let text = try await client.get("/shop/?_size=2&_edit=1").text
                let form = try #require(text.firstRange(of: /<form[^>]* id="selection".*?<\/form>/))
                let markup = Markup(String(text[form]))
                #expect(markup.elements("form").first?.attributes["method"] == "post")
                #expect(markup.elements("form").first?.attributes["action"] == "/shop/select")
                #expect(markup.buttons.map(\.text) == ["Select", "Deselect"])
                #expect(markup.formActions == ["/shop/deselect"])
                let hidden = markup.elements("input").map {
                    "\($0.attributes["name"] ?? "")=\($0.attributes["value"] ?? "")"
                }
                #expect(hidden == ["_query=_size=2&_edit=1", "rows="])
                #expect(text[form].contains("Checked rows (up to 3)") == (limit != nil))
                #expect(text.matches(of: /id="selection"/).count == 1)
            }
        }
    }

    @Test func withoutEditModeOrSeveralToSelectThereIsNone() async throws {
        for (workshop, target) in [(await makeWorkshop(), "/shop/"), (await Workshop(), "/shop/?_edit=1")] {
            try await workshop.server().test(.inProcess) { client in
                let text = try await client.get(target).text
                #expect(!text.contains("checkbox") && !text.contains("\"selection\""))
            }
        }
    }

    @Test func whatIsCheckedIsSelectedAndWhatIsSelectedIsChecked() async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(.socket) { client in
            let values = boxes(Markup(try await client.get("/shop/?_edit=1").text)).compactMap {
                $0.attributes["value"]
            }
            let rows = values.prefix(2).map { "rows=\($0.replacing("@", with: "%40"))" }.joined(separator: "&")
            let answer = try await client.post(
                "/shop/select", form: "_query=_edit%3D1&rows=&\(rows)", headers: [.accept: "text/html"])
            #expect(answer.headers[.location] == "/shop/?_edit=1")

            let page = Markup(try await client.get("/shop/?_edit=1", headers: [.cookie: answer.newCookie]).text)
            #expect(boxes(page).map { $0.attributes["checked"] != nil } == [true, true, false, false])
            #expect(page.row("saw").buttons.contains { $0.attributes["formaction"] == "/shop/deselect/0/1" })
        }
    }

    @Test func aRowThatIsSelectedHasABoxThoughItIsDisabledSince() async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(.inProcess) { client in
            let cookie = try await client.post("/shop/select", form: "rows=0.1").newCookie
            TableActor.run { workshop.change(0, 1) { $0.cell.isEnabled = false } }
            let page = Markup(try await client.get("/shop/?_edit=1", headers: [.cookie: cookie]).text)
            #expect(boxes(page).map { $0.attributes["checked"] != nil } == [false, true, false, false])
            let answer = try await client.post("/shop/deselect", form: "rows=0.1%40saw", headers: [.cookie: cookie])
            #expect(answer.status == 200)
        }
    }

    @Test func theJSONTellsWhereAndHowMany() async throws {
        for (limit, text) in [(nil, "null"), (3, "3")] as [(Int?, String)] {
            try await makeWorkshop(limit: limit).server().test(.inProcess) { client in
                let json = try await client.get("/shop/table.json").text
                #expect(
                    json.contains(
                        #""multipleSelection":{"limit":\#(text),"select":"/shop/select","deselect":"/shop/deselect"}"#))
            }
        }
        try await Workshop().server().test(.inProcess) { client in
            let json = try await client.get("/shop/table.json").text
            #expect(!json.contains("multipleSelection"))
        }
    }
}
