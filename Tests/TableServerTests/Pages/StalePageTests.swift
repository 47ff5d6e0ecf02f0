import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests that an old page never acts on another row.
@Suite struct StalePageTests {
    /// A list without identifiers, as in a plain UIKit data source.
    @TableActor
    private final class Tasks: TableViewDataSource, TableViewDelegate {
        var titles = ["Wash", "Cook", "Read"]
        private(set) var told: [String] = []
        private(set) lazy var tableView: TableView = {
            let tableView = TableView(title: "Tasks", dataSource: self, delegate: self)
            tableView.allowsMultipleSelection = true
            return tableView
        }()

        nonisolated init() {}

        func removeFirst() {
            titles.removeFirst()
            tableView.deleteRows(at: [[0, 0]])
        }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { titles.count }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: titles[indexPath.row])
        }
        func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
            told.append("select \(titles[indexPath.row])")
        }
        func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
            -> TableViewSwipeActionsConfiguration?
        {
            TableViewSwipeActionsConfiguration(actions: [
                TableViewRowAction(id: "done", title: "Done") { [weak self] _, indexPath in
                    self?.told.append("done \(self?.titles[indexPath.row] ?? "")")
                    return .keep
                }
            ])
        }
        func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
        func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle
        {
            .delete
        }
        func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {
            told.append("delete \(titles[indexPath.row])")
        }
    }

    private func server(_ tasks: Tasks) async -> TableServer {
        var server = TableServer()
        server.mount("/", await tasks.tableView)
        return server
    }

    @Test(arguments: TestRig.allCases)
    func aClickOnARowThatHasMovedIsRefused(rig: TestRig) async throws {
        let tasks = Tasks()
        try await server(tasks).test(rig) { client in
            // given: a page with the identifiers of its rows, before a row above is removed
            let page = try await client.get("/table.json").decode(TableJSON.self)
            let id = try #require(page.sections.first?.rows[1].id)
            await tasks.removeFirst()
            // when, then
            for path in ["select/0/1", "deselect/0/1", "highlight/0/1", "action/0/1/done", "commit/0/1/delete"] {
                let answer = try await client.post("/\(path)", form: "id=\(id)")
                #expect(answer.status == 409, "\(path)")
            }
            let list = try await client.post("/select", form: "rows=0.1@\(id)")
            #expect(list.status == 409)
            let batch = #"{"gestures":[{"do":"select","row":"0.1","id":"\#(id)"}]}"#
            let answer = try await client.send(
                .post, "/batch", headers: [.contentType: "application/json"], body: Array(batch.utf8))
            #expect(answer.status == 409)
            #expect(await tasks.told == [])
            // A new page shows the current rows, and its identifiers work.
            let now = try await client.get("/table.json").decode(TableJSON.self)
            let row = try #require(now.sections.first?.rows[1])
            #expect(try await client.post("/action/0/1/done", form: "id=\(row.id)").status == 200)
            #expect(await tasks.told == ["done Read"])
        }
    }

    @Test func aRowThatIsReloadedStaysTheSame() async throws {
        let tasks = Tasks()
        try await server(tasks).test(.inProcess) { client in
            let page = try await client.get("/table.json").decode(TableJSON.self)
            let id = try #require(page.sections.first?.rows[1].id)
            TableActor.run { tasks.tableView.reloadRows(at: [[0, 0], [0, 1]]) }
            #expect(try await client.post("/action/0/1/done", form: "id=\(id)").status == 200)
        }
    }
}
