import CascadingTable
import TableStorage
import TableManagers
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests the response to refusals of a storage or a closure in methods that cannot throw.
@Suite struct RefusedUpdateTests {
    private struct WordCell: ModelTransfer {
        var cell = TableViewCell()
        mutating func update(with model: String) { cell.title = model }
    }

    /// A table of words that the storage can move. A closure refuses to move `fixed`.
    @TableActor
    private final class World {
        let storage = MemoryStorage<String>()
        let manager: TableManager<String>
        let tableView: TableView

        init() throws {
            let storage = storage
            manager = TableManager(storage: storage)
            try storage.setItems(["a", "fixed", "c"], forSection: 0)
            manager.register(WordCell.self) { mapping in
                mapping.canMove { _, _, _ in true }
                mapping.canEditCell { _, _, _ in true }
                mapping.editingStyle { _, _, _ in .delete }
                mapping.moveRowTo { destination, _, word, indexPath in
                    guard word != "fixed" else { throw TableViewError(.vetoed, "It is fixed.") }
                    try storage.moveItem(at: indexPath, to: destination)
                }
                mapping.commitEditingStyle { _, _, _, _ in
                    try storage.removeItem(at: IndexPath(row: 9, section: 0))
                }
                mapping.didSelect { _, word, _ in
                    if word == "fixed" { throw HTTPError(.badGateway, "Elsewhere it failed.") }
                }
            }
            tableView = TableView(title: "Words", root: manager)
        }

        nonisolated var server: TableServer {
            var server = TableServer(configuration: .init())
            server.mount("/", tableView)
            return server
        }
    }

    @Test(
        arguments: [
            ("move", "from=0.1&to=0.0", 409, "It is fixed."), ("commit/0/0/delete", "", 404, nil),
            ("select/0/1", "", 502, "Elsewhere it failed."),
        ] as [(String, String, Int, String?)])
    func aRefusalHasItsStatusAndSentence(path: String, form: String, status: Int, detail: String?) async throws {
        let world = try await World()
        try await world.server.test(.inProcess) { client in
            let before = try await client.get("/table.json").text

            let answer = try await client.post("/\(path)", form: form, headers: [.accept: "application/json"])

            #expect(answer.status == status)
            let problem = try answer.decode(ProblemJSON.self)
            if let detail { #expect(problem.detail == detail) } else { #expect(!problem.detail.isEmpty) }
            #expect(try await client.get("/table.json").text == before)
        }
    }

    @Test func whatIsNotRefusedIsDone() async throws {
        let world = try await World()
        try await world.server.test(.inProcess) { client in
            let answer = try await client.post(
                "/move", form: "from=0.2&to=0.0", headers: [.accept: "application/json"])
            #expect(answer.status == 200)
            #expect(try await client.get("/table.json").decode(TableJSON.self).titles == ["c", "a", "fixed"])
        }
    }
}
