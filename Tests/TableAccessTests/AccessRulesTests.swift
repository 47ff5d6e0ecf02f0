import CascadingTable
import Foundation
import GRDB
import HTTPTypes
@testable import TableAccess
import TableDatabase
import TableSQLite
import TableServer
import TableTesting
import Testing

private let password = "correct-horse"

/// Returns the text after another one, up to a quotation mark.
private func value(after text: String, in page: String) throws -> String {
    String(page[try #require(page.range(of: text)).upperBound...].prefix { $0 != "\"" })
}

private let json: HTTPFields = [.accept: "application/json", .contentType: "application/json"]

/// Orders of three people, and tables that only some may see.
private let schema = """
    CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT, phone TEXT);
    INSERT INTO customers VALUES (1, 'Ada', 'phone-4711'), (2, 'Ben', 'phone-4712');
    CREATE TABLE orders(
        id INTEGER PRIMARY KEY, owner TEXT NOT NULL, customer_id INTEGER REFERENCES customers(id),
        region TEXT, price REAL, note TEXT);
    CREATE INDEX orders_note ON orders(note);
    INSERT INTO orders VALUES
        (1, 'anna', 1, 'north', 10, 'note-8811'), (2, 'bo', 2, 'south', 20, 'note-8812'),
        (3, 'anna', 2, 'south', 30, 'note-8813'), (4, 'bo', 1, 'secret-7714', 4477.25, 'note-8814');
    CREATE TABLE wages(id INTEGER PRIMARY KEY, person TEXT);
    INSERT INTO wages VALUES (1, 'wage-9911');
    CREATE VIEW all_orders AS SELECT * FROM orders;
    """

private let rights = """
    CREATE ROLE sales;
    GRANT sales TO anna, bo;
    GRANT SELECT (id, owner, customer_id, region, price), INSERT (owner, region, price), UPDATE (region, price)
        ON orders TO sales; -- no notes
    GRANT SELECT (id, name) ON customers TO PUBLIC;
    ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON orders FOR ALL TO sales USING (orders.owner = current_user)
        WITH CHECK (owner = current_user AND price >= 0);
    """

/// The body of a change of a row that was seen.
private func old(_ id: Int) -> [UInt8] { Array(#"{"old":{"id":\#(id)}}"#.utf8) }

/// A server of the orders, with the rules and some people.
private func serve(
    _ rules: String? = rights, adding sql: String = "",
    _ body: @escaping @Sendable (any TestClient, Accounts) async throws -> Void
) async throws {
    try await serveTwice(rules, adding: sql) { one, _, accounts in try await body(one, accounts) }
}

/// Two servers of the orders in one file, which share nothing in memory.
private func serveTwice(
    _ rules: String? = rights, adding sql: String = "",
    _ body: @escaping @Sendable (any TestClient, any TestClient, Accounts) async throws -> Void
) async throws {
    let path = NSTemporaryDirectory() + "shop-\(UUID()).db"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await DatabaseQueue(path: path).write { try $0.execute(sql: schema + sql) }
    @Sendable func open() throws -> SQLiteDatabase {
        try SQLiteDatabase(path: path, configuration: .init(editableTables: .all, history: EditHistory()))
    }
    let access = try rules.map { try AccessRules($0) }
    try await access?.check(in: open())
    let accounts = Accounts(
        MemoryAccountStore(), proxy: nil, access: access.map { .rules($0) }, streamInterval: .milliseconds(50))
    for (name, role) in [("anna", AccountRole.editor), ("bo", .editor), ("cy", .viewer), ("root", .administrator)] {
        try await accounts.add(name, password: password, role: role)
    }
    func server() async throws -> TableServer {
        var server = TableServer()
        server.accounts(accounts)
        try await server.mount("/", open(), allowsSQL: true)
        return server
    }
    let second = try await server()
    try await server().test(.inProcess) { one in
        try await second.test(.inProcess) { try await body(one, $0, accounts) }
    }
}

@Suite struct AccessRulesTests {
    @Test(arguments: [
        ("GRANT SELECT ON orders", 1, "the file ends, and needs TO"),
        ("\n\nGRANT SELEKT ON orders TO anna", 3, "SELECT, INSERT, UPDATE, DELETE or ALL before ON"),
        ("REVOKE ALL ON orders FROM anna", 1, "REVOKE is not needed"),
        ("-- first\nCREATE POLICY own ON orders TO anna;", 2, "needs USING (condition)"),
        ("CREATE POLICY own ON orders FOR INSERT TO anna USING (true)", 1, "needs WITH CHECK (condition)"),
        ("CREATE POLICY own ON orders USING (owner = 'a", 1, "a condition in parentheses"),
        ("CREATE POLICY own ON orders USING (a; DROP TABLE orders)", 1, "needs ) at the end of the condition"),
        ("CREATE POLICY own ON orders USING (data ? 'a')", 1, "a condition has no ?"),
        ("CREATE POLICY own ON orders USING (EXISTS (SELECT 1 FROM staff t))", 1, "cannot use the name t"),
        ("GRANT READ ON orders TO anna", 1, "SELECT, INSERT, UPDATE, DELETE or ALL before ON"),
        ("GRANT SELECT ON orders TO anna GRANT", 1, "needs ; after the statement"),
        ("GRANT SELECT ON orders TO bo@example.org", 1, "needs ; after the statement"),
        ("DROP TABLE orders", 1, "found DROP"),
        ("GRANT SELECT () ON orders TO anna", 1, "needs a name"),
    ])
    func `A faulty file is told by its line`(_ text: String, _ line: Int, _ reason: String) throws {
        let error = #expect(throws: AccessRulesError.self) { try AccessRules(text) }
        #expect(error?.line == line)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test(arguments: [
        ("GRANT SELECT ON order TO anna", "there is no table \"order\""),
        ("GRANT SELECT (id, nope) ON orders TO anna", "has no column \"nope\""),
        ("GRANT SELECT (owner) ON orders TO anna", "needs the column \"id\""),
        ("GRANT DELETE (id) ON orders TO anna", "DELETE is of whole rows"),
        ("CREATE POLICY p ON orders USING (ownr = current_user)", "ownr"),
        ("CREATE POLICY p ON orders USING (true) WITH CHECK (price >)", "syntax error"),
        ("CREATE POLICY p ON wagez USING (true)", "there is no table \"wagez\""),
        ("ALTER TABLE wagez ENABLE ROW LEVEL SECURITY", "there is no table \"wagez\""),
    ])
    func `Rules are checked against the schema`(_ text: String, _ reason: String) async throws {
        let error = await #expect(throws: AccessRulesError.self) { try await serve("\n\(text)") { _, _ in } }
        #expect(error?.line == 2)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test func `Names in quotes, comments, several statements and a mark of Windows are read`() throws {
        let rules = try AccessRules(
            """
            \u{FEFF}/* all /* of */ it */ GRANT ALL PRIVILEGES ON ALL TABLES IN SCHEMA public TO "Bo Smith", viewer;;
            grant select on table public.orders, sales."Order x" to PUBLIC;
            CREATE POLICY p ON orders AS RESTRICTIVE FOR UPDATE TO editor USING (note <> ');' AND (a OR b)) WITH CHECK (c)
            """)
        #expect(rules.rules.map(\.line) == [1, 2, 3])
        #expect(rules.tables == ["orders", "sales.Order x"])
        guard case .policy(let policy) = rules.rules[2].statement else { throw CancellationError() }
        #expect(policy.using == "note <> ');' AND (a OR b)")
        #expect(policy.check == "c" && !policy.isPermissive && policy.kind == .update)
    }

    @Test func `Each person sees and changes what is granted, and nothing else exists`() async throws {
        try await serve { client, _ in
            let (anna, cy, root) = (Browser(client), Browser(client), Browser(client))
            for (browser, name) in [(anna, "anna"), (cy, "cy"), (root, "root")] {
                try await browser.signIn(name, password)
            }
            #expect(
                try await anna.get("/orders/table.csv").text
                    == "id,owner,customer_id,region,price\n1,anna,1,north,10.0\n3,anna,2,south,30.0\n".replacing(
                        "\n", with: "\r\n"))
            #expect(try await anna.get("/customers/table.csv").text.hasPrefix("id,name\r\n1,Ada\r\n"))
            for path in ["/wages/", "/all_orders/", "/orders/row/2/", "/cascade_history/", "/wages/table.json"] {
                #expect(try await anna.get(path).status == 404, "\(path)")
            }
            for path in ["/-/sql/", "/-/sql/?sql=SELECT+*+FROM+wages", "/-/sql/table.json?sql=SELECT+1"] {
                #expect(try await anna.get(path).status == 403, "\(path)")
                #expect(try await root.get(path).status == 200, "\(path)")
            }
            // Without a right, a table does not exist.
            #expect(try await cy.get("/orders/").status == 404)
            #expect(try await cy.get("/customers/").status == 200)
            #expect(try await !cy.get("/table.json").text.contains("orders"))
            #expect(try await root.get("/wages/table.csv").text.contains("wage-9911"))

            func change(_ row: Int, _ values: String, from old: String) async throws -> Int {
                let body = #"{"values":\#(values),"old":\#(old)}"#
                return try await anna.send(.patch, "/orders/row/\(row)/", json, Array(body.utf8)).status
            }
            #expect(try await change(1, #"{"price":11}"#, from: #"{"price":10}"#) == 200)
            #expect(try await change(1, #"{"price":-1}"#, from: #"{"price":11}"#) == 422)
            #expect(try await change(1, #"{"owner":"bo"}"#, from: #"{"owner":"anna"}"#) == 422)
            #expect(try await change(1, #"{"note":"x"}"#, from: #"{"note":"note-8811"}"#) == 422)
            // The row of somebody else does not exist.
            #expect(try await change(2, #"{"price":11}"#, from: #"{"price":20}"#) == 409)
            func insert(_ values: String) async throws -> Int {
                try await anna.send(.post, "/orders/", json, Array(#"{"values":\#(values)}"#.utf8)).status
            }
            #expect(try await insert(#"{"owner":"anna","price":5}"#) == 201)
            #expect(try await insert(#"{"owner":"bo","price":5}"#) == 422)
            #expect(try await insert(#"{"owner":"anna","price":5,"customer_id":1}"#) == 422)
            #expect(try await anna.send(.delete, "/orders/row/1/", json, old(1)).status == 403)
            let stored = try await root.get("/orders/table.csv").text
            #expect(stored.contains("1,anna,1,north,11.0,note-8811") && stored.contains("2,bo,2,south,20.0"))
        }
    }

    @Test func `Policies are joined as PostgreSQL joins them`() async throws {
        let rules = """
            GRANT SELECT ON orders, wages TO PUBLIC;
            GRANT UPDATE, DELETE ON orders TO editor;
            CREATE POLICY cheap ON orders FOR SELECT USING (price < 25);
            CREATE POLICY own ON orders TO anna USING (owner = current_user);
            CREATE POLICY small ON orders AS RESTRICTIVE USING (price < 1000);
            CREATE POLICY south ON orders FOR DELETE TO bo USING (region = 'south');
            ALTER TABLE wages ENABLE ROW LEVEL SECURITY;
            """
        try await serve(rules) { client, accounts in
            func ids(_ name: String) async throws -> [String] {
                let browser = Browser(client)
                try await browser.signIn(name, password)
                return try await browser.get("/orders/table.csv").text.split(separator: "\r\n").dropFirst()
                    .map { String($0.prefix { $0 != "," }) }
            }
            #expect(try await ids("anna") == ["1", "2", "3"])
            #expect(try await ids("bo") == ["1", "2"])
            #expect(try await ids("cy") == ["1", "2"])
            #expect(try await ids("root").count == 4)
            let bo = Browser(client)
            try await bo.signIn("bo", password)
            #expect(try await bo.get("/wages/table.csv").text == "id,person\r\n")
            // No policy lets him change rows, and one lets him delete some.
            let change = Array(#"{"values":{"price":1},"old":{"price":20}}"#.utf8)
            #expect(try await bo.send(.patch, "/orders/row/2/", json, change).status == 403)
            #expect(try await bo.send(.delete, "/orders/row/1/", json, old(1)).status == 422)
            #expect(try await bo.send(.delete, "/orders/row/2/", json, old(2)).status == 200)
            #expect(accounts.rights(of: Account(name: "bo", role: .editor)).grants?.user == nil)
        }
    }

    @Test func `A person reads the reasons, and an administrator those of others`() async throws {
        try await serve { client, _ in
            let (anna, root) = (Browser(client), Browser(client))
            try await anna.signIn("anna", password)
            try await root.signIn("root", password)
            let own = try await anna.get("/-/access").text
            #expect(own.contains("Right SELECT: the columns id, owner, customer_id, region, price (lines 3, 7)."))
            #expect(own.contains("orders.owner = current_user") && !own.contains("Another person"))
            #expect(try await anna.post("/-/access", "person=cy").status == 403)
            let other = try await root.post("/-/access", "person=cy").text
            #expect(other.contains("The rights of cy") && other.contains("No right"))
            // Only administrators learn of tables that do not exist for a person.
            let cy = Browser(client)
            try await cy.signIn("cy", password)
            #expect(try await !cy.get("/-/access").text.contains("orders"))
            #expect(try await root.post("/-/access", "person=nobody").status == 404)
        }
    }

    @Test func `Digests, repeated answers, the past and undo keep what is hidden`() async throws {
        try await serveTwice { client, second, _ in
            let (anna, bo, root) = (Browser(client), Browser(client), Browser(client))
            for (browser, name) in [(anna, "anna"), (bo, "bo"), (root, "root")] {
                try await browser.signIn(name, password)
            }
            func change(_ browser: Browser, _ row: Int, _ values: String, _ old: String, key: String? = nil)
                async throws
                -> TestResponse
            {
                var headers = json
                if let key { headers[.init("Idempotency-Key")!] = key }
                return try await browser.send(
                    .patch, "/orders/row/\(row)/", headers, Array(#"{"values":{\#(values)},"old":{\#(old)}}"#.utf8))
            }
            // The digest of a row does not tell of a column that is hidden.
            let tag = try await change(anna, 1, #""price":12"#, #""price":10"#).headers[.eTag]
            _ = try await change(root, 1, #""note":"note-1""#, #""note":"note-8811""#)
            #expect(tag != nil)
            let form = try await anna.get("/orders/row/1/edit").text
            #expect(form.contains("note-1") == false)
            _ = try await change(anna, 1, #""price":13"#, #""price":12"#)
            #expect(try await change(anna, 1, #""price":12"#, #""price":13"#).headers[.eTag] == tag)
            // Another server answers a repeated request from the history.
            let done = try await change(anna, 3, #""price":31"#, #""price":30"#, key: "key-of-anna")
            #expect(done.status == 200)
            let again = try await anna.at(second).send(
                .patch, "/orders/row/3/",
                HTTPFields(Array(json) + [.init(name: .init("Idempotency-Key")!, value: "key-of-anna")]),
                Array(#"{"values":{"price":31},"old":{"price":30}}"#.utf8))
            #expect(again.status == 200 && again.text.contains("31") && !again.text.contains("note-"), "\(again.text)")
            // A row that was given to another person is not changed by an undo.
            let undo = try value(after: #""url":""#, in: done.text)
            #expect(try await change(root, 3, #""owner":"bo""#, #""owner":"anna""#).status == 200)
            #expect(try await anna.post(undo, headers: [.accept: "application/json"]).status >= 400)
            #expect(try await root.get("/orders/table.csv").text.contains("3,bo,2,south,31.0"))
            // A new row with the key of a deleted one has not its past.
            let made = try await bo.send(
                .post, "/orders/", json, Array(#"{"values":{"owner":"bo","region":"past-5501","price":1}}"#.utf8))
            #expect(made.status == 201)
            #expect(try await root.send(.delete, "/orders/row/5/", json, old(5)).status == 200)
            let next = try await anna.send(
                .post, "/orders/", json, Array(#"{"values":{"owner":"anna","price":1}}"#.utf8))
            #expect(next.headers[.location]?.contains("/row/5/") == true)
            for path in ["/orders/row/5/", "/orders/row/5/?_at=2999-01-01", "/orders/row/5.json?_at=2999-01-01"] {
                let text = try await anna.get(path).text
                #expect(text.contains("anna") && !text.contains("past-5501"), "\(text)")
            }
        }
    }

    @Test func `What a change does to other rows needs their rights`() async throws {
        let sql = """
            CREATE TABLE tags(code TEXT PRIMARY KEY);
            CREATE TABLE tagged(
                id INTEGER PRIMARY KEY, code TEXT REFERENCES tags(code) ON UPDATE CASCADE, secretmax INTEGER DEFAULT 5,
                price REAL CHECK (price < secretmax));
            CREATE TABLE parents(id INTEGER PRIMARY KEY);
            CREATE TABLE kids(
                id INTEGER PRIMARY KEY, name TEXT, parent_id INTEGER REFERENCES parents(id) ON DELETE SET NULL);
            INSERT INTO tags VALUES ('a'); INSERT INTO tagged VALUES (1, 'a', 5, 1);
            INSERT INTO parents VALUES (1); INSERT INTO kids VALUES (1, 'K', 1);
            """
        let rules = """
            GRANT ALL ON tags, parents TO PUBLIC;
            GRANT SELECT (id, code, price), UPDATE (price) ON tagged TO PUBLIC;
            GRANT SELECT, UPDATE (name) ON kids TO PUBLIC;
            """
        try await serve(rules, adding: sql) { client, _ in
            let (anna, root) = (Browser(client), Browser(client))
            try await anna.signIn("anna", password)
            try await root.signIn("root", password)
            func change(_ path: String, _ values: String, _ old: String) async throws -> TestResponse {
                try await anna.send(.patch, path, json, Array(#"{"values":{\#(values)},"old":{\#(old)}}"#.utf8))
            }
            #expect(try await change("/tags/row/a/", #""code":"b""#, #""code":"a""#).status == 422)
            #expect(try await anna.send(.delete, "/parents/row/1/", json, old(1)).status == 422)
            let refused = try await change("/tagged/row/1/", #""price":9"#, #""price":1"#)
            #expect(refused.status == 422 && !refused.text.contains("secretmax"), "\(refused.text)")
            #expect(try await change("/tagged/row/1/", #""price":2"#, #""price":1"#).status == 200)
            #expect(try await root.get("/tagged/table.csv").text.contains("1,a,5,2.0"))
            #expect(try await root.get("/kids/table.csv").text.contains("1,K,1"))
        }
    }

    @Test func `A table whose rules name a column that is gone is closed`() async throws {
        try await serve { client, _ in
            let (anna, root) = (Browser(client), Browser(client))
            try await anna.signIn("anna", password)
            try await root.signIn("root", password)
            let title = try await root.get("/table.json").text
            #expect(try await anna.get("/orders/").status == 200)
            let sql = "UPDATE orders SET note = 'note-2'; ALTER TABLE orders DROP COLUMN region"
            try await DatabaseQueue(path: NSTemporaryDirectory() + value(after: #""title":""#, in: title)).write {
                try $0.execute(sql: sql)
            }
            for path in ["/orders/", "/orders/table.csv", "/orders/row/1/", "/orders/table.json?_group=owner"] {
                let response = try await anna.get(path, headers: [.accept: "application/json"])
                #expect(response.status >= 500 && !response.text.contains("note"), "\(path) \(response.text)")
                #expect(try await root.get(path).status == 200)
            }
            #expect(try await anna.get("/customers/").status == 200)
        }
    }

    @Test func `A token of some tables reads no others`() async throws {
        try await serve(nil) { client, accounts in
            let token = try await accounts.makeToken(
                of: "root", title: "t", mayWrite: true, tables: ["customers"], days: 1)
            let program = Browser(client, token: token)
            #expect(try await program.get("/customers/table.csv").text.contains("phone-4711"))
            for path in ["/orders/table.csv", "/wages/table.json", "/orders/row/1/", "/cascade_history/table.json"] {
                #expect(try await program.get(path).status == 404, "\(path)")
            }
            #expect(try await program.get("/-/sql/table.json?sql=SELECT+1").status == 403)
            #expect(try await !program.get("/table.json").text.contains("orders"))
            #expect(try await !program.get("/-/openapi.json").text.contains("wages"))
            let values = Array(#"{"values":{"name":"Eve"},"old":{"name":"Ada"}}"#.utf8)
            #expect(try await program.send(.patch, "/customers/row/1/", json, values).status == 200)
            #expect(try await program.send(.patch, "/wages/row/1/", json, values).status == 404)
        }
    }
}

@Suite struct SharedViewTests {
    /// Shares a part of a table, and returns the path of its link.
    private func share(_ query: String, of table: String = "orders", by browser: Browser) async throws -> String {
        let encoded = query.replacing("%", with: "%25").replacing("&", with: "%26").replacing("+", with: "%2B")
        let page = try await browser.post("/-/share", "path=/&table=\(table)&query=\(encoded)&days=7")
        let start = try #require(page.text.range(of: "/-/shared/"), "\(page.text)")
        return String(page.text[start.lowerBound...].prefix { $0 != "\"" && $0 != "?" })
    }

    @Test func `A stranger with a link sees the rows and columns of a page, and cannot widen them`() async throws {
        try await serve(nil) { client, accounts in
            let (anna, stranger) = (Browser(client), Browser(client))
            try await anna.signIn("anna", password)
            let page = try await anna.get("/orders/?region=south&_col=id&_col=price")
            #expect(page.text.contains(#"/-/share?path=%2F&amp;table=orders&amp;query=region%3Dsouth"#), "\(page.text)")
            let link = try await share("region=south&_col=id&_col=price&_sort_desc=price", by: anna)
            #expect(try await stranger.get("\(link)table.csv").text == "id,price\r\n2,20.0\r\n3,30.0\r\n")
            #expect(try await stranger.get("\(link)table.csv?price__gt=25").text == "id,price\r\n3,30.0\r\n")
            #expect(try await stranger.get("\(link)table.json").text.contains(#""count":2"#))
            #expect(try await stranger.get(link).text.contains("2 rows"))
            for query in [
                "region=north", "_col=note", "_group=note", "_sort=owner", "_facet=region", "_stats=region",
                "owner__not=x", "note__contains=8",
            ] { #expect(try await stranger.get("\(link)table.json?\(query)").status == 400, "\(query)") }
            #expect(try await stranger.get("\(link)table.csv?_or=1&price=10&price=20").text == "id,price\r\n2,20.0\r\n")
            #expect(try await stranger.get("\(link)table.json?_search=north").text.contains(#""count":0"#))
            #expect(try await stranger.get("\(link)row/2/").text.contains("20"))
            #expect(try await !stranger.get("\(link)row/2.json").text.contains("note"))
            #expect(try await stranger.get("\(link)row/1/").status == 404)
            #expect(try await !stranger.get(link).text.contains(#"href="/-/account""#))
            #expect(try await stranger.get(link).headers[.init("X-Robots-Tag")!] == "noindex")
            #expect(try await stranger.get("/orders/").status == 303)
            for path in ["select/0/0", "", "refresh", "batch"] {
                #expect(try await stranger.post(link + path).status == 405, "\(path)")
            }
            // It is live, and its rows have no history.
            let change = Array(#"{"values":{"price":21},"old":{"price":20}}"#.utf8)
            #expect(try await anna.send(.patch, "/orders/row/2/", json, change).status == 200)
            #expect(try await stranger.get("\(link)table.csv").text.contains("2,21.0"))
            #expect(try await !stranger.get("\(link)row/2/").text.contains("anna"))
            #expect(try await anna.get("/orders/row/2/").text.contains("anna"))

            let id = try #require(try await accounts.links(of: "anna").first?.id)
            #expect(try await anna.get("/-/account").text.contains(id))
            #expect(try await anna.post("/-/share/remove", "id=\(id)").status == 303)
            #expect(try await stranger.get(link).status == 410)
            #expect(try await stranger.get("/-/shared/0123/").status == 410)
        }
    }

    @Test func `A search in a link finds what the page finds`() async throws {
        let sql = """
            CREATE TABLE notes(id INTEGER PRIMARY KEY, body TEXT);
            INSERT INTO notes VALUES (1, 'honey'), (2, 'honeycomb'), (3, 'no');
            CREATE VIRTUAL TABLE notes_fts USING fts5(body, content='notes', content_rowid='id');
            INSERT INTO notes_fts(notes_fts) VALUES ('rebuild');
            """
        try await serve(nil, adding: sql) { client, _ in
            let (anna, stranger) = (Browser(client), Browser(client))
            try await anna.signIn("anna", password)
            let page = try await anna.get("/notes/table.csv?_search=honey").text
            let link = try await share("_search=honey", of: "notes", by: anna)
            #expect(try await stranger.get("\(link)table.csv").text == page)
            #expect(try await stranger.get("\(link)table.json?_search=comb").text.contains(#""count":0"#))
            for query in ["_stats=body", "_filter_column=id&_filter_op=exact&_filter_value=1"] {
                let link = try await share(query, of: "notes", by: anna)
                #expect(try await stranger.get(link).status == 404, "\(query)")
            }
        }
    }

    @Test func `A link to groups shows no rows`() async throws {
        try await serve(nil) { client, _ in
            let (anna, stranger) = (Browser(client), Browser(client))
            try await anna.signIn("anna", password)
            let link = try await share("_group=owner&_sum=price&price__lt=1000&_search=a&_sort=owner", by: anna)
            #expect(try await stranger.get("\(link)table.csv").text == "owner,count,sum_price\r\nanna,2,40.0\r\n")
            for path in ["row/1/", "row/0/", "table.csv?id=1", "table.json?price=10", "table.json?_group=id"] {
                #expect(try await stranger.get(link + path).status >= 400, "\(path)")
            }
            let ranges = try await share("_group=price&_bin=20&_sum=price", by: anna)
            #expect(
                try await stranger.get("\(ranges)table.csv").text.replacing("\r\n", with: " ")
                    == "price,count,sum_price 20.0,2,50.0 0.0,1,10.0 4460.0,1,4477.25 ")
            for query in ["_group=nope", "price__like=1"] {
                let link = try await share(query, by: anna)
                #expect(try await stranger.get(link).status == 400, "\(query)")
            }
        }
    }

    @Test func `A link shows no more than its owner may see now`() async throws {
        try await serve { client, accounts in
            let (anna, root, stranger) = (Browser(client), Browser(client), Browser(client))
            try await anna.signIn("anna", password)
            try await root.signIn("root", password)
            let (link, whole) = (try await share("", by: anna), try await share("", of: "wages", by: root))
            let groups = try await share("_group=region", by: anna)
            let sums = try await share("_group=owner&_tally=note", by: root)
            #expect(try await stranger.get("\(link)table.csv").text.split(separator: "\r\n").count == 3)
            #expect(try await !stranger.get("\(link)table.csv").text.contains("note"))
            #expect(try await !stranger.get("\(groups)table.csv").text.contains("secret"))
            #expect(try await stranger.get("\(whole)table.csv").text.contains("wage-9911"))
            #expect(try await stranger.get("\(sums)table.csv").status == 400)
            try await accounts.add("other", password: password, role: .administrator)
            try await accounts.setRole(of: "root", to: .viewer)
            #expect(try await stranger.get("\(whole)table.csv").status == 404)
            try await accounts.remove("anna")
            #expect(try await stranger.get("\(link)table.csv").status == 410)
            #expect(try await accounts.links(of: "anna").isEmpty)
        }
    }
}

@Suite struct LeakTests {
    /// Every route of the server's description is asked with parameters about what a visitor may not see. A new route is in the
    /// test by itself.
    @Test func `No route, format or parameter tells what a visitor may not see`() async throws {
        struct Document: Decodable { var paths: [String: [String: Ignored]] }
        struct Ignored: Decodable {}
        try await serve { client, accounts in
            let root = Browser(client)
            try await root.signIn("root", password)
            // The history has what others changed.
            let change = Array(
                #"{"values":{"note":"note-8815","price":4477.5},"old":{"note":"note-8814","price":4477.25}}"#.utf8)
            #expect(try await root.send(.patch, "/orders/row/4/", json, change).status == 200)
            #expect(try await root.send(.delete, "/wages/row/1/", json, old(1)).status == 200)
            let document = try await root.get("/-/openapi.json", headers: [.accept: "application/json"])
            let routes = try document.decode(Document.self).paths.filter { $0.value.keys.contains("get") }.keys
            #expect(routes.count > 40)
            let all = routes.sorted().filter { !$0.hasSuffix("events") }
            let paths = Set(
                all.flatMap { path in
                    ["orders", "wages", "cascade_history"].map { name in
                        path.replacing("{table}", with: name).replacing(#/\{[^}]+\}/#, with: "4")
                    }
                })
            #expect(paths.contains("/orders/row/4/"))
            let values = [
                "", "_search=8812", "_search=7714", "_sort=note", "_sort_desc=note", "note=note-8811",
                "note__contains=88",
                "region=secret-7714", "price__gt=4000", "price__lt=5000&_or=1", "owner=bo", "_group=note",
                "_group=region",
                "_group=region&_sum=price&_complete=1", "_group=owner&_max=note", "_stats=note", "_stats=price",
                "_facet=note", "_facet=region", "_col=note", "_nocol=id", "_labels=1", "_row=4", "_next=4.0~4",
                "_size=max",
                "_expanded=4", "_fresh=1", "_edit=1", "_lang=de", "_at=2026-01-01", "q=note", "column=note", "number=3",
                "column=region&text=sec", "text=note", "from=4", "_section=0", "id=4", "customer_id=1",
                "path=/&table=wages&query=", "_col=customer_id.phone", "customer_id.phone__contains=phone",
                "_sort=customer_id.phone",
                "_group=customer_id.phone", "_facet=customer_id.phone", "_col=customer_id.name", "customer_id.name=Ada",
                "count(customer_id)=1",
            ]
            let shared: [(Browser, String)] = [
                (Browser(client), "region=north"), (Browser(client), "_group=region&_sum=price"),
            ]
            var visitors: [(browser: Browser, base: String, secrets: [String])] = []
            for name in ["anna", "cy"] {
                let browser = Browser(client)
                try await browser.signIn(name, password)
                visitors.append((browser, "", ["secret-", "4477", "88.4", "wage-", "phone-", "note-"]))
            }
            for (browser, query) in shared {
                let view = SharedView(path: "/", table: "orders", query: query)
                let secret = try await accounts.shareView(view, of: "anna", days: 1)
                visitors.append(
                    (browser, "/-/shared/\(secret)", ["secret-", "4477", "wage-", "phone-", "note-", "1,bo", "wages"]))
            }
            var answered = 0
            for (browser, base, secrets) in visitors {
                for path in paths.sorted() {
                    // A link has the routes of one table.
                    guard base.isEmpty || path.hasPrefix("/orders/") else { continue }
                    let path = base.isEmpty ? path : base + path.dropFirst("/orders".count)
                    for query in path.contains("orders") || !base.isEmpty ? values : [""] {
                        let response = try await browser.get(query.isEmpty ? path : "\(path)?\(query)", headers: json)
                        if response.status == 200 { answered += 1 }
                        // A message repeats what was asked for, and digests have any digits.
                        let asked =
                            query.split(separator: "&").compactMap { $0.split(separator: "=").last } + [path[...]]
                        let text = asked.reduce(response.text) { $0.replacing($1, with: "") }
                        for secret in secrets where text.contains(secret) {
                            Issue.record("\(secret) in \(path)?\(query): \(text.prefix(2_000))")
                        }
                        if ["_search=8812", "_search=7714", "price__gt=4000"].contains(query), response.status == 200,
                            path.hasSuffix("/orders/table.json") || path == "\(base)/table.json" && !base.isEmpty
                        {
                            #expect(response.text.contains(#""count":0"#), "\(path)?\(query) \(response.text)")
                        }
                    }
                }
            }
            #expect(answered > 400)
        }
    }
}
