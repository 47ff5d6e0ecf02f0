import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct ToolsJSONTests {
    private func table(
        _ client: any TestClient, _ query: String = "", cookie: String? = nil
    ) async throws -> ToolsJSON {
        var headers = HTTPFields()
        headers[.cookie] = cookie
        return try await client.get("/shop/table.json\(query)", headers: headers).decode()
    }

    @Test(arguments: TestRig.allCases)
    func aRowNamesWhatCanBeDoneToIt(rig: TestRig) async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.change(0, 0) { tool in
                tool.leading = .init(actions: [
                    .noting("a/b c", title: "A & \"B\"", image: TableViewImage(source: "a.svg", description: "A")),
                    .noting("second"),
                ])
            }
            workshop.change(1, 0) { $0 = .plain("rake") }
        }
        try await workshop.server().test(rig) { client in
            let rows = try await table(client).rows
            #expect(
                rows[0].actions == [
                    .init(
                        id: "a/b c", title: "A & \"B\"", style: "default", edge: "leading", primary: true,
                        image: .init(source: "a.svg", description: "A"), url: "/shop/action/0/0/a%2Fb%20c"),
                    .init(
                        id: "second", title: "second", style: "default", edge: "leading", url: "/shop/action/0/0/second"
                    ),
                    .init(
                        id: "scrap", title: "scrap", style: "destructive", edge: "trailing",
                        url: "/shop/action/0/0/scrap"),
                    .init(id: "lend", title: "lend", style: "default", edge: "menu", url: "/shop/action/0/0/lend"),
                ])
            #expect(rows[0].menu == ["copy", "paste"])
            #expect(rows[0].accessory == "detail" && rows[0].select == "/shop/select/0/0")
            #expect(rows[3].actions == [] && rows[3].menu == nil && rows[3].select == nil && rows[3].accessory == nil)

            for action in rows[0].actions {
                let answer = try await client.post(action.url)
                #expect(answer.status == 200, "\(action.url)")
            }
            #expect(await workshop.told == ["a/b c 0.0", "second 0.0", "scrap 0.0", "delete 0.0", "lend 0.0"])
        }
    }

    @Test func anExpandedRowShowsItsPanels() async throws {
        let workshop = await Workshop()
        TableActor.run { workshop.change(1, 0) { $0.expansion = nil } }
        try await workshop.server().test(.inProcess) { client in
            let expanded = try await client.post("/shop/expand/0/1").decode(ActionJSON.self)
            #expect(expanded.location == "/shop/?_expanded=saw#row-saw")
            let rows = try await client.get("/shop/table.json?_expanded=saw").decode(ToolsJSON.self).rows
            #expect(rows.map(\.expanded) == [false, true, false, nil])
            #expect(rows[1].panels == [.init(title: "Inside", text: "a motor", fields: ["weight": 3])])
            #expect(rows[0].panels == nil)
            let others = try await table(client).rows
            #expect(others[1].expanded == false && others[1].panels == nil)
        }
    }

    @Test func editModeSaysWhatItDoesToEachRow() async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.change(0, 1) {
                $0.deleteTitle = "Throw away"; $0.canMove = false
            }
            workshop.change(0, 2) { $0.canEdit = false }
            workshop.change(1, 0) { $0.editingStyle = .insert }
        }
        try await workshop.server().test(.inProcess) { client in
            let edited = try await table(client, "?_edit=1")
            #expect(edited.editing == true)
            #expect(
                edited.rows.map(\.editing) == [
                    .init(style: "delete", title: "Delete", movable: true),
                    .init(style: "delete", title: "Throw away", movable: false), .init(style: "none", movable: true),
                    .init(style: "insert", movable: true),
                ])
            #expect(edited.sections.map(\.movable) == [true, true, true])
            let shown = try await table(client, "?_edit=0")
            #expect(shown.editing == nil)
            #expect(shown.rows.allSatisfy { $0.editing == nil })
            #expect(shown.sections.map(\.movable) == [nil, nil, nil])
        }
    }

    @Test func theIndexHasTheTitlesThatLeadSomewhere() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let without = try await table(client)
            #expect(without.index == nil)
            TableActor.run {
                workshop.indexTitles = [("B", 0), ("lost", -1), ("\"A\"", 2)]
                workshop.tableView.reloadData()
            }
            let with = try await table(client)
            #expect(with.index == [.init(title: "B", section: 0), .init(title: "\"A\"", section: 2)])
        }
    }

    @Test func theAppearanceIsToldWhereItIsNotPlain() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let plain = try await table(client)
            #expect(plain.appearance == nil)
            TableActor.run {
                workshop.tableView.appearance = TableViewAppearance(
                    style: .insetGrouped, entryAnimation: .fade,
                    headerView: TableViewHeaderFooterView(title: "Top \"1\"", to: "top/"))
            }
            let arranged = try await table(client)
            #expect(
                arranged.appearance
                    == .init(style: "insetGrouped", animation: "fade", header: .init(title: "Top \"1\"", link: "top/")))
        }
    }

    @Test func aSwitchAndARowThatIsDisabledSaySo() async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.change(0, 0) { $0.cell.accessory = .toggle(isOn: true) }
            workshop.change(0, 1) {
                $0.cell.accessory = .toggle(isOn: false)
                $0.cell.isEnabled = false
            }
        }
        try await workshop.server().test(.inProcess) { client in
            let rows = try await table(client, "?_edit=1").rows
            #expect(rows.map(\.on) == [true, false, nil, nil])
            #expect(rows.map(\.enabled) == [nil, false, nil, nil])
            #expect(rows[0].accessory == "toggle")
            #expect(rows[1].select == nil && rows[1].actions == [] && rows[1].menu == nil && rows[1].expanded == nil)
            #expect(rows[1].editing == .init(style: "none", movable: false))
        }
    }
}
