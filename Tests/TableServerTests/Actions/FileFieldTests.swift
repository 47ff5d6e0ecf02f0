import CascadingTable
import Foundation
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct FileFieldTests {
    private let page: HTTPFields = [.accept: "text/html"]

    /// A table at `/shop/` of dishes with pictures.
    @TableActor
    private final class Kitchen: TableViewDataSource, TableViewDelegate {
        private(set) var names = ["Soup"]
        private(set) var pictures: [TableViewFile?] = [nil]
        let tableView = TableView(title: "Kitchen")

        init() { (tableView.dataSource, tableView.delegate) = (self, self) }

        nonisolated var server: TableServer {
            var configuration = TableServer.Configuration()
            configuration.http.maxBodySize = 1000
            var server = TableServer(configuration: configuration)
            server.mount("/shop/", tableView)
            return server
        }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { names.count }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: names[indexPath.row])
        }
        private func fields(_ name: String, _ picture: TableViewFile?) -> [TableViewEditableField] {
            [
                .init("name", label: "Name", value: name, isRequired: true),
                .init(
                    "picture", label: "Picture", value: picture?.name ?? "",
                    kind: .file(accept: ["image/*", ".gif"], maxBytes: 10), help: "Small."),
            ]
        }
        func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
            -> [TableViewEditableField]
        { fields(names[indexPath.row], pictures[indexPath.row]) }
        func tableView(
            _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
        ) async throws {
            await Task.yield()
            names[indexPath.row] = values["name"] ?? ""
            if let picture = tableView.files["picture"] { pictures[indexPath.row] = picture }
        }
        func tableView(
            _ tableView: TableView, fieldsForCreatingRowInSection section: Int
        ) -> [TableViewEditableField] { fields("", nil) }
        func tableView(_ tableView: TableView, createRowWith values: [String: String], inSection section: Int) {
            names.append(values["name"] ?? "")
            pictures.append(tableView.files["picture"])
        }
    }

    private struct Part {
        var name: String
        var fileName: String?
        var type: String?
        var body: String
    }

    private func post(
        _ target: String, _ parts: [Part], to client: any TestClient, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        let body = parts.map { part in
            "--b\r\nContent-Disposition: form-data; name=\"\(part.name)\""
                + (part.fileName.map { "; filename=\"\($0)\"" } ?? "")
                + (part.type.map { "\r\nContent-Type: \($0)" } ?? "") + "\r\n\r\n\(part.body)\r\n"
        }
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=b"
        return try await client.send(.post, target, headers: headers, body: Array((body.joined() + "--b--\r\n").utf8))
    }

    private let soup = Part(name: "name", body: "Soup")
    private let picture = Part(name: "picture", fileName: "../a.png", type: "image/png", body: "\u{1}\r\n--x")
    private let none = Part(name: "picture", fileName: "", type: "application/octet-stream", body: "")

    @Test(arguments: TestRig.allCases)
    func aFormWithAFileIsMultipartAndItsFileArrives(rig: TestRig) async throws {
        let kitchen = await Kitchen()
        try await kitchen.server.test(rig) { client in
            let form = Markup(try await client.get("/shop/edit/0/0", headers: page).text)
            #expect(form.elements("form").map { $0.attributes["enctype"] } == ["multipart/form-data"])
            let input = try #require(form.elements("input").last).attributes
            #expect(input["type"] == "file" && input["accept"] == "image/*,.gif" && input["name"] == "picture")
            #expect(input["aria-describedby"] == "field-1-help" && input["value"] == nil)

            let saved = try await post("/shop/edit/0/0", [soup, picture], to: client, headers: page)
            #expect(saved.status == 303)
            let file = TableViewFile(name: "a.png", contentType: "image/png", bytes: Array("\u{1}\r\n--x".utf8))
            #expect(await kitchen.pictures == [file])
            let again = try await client.get("/shop/edit/0/0", headers: page).text
            #expect(again.contains("<p class=\"sub\" id=\"field-1-file\"><bdi>a.png</bdi></p>"))

            // Without a chosen file, the picture stays.
            let kept = try await post(
                "/shop/edit/0/0", [Part(name: "name", body: "Stew"), none], to: client, headers: page)
            #expect(kept.status == 303)
            #expect(await kitchen.names == ["Stew"])
            #expect(await kitchen.pictures == [file])
            #expect(try await client.post("/shop/edit/0/0", form: "name=Soup").status == 200)
            #expect(await kitchen.pictures == [file])

            let created = try await post("/shop/new/0", [Part(name: "name", body: "Pie"), picture], to: client)
            #expect(created.status == 200)
            #expect(await kitchen.names == ["Soup", "Pie"])
            #expect(await kitchen.pictures == [file, file])
        }
    }

    @Test(arguments: TestRig.allCases)
    func aRefusedFormKeepsWhatWasTyped(rig: TestRig) async throws {
        let kitchen = await Kitchen()
        try await kitchen.server.test(rig) { client in
            let tooLarge = Part(name: "picture", fileName: "a.png", type: "image/png", body: "12345678901")
            let refused = try await post(
                "/shop/edit/0/0", [Part(name: "name", body: "Stew"), tooLarge], to: client, headers: page)
            #expect(refused.status == 422)
            #expect(refused.text.contains("Choose a file of at most 10 bytes (this one has 11)."))
            #expect(Markup(refused.text).elements("input").first?.attributes["value"] == "Stew")
            let other = Part(name: "picture", fileName: "a.exe", type: "application/x-dosexec", body: "1")
            let german: HTTPFields = [.accept: "text/html", .acceptLanguage: "de"]
            let kinds = try await post("/shop/edit/0/0", [soup, other], to: client, headers: german)
            #expect(kinds.status == 422)
            #expect(kinds.text.contains("Wähle eine Datei von einer dieser Arten:"))

            let empty = try await post(
                "/shop/edit/0/0", [Part(name: "name", body: ""), picture], to: client, headers: page)
            #expect(empty.status == 422)
            #expect(empty.text.contains("Choose the file again.") && empty.text.contains("Enter a value."))

            let program = try await post("/shop/edit/0/0", [soup, tooLarge], to: client)
            #expect(program.status == 422 && program.text.contains("\"pointer\":\"/picture\""))
            let text = try await post("/shop/edit/0/0", [Part(name: "picture", body: "a.png")], to: client)
            #expect(text.status == 422 && text.text.contains("Choose a file."))
            #expect(await kitchen.names == ["Soup"])
            #expect(await kitchen.pictures == [nil])
        }
    }

    @Test func formsThatAreMalformedTooLargeOrOfOtherSitesAreRefused() async throws {
        let kitchen = await Kitchen()
        try await kitchen.server.test(.socket) { client in
            let large = Part(name: "picture", fileName: "a.png", body: String(repeating: "x", count: 1000))
            let tooLarge = try await post("/shop/edit/0/0", [large], to: client)
            #expect(tooLarge.status == 413)
            let type: HTTPFields = [.contentType: "multipart/form-data; boundary=b"]
            let bodies: [[UInt8]] = [
                Array("--b\r\nx".utf8),
                Array("--b\r\nContent-Disposition: form-data; name=name\r\n\r\n".utf8) + [0xFF]
                    + Array("\r\n--b--\r\n".utf8),
            ]
            for body in bodies {
                let malformed = try await client.send(.post, "/shop/edit/0/0", headers: type, body: body)
                #expect(malformed.status == 400)
            }
            let foreign = HTTPFields.named(["Sec-Fetch-Site": "cross-site"])
            let refused = try await post("/shop/edit/0/0", [soup, picture], to: client, headers: foreign)
            #expect(refused.status == 403)
            // Other actions accept no files.
            let selected = try await post("/shop/select/0/0", [picture], to: client)
            #expect(selected.status == 415)
            #expect(await kitchen.pictures == [nil])
        }
    }

    @Test func programsSendFilesInJSON() async throws {
        let kitchen = await Kitchen()
        try await kitchen.server.test(.inProcess) { client in
            let told = try await client.get("/shop/edit/0/0.json").text
            #expect(
                told.contains(
                    #""type":"file","required":false,"help":"Small.","accept":["image/*",".gif"],"maxBytes":10"#))
            let json: HTTPFields = [.contentType: "application/json"]
            let file = #"{"files":{"picture":{"name":"b/a.gif","data":"AQI="}}}"#
            #expect(try await client.post("/shop/edit/0/0", form: file, headers: json).status == 200)
            #expect(await kitchen.pictures == [TableViewFile(name: "a.gif", bytes: [1, 2])])
            let wrong = #"{"files":{"picture":{"name":"a.gif","data":"?"}}}"#
            #expect(try await client.post("/shop/edit/0/0", form: wrong, headers: json).status == 400)
        }
    }
}
