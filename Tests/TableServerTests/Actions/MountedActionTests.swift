import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests gestures on a table whose own path has parameters, with the names of the route parameters.
@Suite struct MountedActionTests {
    private func server(_ workshop: Workshop) -> TableServer {
        var server = TableServer()
        server.mount("/:row/:action/:section/:style/:entry/", forEach: .path) { parameters in
            let own = ["row", "action", "section", "style", "entry"].map { parameters[$0] }
            return own == ["1", "scrap", "2", "insert", "cut"] ? workshop.tableView : nil
        }
        return server
    }

    @Test(arguments: ActionCase.ofRows)
    func theRowIsTheRoutesAndTheTableThePaths(gesture: ActionCase) async throws {
        let workshop = await Workshop()
        try await server(workshop).test(.inProcess) { client in
            let base = "/1/scrap/2/insert/cut/"
            // The first request opens the table. The others use the open table.
            for path in [gesture.path, "rows/0/1.json", "rows/0/1", "sections/0.json", "sections/0"] {
                let answer =
                    path == gesture.path
                    ? try await client.post("\(base)\(path)", form: gesture.form(and: "id=saw"))
                    : try await client.get("\(base)\(path)")
                #expect(answer.status == 200, "\(path)")
            }
            #expect(await workshop.told == gesture.told)
        }
    }

    @Test func theQuestionIsTheRoutes() async throws {
        let workshop = await Workshop()
        try await server(workshop).test(.inProcess) { client in
            for (path, question) in [
                ("action/0/1/sharpen", "sharpen “Saw”?"), ("commit/0/2/delete", "Delete “Drill”?"),
            ] {
                let asked = Markup(try await client.get("/1/scrap/2/insert/cut/\(path)").text)
                #expect(asked.elements("h1").map(\.text) == [question])
            }
            let other = try await client.get("/1/scrap/2/insert/other/action/0/1/sharpen")
            #expect(other.status == 404)
        }
    }
}
