import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct ConfirmationTests {
    private let page: HTTPFields = [.accept: "text/html"]

    /// The paths with their questions and the titles of their buttons.
    private static let questions: [(path: String, question: String, button: String)] = [
        ("action/0/1/scrap", "scrap “Saw”?", "scrap"), ("action/0/1/sharpen", "sharpen “Saw”?", "sharpen"),
        ("action/0/1/lend", "lend “Saw”?", "lend"), ("commit/0/1/delete", "Delete “Saw”?", "Delete"),
        ("commit/0/2/delete", "Throw away “Drill”?", "Throw away"), ("commit/1/0/insert", "Insert “Rake”?", "Insert"),
    ]

    @TableActor
    private func makeWorkshop() -> Workshop {
        let workshop = Workshop()
        workshop.change(0, 2) { $0.deleteTitle = "Throw away" }
        workshop.change(1, 0) { $0.editingStyle = .insert }
        return workshop
    }

    @Test(arguments: TestRig.allCases)
    func aPageAsksAndItsButtonDoesIt(rig: TestRig) async throws {
        for (path, question, button) in Self.questions {
            let workshop = await makeWorkshop()
            try await workshop.server().test(rig) { client in
                // The form of a page sends the page's query and the row's identifier.
                let name = path.contains("0/1/") ? "saw" : path.contains("0/2/") ? "drill" : "rake"
                let asked = try await client.get(
                    "/shop/\(path)?_query=_size%3D2%26_edit%3D1&id=\(name)", headers: page)
                #expect(asked.status == 200)
                #expect(asked.headers[.contentType] == "text/html; charset=utf-8")
                #expect(asked.headers[.cacheControl] == "no-store")
                #expect(asked.headers[.contentSecurityPolicy] != nil)
                #expect(await workshop.told == [])

                let markup = Markup(asked.text)
                #expect(markup.elements("h1").map(\.text) == [question])
                #expect(markup.buttons.map(\.text) == [button])
                let cancel = try #require(markup.links.first)
                #expect(cancel.text == "Cancel")
                #expect(cancel.attributes["href"] == "/shop/?_size=2&_edit=1#row-\(name)")
                let form = try #require(markup.elements("form").first)
                #expect(form.attributes["method"] == "post")
                #expect(form.attributes["action"] == "/shop/\(path)")
                let hidden = markup.elements("input").map { [$0.attributes["name"], $0.attributes["value"]] }
                #expect(hidden == [["id", name], ["_query", "_size=2&_edit=1"]])

                let done = try await client.post(
                    "/shop/\(path)", form: "id=\(name)&_query=_size%3D2%26_edit%3D1", headers: page)
                #expect(done.status == 303)
                #expect(done.headers[.location]?.hasPrefix("/shop/?_size=2&_edit=1") == true)
                #expect(await workshop.told != [])
            }
        }
    }

    @Test func aQuestionIsNotAskedWhereTheAnswerWouldBeRefused() async throws {
        let workshop = await makeWorkshop()
        TableActor.run {
            workshop.change(0, 0) { $0.canEdit = false }
            workshop.change(0, 2) { $0.cell.isEnabled = false }
        }
        try await workshop.server().test(.inProcess) { client in
            for (target, status) in [
                ("action/0/1/nothing", 404), ("action/0/3/scrap", 404), ("action/3/0/scrap", 404),
                ("action/0/x/scrap", 400), ("action/00/1/scrap", 400), ("commit/0/1/nothing", 404),
                ("commit/0/1/none", 404), ("commit/0/1/insert", 403), ("commit/1/0/delete", 403),
                ("commit/0/0/delete", 403), ("commit/0/3/delete", 404), ("commit/0/2/delete", 403),
                ("action/0/2/scrap", 403), ("action/0/1/scrap?id=hammer", 409), ("action/0/1/scrap?id=gone", 409),
                ("commit/0/9/delete?id=saw", 409), ("commit/0/1/delete?id=%FF", 400),
            ] {
                for headers in [page, [:]] {
                    let answer = try await client.get("/shop/\(target)", headers: headers)
                    #expect(answer.status == status, "\(target)")
                }
            }
            let other = try await client.get(
                "/shop/action/0/1/scrap", headers: [.ifMatch: "\"other\"", .accept: "text/html"])
            #expect(other.status == 412)
            #expect(Markup(other.text).links.map { $0.attributes["href"] } == ["/shop/", "/shop/"])
        }
    }

    @Test func namesAndTitlesStayWhatTheyAre() async throws {
        let hostile = "\"><script>alert('1')</script>&amp;{{id}} é\u{202E}"
        let workshop = await makeWorkshop()
        TableActor.run {
            workshop.change(0, 1) { tool in
                tool.name = hostile
                tool.cell.title = hostile
                tool.trailing = .init(actions: [.noting(hostile, title: hostile, style: .destructive)])
                tool.deleteTitle = hostile
            }
            workshop.tableView.title = hostile
        }
        try await workshop.server().test(.inProcess) { client in
            let action = Self.encoded(hostile)
            for path in ["action/0/1/\(action)", "commit/0/1/delete"] {
                let query = Self.encoded("_next=0.0~\(Self.encoded(hostile))")
                let asked = try await client.get("/shop/\(path)?id=\(action)&_query=\(query)", headers: page)
                #expect(asked.status == 200)
                let markup = Markup(asked.text)
                #expect(!asked.text.contains("<script>") && !asked.text.contains("alert('1')"))
                // The page isolates text that runs in the other direction.
                let asks = markup.elements("h1").map { $0.text.filter { !"\u{2068}\u{2069}".contains($0) } }
                #expect(asks == ["\(hostile) “\(hostile)”?"])
                #expect(markup.elements("title").map(\.text) == [hostile])
                #expect(markup.buttons.map(\.text) == [hostile])
                #expect(markup.elements("form").first?.attributes["action"] == "/shop/\(path)")
                let hidden = markup.elements("input").map { $0.attributes["value"] }
                #expect(hidden == [hostile, "_next=0.0~\(action)"])
                #expect(markup.links.first?.attributes["href"] == "/shop/?_next=0.0~\(action)#row-\(action)")
            }
            let done = try await client.post("/shop/action/0/1/\(action)", form: "id=\(action)")
            #expect(done.status == 200)
            #expect(await workshop.told == ["\(hostile) 0.1"])
        }
    }

    @Test func aRowWithoutATitleIsAskedAboutByItsName() async throws {
        let workshop = await makeWorkshop()
        TableActor.run { workshop.change(0, 1) { $0.cell.title = nil } }
        try await workshop.server().test(.inProcess) { client in
            let asked = try await client.get("/shop/commit/0/1/delete", headers: page)
            #expect(Markup(asked.text).elements("h1").map(\.text) == ["Delete “saw”?"])
        }
    }

    /// Returns the text percent-encoded, except for characters that need no encoding.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = byte < 0x80 && (Unicode.Scalar(byte).properties.isAlphabetic || (0x30...0x39).contains(byte))
            let hex = String(byte, radix: 16, uppercase: true)
            return isPlain || "-._~".utf8.contains(byte)
                ? String(Unicode.Scalar(byte)) : "%" + String(repeating: "0", count: 2 - hex.count) + hex
        }.joined()
    }
}
