import Foundation
import HTTPTypes
import TableAccess
import TableServer
import TableTesting
import Testing

@testable import Desk

@Suite struct DeskTests {
    /// Serves a desk with two tickets to a visitor with a login.
    private func desk(
        _ rig: TestRig, _ body: @Sendable @escaping (any TestClient, HTTPFields) async throws -> Void
    ) async throws {
        let store = try await TicketStore()
        try await store.save(Ticket(title: "Printer", owner: "anna", created: .now.addingTimeInterval(-60)))
        try await store.save(Ticket(title: "Door", priority: .urgent, owner: "bob"))
        let files = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: files) }
        let accounts = Accounts(MemoryAccountStore())
        for name in ["anna", "bob"] { try await accounts.add(name, password: "correct-horse", role: .editor) }
        var server = TableServer()
        server.accounts(accounts)
        try await Desk.mount(on: &server, store, files: files)
        try await server.test(rig) { client in try await body(client, signIn("anna", client)) }
    }

    private func signIn(_ name: String, _ client: any TestClient) async throws -> HTTPFields {
        let answer = try await client.post("/-/sign-in", form: "name=\(name)&password=correct-horse")
        return [
            .cookie: answer.headers[values: .setCookie].map { String($0.prefix { $0 != ";" }) }.joined(separator: "; ")
        ]
    }

    @Test(arguments: TestRig.allCases)
    func onlyWhoIsSignedInSeesTickets(rig: TestRig) async throws {
        try await desk(rig) { client, user in
            #expect(try await client.get("/table.json").status == 401)
            #expect(try await client.get("/table.json", headers: user).text.contains("Printer"))
            #expect(try await client.get("/api/tickets").status == 401)
            #expect(try await client.get("/api/tickets", headers: user).text.contains(#""title":"Door""#))
            let own = try await client.get("/my/table.json", headers: user).text
            #expect(own.contains("Printer") && !own.contains("Door"))
            let others = try await client.get("/my/table.json", headers: signIn("bob", client)).text
            #expect(others.contains("Door") && !others.contains("Printer"))
        }
    }

    @Test(arguments: TestRig.allCases)
    func ticketsAreMadeChangedAndClosed(rig: TestRig) async throws {
        try await desk(rig) { client, user in
            let made = try await client.post("/new/0", form: "title=Lamp&priority=low", headers: user)
            #expect(made.status == 200)
            let refused = try await client.post("/selected/close", form: "rows=0.0-0.2", headers: user)
            #expect(refused.status == 409 && refused.text.contains("Door is urgent."))
            #expect(try await client.get("/table.json", headers: user).text.contains(#""count":3"#))
            #expect(try await client.post("/edit/0/1", form: "text=Oiled", headers: user).status == 200)
            #expect(try await client.post("/selected/close", form: "rows=0.0-0.2", headers: user).status == 200)
            #expect(try await client.get("/table.json", headers: user).text.contains(#""count":0"#))
        }
    }

    @Test func mailBecomesATicket() async throws {
        try await desk(.inProcess) { client, user in
            let mail = Array(#"{"from":"carl","subject":"No paper"}"#.utf8)
            let json: HTTPFields = [.contentType: "application/json"]
            #expect(try await client.send(.post, "/hooks/mail", headers: json, body: mail).status == 401)
            let page = try await client.post("/-/account/tokens", form: "title=mail&write=true&days=9", headers: user)
            let token = try #require(page.text.firstMatch(of: #/cas_[0-9a-f]+/#)?.output)
            let key = json + [HTTPField(name: .authorization, value: "Bearer \(token)")]
            #expect(try await client.send(.post, "/hooks/mail", headers: HTTPFields(key), body: mail).status == 201)
            #expect(try await client.get("/table.json", headers: user).text.contains("No paper"))
        }
    }

    @Test(arguments: TestRig.allCases)
    func filesAreKept(rig: TestRig) async throws {
        try await desk(rig) { client, user in
            var headers = user
            headers[.contentType] = "multipart/form-data; boundary=b"
            let part =
                "--b\r\nContent-Disposition: form-data; name=file; filename=\"a b.txt\"\r\n\r\nhello\r\n--b--\r\n"
            let kept = try await client.send(.post, "/edit/0/1", headers: headers, body: Array(part.utf8))
            #expect(kept.status == 200)
            let page = try await client.get("/", headers: user + [.init(name: .accept, value: "text/html")]).text
            let address = try #require(page.firstMatch(of: #/href="(/files/[^"]+)"/#)?.output.1)
            let file = try await client.get(String(address), headers: user)
            #expect(file.text == "hello" && file.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            // An edit without a file keeps the attached file.
            #expect(try await client.post("/edit/0/1", form: "text=Oiled", headers: user).status == 200)
            #expect(try await client.get("/table.json", headers: user).text.contains("a%20b.txt"))
        }
    }
}
