import CascadingTable
import TableServer
import TableTesting
import Testing

@Suite struct ChangeAnimationTests {
    private final class Vanishing: TableViewDataSource, TableViewDelegate {
        private var count = 3
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
        func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
            count -= 1
            tableView.deleteRows(at: [indexPath], with: indexPath.row == 0 ? .automatic : .fade)
        }
    }

    @Test func aChangeTellsHowItComesIntoView() async throws {
        let delegate = Vanishing()
        var server = TableServer()
        server.mount("/", await TableView(dataSource: delegate, delegate: delegate))
        try await server.test(.inProcess) { client in
            let faded = try await client.post("/select/0/2").text
            #expect(faded.contains(#""changes":[{"type":"deleteRows","rows":[[0,2]],"animation":"fade"}]"#))
            let plain = try await client.post("/select/0/0").text
            #expect(plain.contains(#""changes":[{"type":"deleteRows","rows":[[0,0]]}]"#))
        }
    }
}
