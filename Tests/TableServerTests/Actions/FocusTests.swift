import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct FocusTests {
    private let json: HTTPFields = [.accept: "application/json"]

    @Test(arguments: TestRig.allCases)
    func theFocusMovesFromRowToRowAndOut(rig: TestRig) async throws {
        let workshop = await Workshop()
        try await workshop.server().test(rig) { client in
            let first = try await client.post("/shop/focus/0/0", headers: json)
            #expect(try first.decode(ActionJSON.self).outcome == ["focused": .init(section: 0, row: 0, id: "hammer")])
            let headers: HTTPFields = [.cookie: first.newCookie]
            let second = try await client.post("/shop/focus/0/1", headers: headers)
            #expect(try second.decode(ActionJSON.self).outcome == ["focused": .saw])
            let out = try await client.post("/shop/blur", headers: headers)
            #expect(try out.decode(ActionJSON.self).outcome == ["blurred": .saw])
            let again = try await client.post("/shop/blur", headers: headers)
            #expect(try again.decode(ActionJSON.self).outcome == ["blurred": nil])

            #expect(await workshop.told == ["focus 0.0", "unfocus 0.0", "focus 0.1", "unfocus 0.1"])
        }
    }

    @Test func pagesAreThoseOfEverybody() async throws {
        let workshop = await Workshop()
        // The delegate sees the visitor when it is asked about menus, so pages with menus are personal.
        TableActor.run {
            for (section, row) in [(0, 0), (0, 1), (0, 2), (1, 0)] { workshop.change(section, row) { $0.menu = [] } }
        }
        try await workshop.server().test(.inProcess) { client in
            let before = try await client.get("/shop/table.json")
            let cookie = try await client.post("/shop/focus/0/0").newCookie
            #expect(cookie != "")
            for target in ["/shop/table.json", "/shop/", "/shop/rows/0/0"] {
                let others = try await client.get(target)
                let own = try await client.get(target, headers: [.cookie: cookie])
                #expect(own.headers[.eTag] == others.headers[.eTag])
                #expect(own.headers[.cacheControl] == "no-cache")
                #expect(own.body == others.body)
            }
            let after = try await client.get("/shop/table.json", headers: [.cookie: cookie])
            #expect(after.headers[.eTag] == before.headers[.eTag])
            // A page that is already personal stays the same too.
            _ = try await client.post("/shop/select/0/0", headers: [.cookie: cookie])
            let selected = try await client.get("/shop/table.json", headers: [.cookie: cookie]).headers[.eTag]
            _ = try await client.post("/shop/focus/0/1", headers: [.cookie: cookie])
            let moved = try await client.get("/shop/table.json", headers: [.cookie: cookie]).headers[.eTag]
            #expect(moved == selected && moved != before.headers[.eTag])
        }
    }

    @Test func selectionFollowsWhereTheDelegateSaysSo() async throws {
        let workshop = await Workshop()
        for follows in [false, true] {
            TableActor.run { workshop.selectionFollowsFocus = follows }
            try await workshop.server().test(.inProcess) { client in
                let cookie = try await client.post("/shop/focus/0/1").newCookie
                let table = try await client.get("/shop/table.json", headers: [.cookie: cookie])
                #expect(try table.decode(TableJSON.self).selected == (follows ? ["saw"] : []))
            }
        }
        #expect(await workshop.told == ["focus 0.1", "focus 0.1", "select 0.1"])
    }

    @Test func aRowThatCanBeFocusedCanBeReachedByTab() async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.change(0, 0) { $0.canFocus = false }
            workshop.change(0, 2) { $0.cell.isEnabled = false }
        }
        try await workshop.server().test(.inProcess) { client in
            let page = Markup(try await client.get("/shop/").text)
            let json = try await client.get("/shop/table.json").decode(FocusJSON.self)
            for (name, isFocusable) in [("hammer", false), ("saw", true), ("drill", false), ("rake", true)] {
                let row = try #require(page.row(name).elements("tr").first)
                #expect(row.attributes["tabindex"] == (isFocusable ? "0" : nil))
                #expect(row.attributes["autofocus"] == nil)
                #expect(json.focusable[name] == .some(isFocusable ? true : nil))
            }
        }
    }

    @Test func thePreferredRowHasTheFocusOnThePageItIsOn() async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.change(0, 1) { $0.canFocus = false }
            workshop.preferredFocus = [0, 1]
        }
        try await workshop.server().test(.inProcess) { client in
            let rows = Markup(try await client.get("/shop/").text).elements("tr")
            let preferred = rows.filter { $0.attributes["autofocus"] != nil }
            #expect(preferred.map { $0.attributes["id"] } == ["row-saw"])
            #expect(preferred.first?.attributes["tabindex"] == "0")
            #expect(!(try await client.get("/shop/?_size=1").text).contains("autofocus"))

            TableActor.run { workshop.change(0, 1) { $0.cell.isEnabled = false } }
            #expect(!(try await client.get("/shop/").text).contains("autofocus"))
        }
    }
}

/// The rows of a table by identifier, and if they can be focused. The value is nil if the JSON does not say it.
private struct FocusJSON: Decodable {
    var focusable: [String: Bool?]

    private struct Table: Decodable {
        var sections: [Section]

        struct Section: Decodable {
            var rows: [Row]
        }

        struct Row: Decodable {
            var id: String
            var focusable: Bool?
        }
    }

    init(from decoder: any Decoder) throws {
        let rows = try Table(from: decoder).sections.flatMap(\.rows)
        focusable = Dictionary(rows.map { ($0.id, $0.focusable) }) { $1 }
    }
}
