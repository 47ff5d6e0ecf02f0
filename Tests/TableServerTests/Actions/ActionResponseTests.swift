import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct ActionResponseTests {
    private let json: HTTPFields = [.accept: "application/json"]
    private let page: HTTPFields = [.accept: "text/html,application/xhtml+xml;q=0.9"]

    /// Returns a workshop that allows insertions and refreshing.
    @TableActor
    private func makeWorkshop() -> Workshop {
        let workshop = Workshop()
        workshop.change(1, 0) { $0.editingStyle = .insert }
        workshop.tableView.refreshHandler = { [weak workshop] tableView in
            workshop?.note("refresh")
            tableView.reloadData()
        }
        return workshop
    }

    @Test(arguments: ActionCase.all, TestRig.allCases)
    func aProgramIsToldWhatCameOfIt(gesture: ActionCase, rig: TestRig) async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(rig) { client in
            let answer = try await client.post("/shop/\(gesture.path)", form: gesture.form, headers: json)

            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.headers[.cacheControl] == "no-store")
            let told = try answer.decode(ActionJSON.self)
            #expect(told.outcome == [gesture.key: gesture.row])
            #expect(told.changes.map(\.type) == gesture.changes)
            let query = gesture.expanded.map { $0.isEmpty ? "" : "?\($0)" }
            #expect(told.location == query.map { "/shop/\($0)#row-saw" })
            #expect(await workshop.told == gesture.told)
            #expect(try await client.get("/shop/table.json").decode(TableJSON.self).revision == told.revision)
        }
    }

    @Test(arguments: ActionCase.all, TestRig.allCases)
    func aBrowserIsSentBackToItsPageAtTheRow(gesture: ActionCase, rig: TestRig) async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(rig) { client in
            let form = gesture.form(and: "_query=_size%3D2%26_edit%3D1%26_next%3D0.0~ham%2Bmer")
            let answer = try await client.post("/shop/\(gesture.path)", form: form, headers: page)

            #expect(answer.status == 303)
            #expect(answer.body.isEmpty)
            let row = gesture.row.map { "#row-\($0.id == "a & b" ? "a%20%26%20b" : $0.id)" } ?? ""
            let expanded = gesture.expanded.map { $0.isEmpty ? "" : "&\($0)" } ?? ""
            #expect(answer.headers[.location] == "/shop/?_size=2&_edit=1&_next=0.0~ham+mer\(expanded)\(row)")
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(await workshop.told == gesture.told)
        }
    }

    @Test(arguments: ActionCase.all)
    func withoutAPageToReturnToItIsTheFirst(gesture: ActionCase) async throws {
        for query in [
            "", "_query=", "_query=%0d%0aSet-Cookie:a", "_query=_next%3D0.0~a%0d%0aSet-Cookie:a", "_query=_next=0.0~é",
            "_query=//evil.example/", "_query=_size%3D0", "_query=_sort%3Da", "_query=_next=0.0~a%23b",
        ] {
            try await makeWorkshop().server().test(.inProcess) { client in
                let answer = try await client.post(
                    "/shop/\(gesture.path)", form: gesture.form(and: query), headers: page)
                let location = try #require(answer.headers[.location])
                let expanded = gesture.expanded.map { $0.isEmpty ? "" : "?\($0)" } ?? ""
                #expect(location.prefix { $0 != "#" } == "/shop/\(expanded)", "\(query)")
            }
        }
    }

    @Test func aDelegateIsAskedAsOnThePageTheGestureWasMadeOn() async throws {
        let workshop = await makeWorkshop()
        TableActor.run {
            workshop.change(0, 0) { tool in
                tool.leading = .init(actions: [
                    TableViewRowAction(id: "look", title: "Look") { tableView, indexPath in
                        (tableView.dataSource as? Workshop)?.note(
                            tableView.isEditing ? "edited" : "shown", indexPath)
                        return .keep
                    }
                ])
            }
        }
        try await workshop.server().test(.inProcess) { client in
            _ = try await client.post("/shop/action/0/0/look")
            _ = try await client.post("/shop/action/0/0/look", form: "_query=_edit%3D1")
            _ = try await client.post("/shop/action/0/0/look?_edit=1")
            #expect(await workshop.told == ["shown 0.0", "edited 0.0", "edited 0.0"])
        }
    }

    @Test func anAccessoryMayLeadElsewhere() async throws {
        let workshop = await makeWorkshop()
        for (way, location) in [
            ("manual/", "/shop/manual/"), ("/else", "/else"), ("https://e.example/", "https://e.example/"),
            ("../", "/"), ("javascript:alert(1)", nil), ("//evil.example", nil), ("a\r\nSet-Cookie:b", nil),
        ] {
            TableActor.run { workshop.change(0, 1) { $0.leadsTo = way } }
            try await workshop.server().test(.inProcess) { client in
                let told = try await client.post("/shop/accessory/0/1", headers: json).decode(ActionJSON.self)
                #expect(told.location == location)
                let answer = try await client.post("/shop/accessory/0/1", headers: page)
                #expect(answer.headers[.location] == location ?? "/shop/#row-saw")
            }
        }
    }

    @Test func theAnswerSaysWhatChangedAndWhere() async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(.inProcess) { client in
            let moved = try await client.post("/shop/move?from=0.0&to=1.1").decode(ActionJSON.self)
            #expect(moved.changes == [.init(type: "moveRow", rows: [[0, 0], [1, 1]])])
            let turned = try await client.post("/shop/move-section?from=0&to=1").decode(ActionJSON.self)
            #expect(turned.changes == [.init(type: "moveSection", sections: [0, 1])])
            #expect(turned.revision == moved.revision + 1)
            #expect(await workshop.names == [["rake", "hammer"], ["saw", "drill"], []])
        }
    }
}
