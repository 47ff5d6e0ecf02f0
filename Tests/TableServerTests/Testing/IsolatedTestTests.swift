import CascadingTable
import TableServer
import TableTesting
import Testing

/// Tests that a suite on the table's actor can use a client too.
@TableActor
@Suite struct IsolatedTestTests {
    @Test(arguments: TestRig.allCases)
    func `A closure on the table's actor sends requests and uses the table between them`(rig: TestRig) async throws {
        let tableView = TableView(title: "Empty", root: CascadingRootTableDelegate())
        var server = TableServer()
        server.mount("/", tableView)
        try await server.test(rig) { client in
            let before = try await client.get("/table.json")
            tableView.title = "Full"
            let after = try await client.get("/table.json")
            #expect(before.text.contains("Empty") && after.text.contains("Full"))
        }
    }
}
