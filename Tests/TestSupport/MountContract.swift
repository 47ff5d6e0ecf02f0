import HTTPTypes
public import TableDatabase
import TableServer
import TableTesting
import Testing

/// What a server shows of a database that is mounted as a whole.
public enum MountContract {
    /// Statements that make the only table.
    public static let schema = [
        "CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT)", "INSERT INTO notes VALUES (1, 'old'), (2, 'other')",
    ]

    /// Checks the pages of a database whose rows can be changed, and which keeps their history.
    public static func check(_ database: some MountableDatabase) async throws {
        var server = TableServer()
        try await server.mount("/admin/", database, allowsSQL: true)
        try await server.test(.inProcess) { client in
            #expect(try await client.get("/admin/").text.contains("notes"))
            #expect(try await client.get("/admin/notes/").text.contains("New row"))
            #expect(try await client.get("/admin/-/sql/table.json?sql=SELECT+1+AS+one").text.contains(#""one":1"#))
            let edit = try await client.json(
                .patch, "/admin/notes/row/1/", #"{"values":{"text":"new"},"old":{"text":"old"}}"#)
            #expect(edit.status == 200, "\(edit.text)")
            #expect(try await client.get("/admin/notes/row/1.json").text.contains("new"))
            #expect(try await client.get("/admin/notes/row/1/?_at=2999-01-01").status == 200)
            #expect(try await client.get("/admin/notes/row/1/?_at=2020-01-01").status == 404)
            let cookie = try #require(edit.headers[.setCookie]?.split(separator: ";").first.map(String.init))
            #expect(try await client.undo(edit, cookie: cookie).status == 200)
            #expect(try await client.get("/admin/notes/row/1.json").text.contains("old"))
            #expect(try await client.get("/readyz").status == 200)
            let description = try await client.get("/-/openapi.json").text
            for path in [
                "/admin/notes/", "/admin/notes/row/{key}/", "/admin/notes/row/{key}.json", "/admin/{table}/find",
            ] {
                #expect(description.contains(#""\#(path)":{"#), "\(path)")
            }
            #expect(description.contains(#""operationId":"patch_admin_notes_row_key""#))
            #expect(description.contains(#""name":"table","in":"path","required":true,"schema":{"enum":["#))
            #expect(description.contains(#"admin_notes.row":{"type":"object","properties":{"id":"#))
        }
        // Others reach this server, so they need the token that it logs.
        var configuration = TableServer.Configuration()
        configuration.allowedHosts = ["shop.example"]
        var other = TableServer(configuration: configuration)
        try await other.mount("/admin/", database)
        try await other.test(.inProcess) { client in
            let edit = try await client.json(
                .patch, "/admin/notes/row/1/", #"{"values":{"text":"new"},"old":{"text":"old"}}"#)
            #expect(edit.status == 401, "\(edit.text)")
            #expect(try await client.get("/admin/-/sql/").status == 404)
            // Changes that the visitor may not make are not described.
            let description = try await client.get("/-/openapi.json").text
            #expect(description.contains("/admin/notes/row/{key}.json") && !description.contains("patch_admin_notes"))
        }
    }
}
