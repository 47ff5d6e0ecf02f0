import CascadingTable
import Foundation
import GRDB
import HTTPTypes
import StaticTables
import Synchronization
@testable import TableAccess
import TableDatabase
import TableSQLite
import TableServer
import TableTesting
import Testing

private let password = "correct-horse"

/// Returns the value of a form field or link in a page, such as the key of a link.
private func value(after text: String, in page: String) throws -> String {
    let rest = page[try #require(page.range(of: text)).upperBound...]
    return String(rest.prefix { $0 != "\"" })
}

@Suite struct AccountStoreTests {
    @Test func `A store in memory keeps the contract`() async throws {
        try await AccountStoreContract(MemoryAccountStore()).check()
    }

    @Test func `A store in a file keeps the contract, also for two processes`() async throws {
        let path = NSTemporaryDirectory() + "people-\(UUID()).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await AccountStoreContract(SQLiteAccountStore(path: path), SQLiteAccountStore(path: path)).check()
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `A file that others may read, that is none, or that cannot be made is refused`() throws {
        let path = NSTemporaryDirectory() + "people-\(UUID()).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try SQLiteAccountStore(path: path)
        for mode in [0o640, 0o602, 0o666] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let error = #expect(throws: SQLiteTableError.self) { try SQLiteAccountStore(path: path) }
            #expect(error?.message.description.contains("chmod 600") == true)
        }
        try Data("This is no database, but a text that is long enough to be looked at.".utf8)
            .write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(throws: SQLiteTableError.self) { try SQLiteAccountStore(path: path) }
        #expect(throws: SQLiteTableError.self) { try SQLiteAccountStore(path: "/nowhere/people.db") }
        #expect(throws: SQLiteTableError.self) { try SQLiteAccountStore(path: "/tmp") }
    }
}

@Suite struct AccountTests {
    /// A server with a database of fruit, and a table in memory.
    private func serve(
        _ accounts: Accounts, _ body: @escaping @Sendable (any TestClient) async throws -> Void
    ) async throws {
        let path = NSTemporaryDirectory() + "fruit-\(UUID()).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    CREATE TABLE fruit(id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
                    INSERT INTO fruit VALUES (1, 'Pear', 2.5), (2, 'Plum', 3);
                    """)
        }
        let database = try SQLiteDatabase(
            path: path, configuration: .init(editableTables: .all, history: EditHistory()))
        var server = TableServer()
        server.accounts(accounts)
        try await server.mount("/", database, allowsSQL: true)
        server.mount("/tasks/", Tasks())
        try await server.test(.inProcess, body)
    }

    /// A table in memory with an action.
    private final class Tasks: TableViewController {
        override func viewDidLoad() {
            title = "Tasks"
            tableView.toolbar = [TableViewToolbarAction(id: "clear", title: "Clear") { _ in }]
        }

        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "Task \(indexPath.row)")
        }
    }

    /// Accounts with one person of each role.
    private func people() async throws -> Accounts {
        let accounts = Accounts(MemoryAccountStore())
        for role in AccountRole.allCases { try await accounts.add("\(role)", password: password, role: role) }
        return accounts
    }

    @Test func `Beside another server, the first link has its address`() async throws {
        let (sentences, sentence) = AsyncStream.makeStream(of: String.self)
        var server = TableServer()
        server.accounts(Accounts(MemoryAccountStore())) { sentence.yield($0) }
        let working = Task { [server] in try await server.backgroundService(url: "https://shop.example").run() }
        let first = try #require(await sentences.first { _ in true })
        #expect(first.contains("https://shop.example/-/welcome?key="))
        working.cancel()
        try await working.value
    }

    @Test func `From nobody to a person who corrects a price, and a program that reads it`() async throws {
        let accounts = Accounts(MemoryAccountStore())
        let welcome = try #require(try await accounts.makeWelcome())
        try await serve(accounts) { client in
            let (anna, bo) = (Browser(client), Browser(client))
            #expect(try await anna.get("/-/welcome?key=\(welcome)").text.contains("Welcome"))
            let made = try await anna.post("/-/welcome", "key=\(welcome)&name=Anna&new-password=\(password)")
            #expect(made.status == 303, "\(made.text)")
            #expect(try await anna.get("/fruit/").status == 200)
            // The link is of no use to a second person, and no other one is made.
            #expect(try await bo.get("/-/welcome?key=\(welcome)").status == 410)
            #expect(try await accounts.makeWelcome() == nil)

            let invited = try await anna.post("/-/invite", "person=Bo&role=editor")
            let key = try value(after: "/-/invitation?key=", in: invited.text)
            #expect(try await bo.get("/fruit/").status == 303)
            #expect(try await bo.get("/-/invitation?key=\(key)").text.contains("Bo"))
            let accepted = try await bo.post("/-/invitation", "key=\(key)&new-password=\(password)")
            #expect(accepted.headers[.location] == "/")
            #expect(try await Browser(client).get("/-/invitation?key=\(key)").status == 410)
            let changed = try await bo.send(
                .patch, "/fruit/row/1/", [.contentType: "application/json", .accept: "application/json"],
                Array(#"{"values":{"price":2.75},"old":{"price":2.5}}"#.utf8))
            #expect(changed.status == 200, "\(changed.text)")
            let past = try await anna.get("/cascade_history/table.json?_shape=objects").text
            #expect(past.contains(#""who":"Bo""#), "\(past)")

            let page = try await bo.post("/-/account/tokens", "title=report&days=30")
            let token = try value(after: "class=\"copied\" value=\"", in: page.text)
            #expect(token.hasPrefix("cas_"))
            let report = Browser(client, token: token)
            #expect(try await report.get("/fruit/table.csv").text.contains("Pear,2.75"))
        }
    }

    @Test func `A stranger gets nothing but the page to sign in`() async throws {
        try await serve(people()) { client in
            for path in [
                "/", "/table.json", "/fruit/", "/fruit/table.csv", "/fruit/row/1/", "/fruit/events", "/fruit/nothing",
                "/nothing", "/-/tables.json", "/-/openapi.json", "/-/sql/?sql=SELECT+1", "/-/account", "/-/accounts/",
                "/-/people/viewer", "/tasks/", "/cascade_history/",
            ] {
                let page = try await client.get(path, headers: [.accept: "text/html"])
                #expect(page.status == 303, "\(path)")
                #expect(page.headers[.location]?.hasPrefix("/-/sign-in") == true)
                let answer = try await client.get(path, headers: [.accept: "application/json"])
                #expect(answer.status == 401, "\(path)")
                #expect(!answer.text.contains("Pear"))
                let posted = try await client.post(path, form: "a=b", headers: [.accept: "application/json"])
                #expect(posted.status == 401, "\(path)")
            }
            #expect(try await client.get("/healthz").status == 200)
            let page = try await client.get("/fruit/?_sort=name&price__gt=1", headers: [.accept: "text/html"])
            let address = try #require(page.headers[.location])
            let form = try await client.get(address).text
            #expect(form.contains(#"value="/fruit/?_sort=name&amp;price__gt=1""#), "\(form)")
            let browser = Browser(client)
            let response = try await browser.post(
                "/-/sign-in",
                "name=viewer&password=\(password)&return=\("/fruit/?_sort=name%26price__gt=1")")
            #expect(response.headers[.location] == "/fruit/?_sort=name&price__gt=1")
            for foreign in ["https://evil.example/", "//evil.example", "/%5Cevil.example", "/%09/evil.example"] {
                let response = try await Browser(client).post(
                    "/-/sign-in", "name=editor&password=\(password)&return=\(foreign)")
                #expect(response.headers[.location] == "/", "\(foreign)")
            }
        }
    }

    /// Every route of the server's own description, so a new route is in the test by itself.
    @Test func `No route answers a stranger, and none lets a viewer change rows`() async throws {
        struct Document: Decodable { var paths: [String: [String: Ignored]] }
        struct Ignored: Decodable {}
        try await serve(people()) { client in
            let (administrator, viewer) = (Browser(client), Browser(client))
            try await administrator.signIn("administrator", password)
            try await viewer.signIn("viewer", password)
            let answer = try await administrator.get("/-/openapi.json", headers: [.accept: "application/json"])
            let routes = try answer.decode(Document.self).paths.flatMap { path, operations in
                operations.keys.compactMap { method in
                    HTTPRequest.Method(method.uppercased()).map { (path: path.replacing(#/\{[^}]+\}/#, with: "1"), $0) }
                }
            }
            #expect(routes.count > 50)
            #expect(Set(routes.map(\.path)).isSuperset(of: ["/fruit/", "/fruit/row/1/", "/tasks/table.json"]))
            for (path, method) in routes where !["/healthz", "/readyz"].contains(path) {
                let json: HTTPFields = [.accept: "application/json", .contentType: "application/json"]
                let body = Array((method == .get ? "" : #"{"values":{"name":"Quince"},"rows":[]}"#).utf8)
                for headers in [json, json + [.init(name: .cookie, value: "cascade-session=0; cascade=0")]] {
                    let refused = try await client.send(method, path, headers: HTTPFields(headers), body: body)
                    #expect(refused.status == 401, "\(method) \(path)")
                    #expect(!refused.text.contains("Pear"), "\(method) \(path)")
                }
                guard method == .patch || method == .delete || method == .put else { continue }
                let status = try await viewer.send(method, path, json, body).status
                #expect(status == 403 || status == 404 && !path.hasPrefix("/fruit"), "\(method) \(path) \(status)")
            }
            #expect(try await administrator.get("/fruit/table.csv").text.contains("Pear,2.5"))
        }
    }

    @Test func `A viewer reads and selects, and changes nothing`() async throws {
        try await serve(people()) { client in
            let (viewer, editor) = (Browser(client), Browser(client))
            try await viewer.signIn("viewer", password)
            try await editor.signIn("editor", password)
            for _ in 0..<2 {
                let page = try await viewer.get("/fruit/").text
                #expect(page.contains("Pear"))
                #expect(!page.contains(" editable"))
                // A viewer lists some rows, and changes none.
                let selecting = try await viewer.get("/fruit/?_edit=1").text
                #expect(selecting.contains("rows/list") && !selecting.contains(#"action="/fruit/rows/delete"#))
                #expect(!selecting.contains("<button>Edit</button>"), "\(selecting)")
                #expect(try await editor.get("/fruit/?_edit=1").text.contains(#"action="/fruit/rows/delete"#))
                #expect(try await editor.get("/fruit/").text.contains("New row"))
                #expect(try await !viewer.get("/fruit/?_edit=1").text.contains("New row"))
                #expect(try await !viewer.get("/fruit/row/1/").text.contains("/edit"))
                #expect(try await editor.get("/fruit/row/1/").text.contains("/edit"))
            }
            for (method, path) in [
                (HTTPRequest.Method.patch, "/fruit/row/1/"), (.delete, "/fruit/row/1/"), (.post, "/fruit/rows"),
            ] {
                let response = try await viewer.send(
                    method, path, [.contentType: "application/json", .accept: "application/json"],
                    Array(#"{"values":{"name":"Quince"}}"#.utf8))
                #expect([403, 404].contains(response.status), "\(path) \(response.status)")
            }
            for path in ["/fruit/new", "/fruit/paste", "/fruit/row/1/edit", "/fruit/row/1/delete"] {
                #expect(try await viewer.get(path).status == 403, "\(path)")
                // A script would take the page to sign in for the page that it asked for.
                let script: HTTPFields = [.accept: "text/html", HTTPField.Name("Sec-Fetch-Mode")!: "cors"]
                #expect(try await client.get(path, headers: script).status == 401, "\(path)")
            }
            #expect(try await viewer.post("/tasks/select/0/1").status == 303)
            #expect(try await viewer.post("/tasks/toolbar/clear").status == 403)
            #expect(try await editor.post("/tasks/toolbar/clear").status == 303)
            #expect(
                try await viewer.post(
                    "/tasks/batch", #"{"gestures":[{"path":"toolbar/clear"}]}"#,
                    headers: [.contentType: "application/json"]
                ).status >= 400)
            #expect(try await viewer.get("/fruit/table.csv").text.contains("Pear,2.5"))
        }
    }

    @Test func `Only administrators look after accounts`() async throws {
        let accounts = try await people()
        try await serve(accounts) { client in
            for name in ["viewer", "editor"] {
                let browser = Browser(client)
                try await browser.signIn(name, password)
                for path in ["/-/accounts/", "/-/accounts/table.json", "/-/sign-ins/", "/-/people/viewer"] {
                    #expect(try await browser.get(path).status == 403, "\(path)")
                }
                for path in ["/-/invite", "/-/people/viewer/role", "/-/people/viewer/link", "/-/people/viewer/remove"] {
                    #expect(try await browser.post(path, "person=x&role=administrator&sure=true").status == 403)
                }
                #expect(try await !browser.get("/-/account").text.contains("/-/accounts/"))
            }
            let admin = Browser(client)
            try await admin.signIn("ADMINISTRATOR", password)
            #expect(try await admin.get("/-/accounts/").text.contains("/-/people/viewer"))
            #expect(try await admin.get("/-/sign-ins/table.csv").text.contains("administrator,127.0.0.1,true"))
            #expect(try await admin.post("/-/people/Viewer/role", "role=editor").status == 303)
            #expect(try await admin.post("/-/people/viewer/role", "role=king").status == 400)
            #expect(try await accounts.all().first { $0.name == "viewer" }?.role == .editor)
            #expect(try await admin.post("/-/people/administrator/role", "role=viewer").status == 409)
            #expect(try await admin.post("/-/people/administrator/remove", "sure=true").status == 409)
            #expect(try await admin.post("/-/people/viewer/remove").status == 303)
            #expect(try await accounts.all().count == 3)
            #expect(try await admin.post("/-/people/viewer/remove", "sure=true").status == 303)
            #expect(try await accounts.all().map(\.name) == ["administrator", "editor"])
            #expect(try await admin.get("/-/people/viewer").status == 404)
            #expect(try await admin.post("/-/invite", "person=editor&role=viewer").status == 409)
            for name in ["", "%20", "..", "._-", "a/b", "%3Cb%3E", "e%CC%81", String(repeating: "a", count: 65)] {
                #expect(try await admin.post("/-/invite", "person=\(name)&role=viewer").status == 422, "\(name)")
            }
        }
    }

    @Test func `Two servers and a restart know the same people`() async throws {
        let path = NSTemporaryDirectory() + "people-\(UUID()).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await Accounts(SQLiteAccountStore(path: path)).add("Anna", password: password, role: .administrator)
        let other = Accounts(try SQLiteAccountStore(path: path))
        try await serve(Accounts(SQLiteAccountStore(path: path))) { client in
            let browser = Browser(client)
            try await browser.signIn("anna", password)
            try await serve(other) { client in
                let there = browser.at(client)
                let (page, end) = (try await there.get("/fruit/"), try await there.post("/-/sign-out"))
                #expect((page.status, end.status) == (200, 303))
            }
            // A server looks again after a second.
            try await Task.sleep(for: .seconds(1.1))
            #expect(try await browser.get("/fruit/").status == 303)
        }
    }

    @Test func `A new password ends sessions and links, and a session gets another secret at each sign-in`()
        async throws
    {
        let accounts = try await people()
        try await serve(accounts) { client in
            let (one, two) = (Browser(client), Browser(client))
            try await one.signIn("editor", password)
            let first = try #require(one.cookie("cascade-session"))
            try await one.signIn("editor", password)
            #expect(one.cookie("cascade-session") != first)
            #expect(
                try await client.get("/fruit/", headers: [.cookie: "cascade-session=\(first)"]).status == 401)
            try await two.signIn("editor", password)
            let account = try await two.get("/-/account").text
            #expect(account.contains("Sign out on all other devices"))
            let link = try await accounts.makeLink(for: "editor")
            #expect(try await one.post("/-/account/password", "password=wrong&new-password=\(password)2").status == 401)
            #expect(try await one.post("/-/account/password", "password=\(password)&new-password=short").status == 422)
            let changed = try await one.post("/-/account/password", "password=\(password)&new-password=\(password)2")
            #expect(changed.status == 303, "\(changed.text)")
            #expect(try await one.get("/fruit/").status == 200)
            #expect(try await two.get("/fruit/").status == 303)
            #expect(try await client.get("/-/invitation?key=\(link)").status == 410)
            #expect(try await two.post("/-/sign-in", "name=editor&password=\(password)").status == 401)
            try await two.signIn("editor", password + "2")
            #expect(try await one.post("/-/account/sessions").status == 303)
            #expect(try await two.get("/fruit/").status == 303)
            #expect(try await one.get("/fruit/").status == 200)
            // Nothing of a removed person belongs to another one of the same name.
            try await accounts.remove("editor")
            #expect(try await one.get("/fruit/").status == 303)
            try await accounts.add("editor", password: password, role: .administrator)
            #expect(try await one.get("/fruit/").status == 303)
        }
    }

    @Test func `Guesses are slowed, and do not keep out a browser that was there before`() async throws {
        try await serve(people()) { client in
            let known = Browser(client)
            try await known.signIn("editor", password)
            #expect(try await known.post("/-/sign-out").status == 303)
            var statuses: [Int] = []
            for number in 0..<30 {
                statuses.append(
                    try await Browser(client).post("/-/sign-in", "name=editor&password=guess\(number)").status)
            }
            let answered = statuses.count { $0 == 401 }
            #expect((9...12).contains(answered), "\(statuses)")
            #expect(statuses.last == 429)
            let late = try await Browser(client).post("/-/sign-in", "name=editor&password=\(password)")
            #expect(late.status == 429)
            #expect(late.headers[.retryAfter].flatMap(Int.init).map { (1...7).contains($0) } == true)
            try await known.signIn("editor", password)
            // The cookie of a browser is of no use for another name.
            #expect(try await known.post("/-/sign-in", "name=nobody&password=guess").status == 401)
        }
    }

    @Test func `A token does what it says, and makes no other one`() async throws {
        let accounts = try await people()
        try await serve(accounts) { client in
            let reader = Browser(
                client, token: try await accounts.makeToken(of: "administrator", title: "r", mayWrite: false, days: 1))
            let writer = Browser(
                client, token: try await accounts.makeToken(of: "administrator", title: "w", mayWrite: true, days: 1))
            let change = Array(#"{"values":{"name":"Quince"},"old":{"name":"Pear"}}"#.utf8)
            #expect(
                try await [403, 404].contains(
                    reader.send(.patch, "/fruit/row/1/", [.contentType: "application/json"], change).status))
            #expect(
                try await writer.send(.patch, "/fruit/row/1/", [.contentType: "application/json"], change).status == 200
            )
            #expect(try await reader.get("/fruit/table.csv").text.contains("Quince"))
            for browser in [reader, writer] {
                #expect(try await browser.get("/-/account").status == 403)
                #expect(try await browser.get("/-/accounts/").status == 403)
                #expect(try await browser.post("/-/account/tokens", "title=t&write=true&days=9").status == 403)
                #expect(try await browser.post("/-/invite", "person=x&role=administrator").status == 403)
            }
            let administrator = Browser(client)
            try await administrator.signIn("administrator", password)
            let page = try await administrator.get("/-/account").text
            #expect(!page.contains("<datalist"), "The links of the page are no values of a field.")
            for id in page.components(separatedBy: "name=\"id\" value=\"").dropFirst().map({ $0.prefix { $0 != "\"" } })
            {
                #expect(try await administrator.post("/-/account/tokens/remove", "id=\(id)").status == 303)
            }
            #expect(try await reader.get("/fruit/table.csv").status == 401)
            #expect(try await client.get("/fruit/", headers: [.authorization: "Bearer cas_0"]).status == 401)
            #expect(try await administrator.post("/-/account/tokens", "title=&days=9").status == 422)
            #expect(try await administrator.post("/-/account/tokens", "title=t&days=99999").status == 422)
            // A token in an address is none.
            #expect(try await client.get("/fruit/?token=cas_0").status == 401)
        }
    }

    @Test func `Hashes of other programs are taken over`() async throws {
        let accounts = try await people()
        // A hash of bcrypt for "correct-horse", as htpasswd -B makes it.
        let hash = "$2b$05$bI.4xt7zAS99o8Pe/vZCduH2v.Z3wqbiaoZ0KuwSqRUczf3hrBIy6"
        try await accounts.add("Cy", hash: hash, role: .viewer)
        for wrong in ["", "*0", "secret", "$y$", "$2b$05$short"] {
            await #expect(throws: HTTPError.self) { try await accounts.add("Di", hash: wrong, role: .viewer) }
        }
        try await serve(accounts) { client in
            let status = try await Browser(client).post("/-/sign-in", "name=cy&password=\(password)").status
            #expect(status == 303)
        }
    }

    @Test func `An event stream ends when the person has signed out`() async throws {
        let accounts = Accounts(MemoryAccountStore(), proxy: nil, streamInterval: .milliseconds(100))
        try await accounts.add("Anna", password: password, role: .administrator)
        try await accounts.add("Bo", password: password, role: .viewer)
        var server = TableServer()
        server.accounts(accounts)
        server.mount("/", Tasks())
        try await server.test(.socket) { client in
            let (browser, other) = (Browser(client), Browser(client))
            try await browser.signIn("bo", password)
            try await other.signIn("bo", password)
            let ended = Date.now
            async let stream = browser.get("/events")
            try await Task.sleep(for: .milliseconds(500))
            #expect(try await browser.post("/-/sign-out").status == 303)
            #expect(try await stream.status == 200)
            #expect(Date.now.timeIntervalSince(ended) >= 0.4)
            // A new role ends a stream, too. The browser opens it again.
            async let second = other.get("/events")
            try await Task.sleep(for: .milliseconds(300))
            try await accounts.setRole(of: "Bo", to: .editor)
            #expect(try await second.status == 200)
            #expect(try await other.get("/").status == 200)
        }
    }

    @Test func `A proxy tells who people are, and nobody else does`() async throws {
        let user = try #require(HTTPField.Name("X-Forwarded-User"))
        let groups = try #require(HTTPField.Name("X-Forwarded-Groups"))
        let accounts = try await people()
        for (proxy, isTrusted) in [
            (ProxySignIn(user: user), true), (ProxySignIn(user: user), false),
            (ProxySignIn(user: user, groups: groups), true), (ProxySignIn(user: user, usesAccounts: true), true),
        ] {
            var configuration = TableServer.Configuration()
            configuration.trustedProxies = [isTrusted ? "127.0.0.1" : "10.0.0.1"]
            var server = TableServer(configuration: configuration)
            server.accounts(
                proxy.usesAccounts
                    ? Accounts(accounts.store, proxy: proxy) : Accounts(MemoryAccountStore(), proxy: proxy))
            server.mount("/", Tasks())
            try await server.test(.inProcess) { client in
                func status(_ headers: HTTPFields, _ path: String = "/table.json") async throws -> Int {
                    try await client.get(path, headers: headers).status
                }
                #expect(try await status([:]) == 401)
                #expect(try await status([user: ""]) == 401)
                var twice: HTTPFields = [user: "editor"]
                twice.append(HTTPField(name: user, value: "administrator"))
                #expect(try await status(twice) == 401)
                guard isTrusted else {
                    #expect(try await status([user: "editor"]) == 401)
                    return
                }
                let page = try await client.get("/-/account", headers: [user: "editor", groups: "staff, Editor"])
                #expect(page.text.contains("You have signed in as editor."))
                let press = try await client.post("/toolbar/clear", headers: [user: "editor", groups: "editor"])
                #expect(press.status == 200)
                let stranger = try await status([user: "stranger", groups: "staff"])
                #expect(stranger == (proxy.groups == nil && !proxy.usesAccounts ? 200 : 403))
                let pressed = try await client.post("/toolbar/clear", headers: [user: "viewer", groups: "viewer"])
                    .status
                #expect(pressed == (proxy.groups == nil && !proxy.usesAccounts ? 200 : 403))
                #expect(try await status([user: "editor", groups: "editor"], "/-/accounts/") == 403)
            }
        }
    }

    @Test func `Guesses are counted by name, and by the network of an address`() {
        let time = Mutex(ContinuousClock.now)
        let limit = GuessLimit { time.withLock { $0 } }
        for _ in 0..<60 { #expect(limit.take([.address("2001:db8::1")]) == nil) }
        #expect(limit.take([.address("2001:db8::2")]) == .seconds(1))
        #expect(limit.take([.address("2001:db8:0:1::1")]) == nil)
        #expect(limit.take([.address("10.0.0.1")]) == nil && limit.take([.address("::ffff:10.0.0.2")]) == nil)
        for _ in 0..<10 { #expect(limit.take([.name("anna"), .address("10.0.0.3")]) == nil) }
        #expect(limit.take([.name("anna"), .address("10.0.0.4")]) == .seconds(6))
        #expect(limit.take([.name("bo"), .address("10.0.0.3")]) == nil)
        time.withLock { $0 += .seconds(6) }
        #expect(limit.take([.name("anna"), .address("10.0.0.4")]) == nil)
        #expect(limit.take([.name("anna"), .address("10.0.0.4")]) != nil)
        time.withLock { $0 += .seconds(3_600) }
        for _ in 0..<10 { #expect(limit.take([.name("anna")]) == nil) }
        #expect(limit.take([.name("anna")]) != nil)
    }
}
