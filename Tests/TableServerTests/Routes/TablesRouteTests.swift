import CascadingTable
import MicroHTTPD
import TableServer
import TableTesting
import Testing

@Suite struct TablesRouteTests {
    private func server() async -> TableServer {
        var server = TableServer()
        server.mount("/", await TableView(title: "Market"))
        server.mount("/orders", await TableView(title: "\"Orders\""))
        server.mount("/rooms/:room/", forEach: .path) { _ in TableView(title: "Room") }
        server.mount("/mine/", forEach: .visitor) { _ in TableView(title: "Mine") }
        return server
    }

    @Test func tablesOfFixedPathsAreListed() async throws {
        try await server().test(.inProcess) { client in
            _ = try await client.get("/rooms/one/")
            _ = try await client.get("/mine/")
            let answer = try await client.get("/-/tables.json")
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.text == #"[{"title":"Market","url":"/"},{"title":"\"Orders\"","url":"/orders/"}]"# + "\n")
        }
    }

    @Test func nothingIsToldWhereATableMayBeHidden() async throws {
        var identified = await server()
        identified.identify { _ in nil as String? }
        var guarded = await server()
        guarded.addMiddleware { try await $1($0) }
        for server in [identified, guarded] {
            try await server.test(.inProcess) { client in
                let answer = try await client.get("/-/tables.json")
                #expect(answer.status == 404)
            }
        }
        var logged = await server()
        logged.addMiddleware(.requestLog(logged.logger))
        try await logged.test(.inProcess) { client in
            let answer = try await client.get("/-/tables.json")
            #expect(answer.status == 200)
        }
    }
}
