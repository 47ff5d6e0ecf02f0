import CascadingTable
import TableServer
import TableTesting
import Testing

@Suite struct AnomaliesRouteTests {
    /// A data source that returns an invalid number of rows.
    private final class Broken: TableViewDataSource {
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { -1 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    }

    private func server(showsAnomalies: Bool) async -> TableServer {
        var configuration = TableServer.Configuration()
        configuration.showsAnomalies = showsAnomalies
        var server = TableServer(configuration: configuration)
        server.mount("/", await TableView(dataSource: Broken()))
        server.mount("/rooms/:room/", forEach: .path) { _ in TableView(dataSource: Broken()) }
        return server
    }

    @Test func tellsWhatWasWrongWithEachOpenTable() async throws {
        try await server(showsAnomalies: true).test(.inProcess) { client in
            let before = try await client.get("/anomalies").text
            #expect(before == "[]\n")
            _ = try await client.get("/")
            _ = try await client.get("/rooms/a%22b/")
            let text = try await client.get("/anomalies").text
            #expect(
                text.hasPrefix(
                    #"[{"table":"/","counts":{"negativeCount":1},"recent":[{"code":"negativeCount","message":"#))
            #expect(text.contains(#"{"table":"/rooms/a\"b/","counts":{"negativeCount":1}"#))
        }
    }

    @Test func isThereOnlyWhileDebugging() async throws {
        try await server(showsAnomalies: false).test(.inProcess) { client in
            let answer = try await client.get("/anomalies")
            #expect(answer.status == 404)
        }
    }
}
