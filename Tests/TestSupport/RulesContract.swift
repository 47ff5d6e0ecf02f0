import CascadingTable
import HTTPTypes
public import TableDatabase
import TableServer
import TableTesting
import Testing

/// What rules say of the tables of a database for each visitor, alike in every kind of database.
public enum RulesContract: String, CaseIterable, Sendable {
    case rowsOutsideDoNotExist, labelsAndLinksKeepToTheRules, hiddenColumnsAreNowhere, computedColumnsAreColumns
    case changesKeepToTheRules, aCheckSeesBothRows, actionsAreEdits, deletionsKeepToTheRulesOfOthers
    case historyKeepsToTheRules, newRightsCountAtOnce, usersNeedNoToken, misspelledRulesAreTold, listsStayEditable
    case cellsAreOfTheProgram, typesAreRules, pagesOfRowsKeepToTheRules

    /// Statements that make the tables, with their rows. A fifth of the orders are of the region south.
    public static let schema = [
        "CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT NOT NULL, region TEXT NOT NULL)",
        """
        CREATE TABLE orders(id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id),
            status TEXT NOT NULL DEFAULT 'new', note TEXT, cost INTEGER NOT NULL DEFAULT 0)
        """,
        """
        CREATE TABLE lines(id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id) ON DELETE CASCADE,
            quantity INTEGER NOT NULL, price INTEGER NOT NULL)
        """,
        "CREATE TABLE wages(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), amount INTEGER)",
        "INSERT INTO customers VALUES (1, 'Nora', 'north'), (2, 'Sam', 'south'), (3, 'Nils', 'north')",
        """
        INSERT INTO orders VALUES (1, 1, 'paid', 'first', 3), (2, 2, 'paid', 'secret', 4), (3, 3, 'new', NULL, 5),
            (4, 1, 'shipped', 'old', 6), (5, 3, 'paid', 'last', 7)
        """,
        "INSERT INTO lines VALUES (1, 1, 2, 10), (2, 1, 1, 5), (3, 2, 1, 100), (4, 3, 4, 25)",
        "INSERT INTO wages VALUES (1, 1, 1000)",
        "CREATE VIEW open_orders AS SELECT id, note FROM orders WHERE status <> 'shipped'",
    ]

    /// A database that keeps the history, all of whose tables can be changed.
    public struct Subject: Sendable {
        var database: any MountableDatabase
        var run: @Sendable (String) async throws -> [String]

        /// - Parameter run: Runs a statement as another program, and returns the first column of its rows.
        public init(_ database: any MountableDatabase, run: @escaping @Sendable (String) async throws -> [String]) {
            (self.database, self.run) = (database, run)
        }

        func serve(
            allowedHosts: [String] = [], _ body: @escaping @Sendable (any TestClient) async throws -> Void
        ) async throws {
            var configuration = TableServer.Configuration()
            configuration.allowedHosts = allowedHosts
            var server = TableServer(configuration: configuration)
            server.identify { request in request.header(.from).map { Clerk($0) } }
            try await server.mount("/admin/", database) { tables, visitor in
                let clerk = visitor.user as? Clerk ?? Clerk("nobody")
                if clerk.id == "typo" { tables["order"].canDelete = false }
                tables["wages"].isHidden = true
                tables["customers"].rows = "region = \(clerk.region)"
                tables["customers"].canInsert = false
                let orders = "customer_id IN (SELECT id FROM customers WHERE region = \(clerk.region))" as SQLCondition
                tables["orders"].rows = orders
                tables["orders"].writableRows = "status <> \("shipped")"
                tables["orders"].columns = ["id", "status", "customer_id", "total", "note"]
                tables["orders"].columnTitles = ["note": "Remark"]
                tables["orders"].readOnlyColumns = ["note"]
                tables["orders"].canDelete = clerk.isManager
                tables["orders"].addColumn(
                    "total", .integer, "SELECT sum(quantity * price) FROM lines WHERE lines.order_id = t.id")
                tables["orders"].validate = { edit in
                    guard edit.new?["cost"] == .null else { return }
                    throw TableViewValidationError("cost", "The check does not see the whole row.")
                }
                tables["orders"].addAction(
                    id: "ship", title: "Mark as shipped", style: .asksFirst,
                    message: { "\($0) orders were marked as shipped." }
                ) { order in
                    guard order["status"] == .text("paid") else {
                        throw TableViewValidationError("status", "Only paid orders are shipped.")
                    }
                    return ["status": .text("shipped"), "note": .text("sent")]
                }
                tables["lines"].rows = "order_id IN (SELECT t.id FROM orders AS t WHERE \(orders))"
                tables["lines"].canDelete = clerk.id != "strict"
                tables["lines"].validate = { edit in
                    if edit.new?["price"] == .integer(13) { throw TableViewError(.vetoed, "Nothing costs 13.") }
                    guard case .integer(let quantity)? = edit.new?["quantity"], quantity > 10 else { return }
                    guard case .integer(let before)? = edit.old?["quantity"], before > 10 else {
                        throw TableViewValidationError("quantity", "At most 10 are sold at once.")
                    }
                }
            }
            try await server.test(.inProcess) { try await body($0) }
        }
    }

    /// A user whose name says what they may do.
    struct Clerk: Sendable, Identifiable, Hashable {
        let id: String
        var region: String
        var isManager: Bool

        init(_ text: String) {
            let parts = text.split(separator: " ").map(String.init)
            id = parts.first ?? ""
            region = parts.contains("south") ? "south" : "north"
            isManager = parts.contains("manager")
        }
    }

    /// Checks what this case is about.
    public func check(_ subject: Subject) async throws {
        switch self {
        case .usersNeedNoToken: return try await checkTokens(subject)
        case .cellsAreOfTheProgram: return try await checkCells(subject)
        case .typesAreRules: return try await checkTypes(subject)
        case .pagesOfRowsKeepToTheRules: return try await checkRowPages(subject)
        default: break
        }
        try await subject.serve { client in
            switch self {
            case .rowsOutsideDoNotExist: try await checkRows(client)
            case .labelsAndLinksKeepToTheRules: try await checkLinks(client)
            case .hiddenColumnsAreNowhere: try await checkColumns(client)
            case .computedColumnsAreColumns: try await checkComputed(client)
            case .changesKeepToTheRules: try await checkChanges(client, subject)
            case .aCheckSeesBothRows: try await checkValidation(client)
            case .actionsAreEdits: try await checkActions(client, subject)
            case .deletionsKeepToTheRulesOfOthers: try await checkDeletions(client, subject)
            case .historyKeepsToTheRules: try await checkHistory(client)
            case .newRightsCountAtOnce: try await checkRights(client)
            case .misspelledRulesAreTold: try await checkNames(client)
            case .listsStayEditable: try await checkLists(client)
            case .usersNeedNoToken, .cellsAreOfTheProgram, .typesAreRules, .pagesOfRowsKeepToTheRules: break
            }
        }
    }

    private func checkRows(_ client: any TestClient) async throws {
        let north = try await client.rows("/admin/orders/table.json")
        #expect(north.contains(#""count":4"#) && !north.contains("secret"))
        let south = try await client.rows("/admin/orders/table.json", "sam south")
        #expect(south.contains(#""count":1"#) && south.contains("secret") && !south.contains("first"))
        #expect(try await client.get("/admin/orders/row/2/", headers: [.from: "nora"]).status == 404)
        #expect(try await client.get("/admin/orders/row/2.json", headers: [.from: "nora"]).status != 200)
        #expect(try await client.get("/admin/orders/row/2/", headers: [.from: "sam south"]).status == 200)
        for query in ["_search=secr", "id=2", "note__contains=secr", "_sort=note"] {
            let rows = try await client.rows("/admin/orders/table.json?\(query)")
            #expect(!rows.contains("secret"), "\(query): \(rows)")
            if !query.hasPrefix("_sort") { #expect(rows.contains(#""count":0"#), "\(query): \(rows)") }
        }
        for format in ["csv", "xlsx", "txt", "ndjson"] {
            let file = try await client.get("/admin/orders/table.\(format)", headers: [.from: "nora"])
            #expect(!file.text.contains("secret"), "\(format)")
            if format == "csv" { #expect(file.text.split(separator: "\r\n").count == 5, "\(file.text)") }
        }
        let groups = try await client.rows("/admin/orders/table.json?_group=status&_sum=id")
        #expect(groups.contains(#"{"status":"paid","count":2,"sum_id":6}"#), "\(groups)")
        #expect(try await client.get("/admin/wages/", headers: [.from: "nora"]).status == 404)
        #expect(try await client.get("/admin/cascade_history/", headers: [.from: "nora"]).status == 404)
        let list = try await client.rows("/admin/table.json")
        #expect(["wages", "cascade_history", "open_orders", "cost"].allSatisfy { !list.contains($0) }, "\(list)")
        #expect(try await client.get("/admin/open_orders/", headers: [.from: "nora"]).status == 404)
        #expect(try await client.get("/admin/-/sql/", headers: [.from: "nora"]).status == 404)
        let lines = try await client.rows("/admin/lines/table.json")
        #expect(lines.contains(#""count":3"#), "\(lines)")
    }

    private func checkLinks(_ client: any TestClient) async throws {
        let customer = try await client.get("/admin/customers/row/1/", headers: [.from: "nora"]).text
        #expect(customer.contains("orders/?customer_id=1") && !customer.contains("wages"), "\(customer)")
        let order = try await client.get("/admin/orders/row/1/", headers: [.from: "nora"]).text
        #expect(order.contains("Nora") && order.contains("lines/?order_id=1"))
        #expect(try await client.get("/admin/customers/row/2/", headers: [.from: "nora"]).status == 404)
        let choices = try await client.rows("/admin/orders/choices?column=customer_id&q=")
        #expect(choices.contains("Nora") && choices.contains("Nils") && !choices.contains("Sam"), "\(choices)")
        let form = try await client.get("/admin/orders/new", headers: [.from: "nora"]).text
        #expect(form.contains("Nora") && !form.contains("Sam"))
    }

    private func checkColumns(_ client: any TestClient) async throws {
        for path in ["table.json", "table.csv", "", "row/1/", "row/1.json", "row/1/edit", "new", "columns"] {
            let answer = try await client.get("/admin/orders/\(path)", headers: [.from: "nora"])
            #expect(answer.status == 200 && !answer.text.contains("cost"), "\(path): \(answer.text)")
        }
        for query in ["cost=3", "_sort=cost", "_group=cost", "_facet=cost", "_columns=cost"] {
            let answer = try await client.get("/admin/orders/table.json?\(query)", headers: [.from: "nora"])
            #expect(answer.status == 400, "\(query): \(answer.text)")
        }
        #expect(try await client.rows("/admin/orders/table.json?_search=6").contains(#""count":0"#))
        let page = try await client.get("/admin/orders/", headers: [.from: "nora"]).text
        let heads = page.matches(of: /<th[^>]*scope="col"[^>]*>.*?<\/th>/.dotMatchesNewlines()).map { String($0.0) }
        #expect(heads.contains { $0.contains("Remark") })
        let order = ["id", "status", "customer_id", "total", "Remark"].compactMap { name in
            heads.firstIndex { $0.contains(name) }
        }
        #expect(order == order.sorted() && order.count == 5, "\(heads)")
        let saved = try await client.json(
            .patch, "/admin/orders/row/1/", #"{"values":{"status":"new"},"old":{"status":"paid"}}"#, from: "nora")
        #expect(saved.status == 200 && !saved.text.contains("cost"), "\(saved.text)")
        let rehearsed = try await client.json(
            .patch, "/admin/orders/?_rehearse=1",
            #"{"rows":[{"id":"1","values":{"status":"x"},"old":{"status":"new"}}]}"#,
            from: "nora")
        #expect(!rehearsed.text.contains("cost"), "\(rehearsed.text)")
        let refused = try await client.json(
            .patch, "/admin/orders/row/1/", #"{"values":{"cost":1},"old":{"cost":3}}"#, from: "nora")
        #expect(refused.status == 422 && refused.text.contains("has no column"), "\(refused.text)")
        #expect(!refused.text.contains("Columns: id, customer_id, status, note, cost"))
    }

    private func checkComputed(_ client: any TestClient) async throws {
        let sorted = try await client.rows("/admin/orders/table.json?_sort_desc=total&total__gt=0")
        #expect(sorted.contains(#""total":100"#) && sorted.contains(#""total":25"#), "\(sorted)")
        #expect(sorted.contains(#""count":2"#))
        let sum = try await client.rows("/admin/orders/table.json?_group=status&_sum=total")
        #expect(sum.contains("100"), "\(sum)")
        let file = try await client.get("/admin/orders/table.csv?_sort=total", headers: [.from: "nora"]).text
        #expect(file.contains("total") && file.contains("100"), "\(file)")
        #expect(try await client.get("/admin/orders/row/3/", headers: [.from: "nora"]).text.contains("100"))
        #expect(!(try await client.get("/admin/orders/row/3/edit", headers: [.from: "nora"]).text.contains("total")))
        let refused = try await client.json(
            .patch, "/admin/orders/row/1/", #"{"values":{"total":1},"old":{"total":25}}"#, from: "nora")
        #expect(refused.status == 422, "\(refused.text)")
    }

    private func checkChanges(_ client: any TestClient, _ subject: Subject) async throws {
        func change(_ path: String, _ body: String, _ user: String = "nora") async throws -> (Int, String) {
            let answer = try await client.json(.patch, "/admin/\(path)", body, from: user)
            return (answer.status, answer.text)
        }
        let ok = try await change("orders/row/1/", #"{"values":{"status":"new"},"old":{"status":"paid"}}"#)
        #expect(ok.0 == 200, "\(ok.1)")
        let outside = try await change("orders/row/2/", #"{"values":{"status":"new"},"old":{"status":"paid"}}"#)
        #expect([404, 409].contains(outside.0) && !outside.1.contains("secret"), "\(outside)")
        let moved = try await change("orders/row/1/", #"{"values":{"customer_id":2},"old":{"customer_id":1}}"#)
        #expect(moved.0 == 422 && moved.1.contains("no longer"), "\(moved)")
        let readOnly = try await change("orders/row/4/", #"{"values":{"status":"new"},"old":{"status":"shipped"}}"#)
        #expect(readOnly.0 == 422 && readOnly.1.contains("only be read"), "\(readOnly)")
        let column = try await change("orders/row/1/", #"{"values":{"note":"x"},"old":{"note":"first"}}"#)
        #expect(column.0 == 422, "\(column)")
        let into = try await change("orders/row/1/", #"{"values":{"status":"shipped"},"old":{"status":"new"}}"#)
        #expect(into.0 == 422, "\(into)")
        let insert = try await client.json(
            .post, "/admin/customers/", #"{"values":{"id":9,"name":"X","region":"north"}}"#, from: "nora")
        #expect(insert.status == 403 && insert.text.contains("may not make"), "\(insert.text)")
        let order = try await client.json(
            .post, "/admin/orders/", #"{"values":{"id":9,"customer_id":1}}"#, from: "nora")
        #expect(order.status == 201 && !order.text.contains("cost"), "\(order.text)")
        let other = try await client.json(
            .post, "/admin/orders/", #"{"values":{"id":10,"customer_id":2}}"#, from: "nora")
        #expect(other.status == 422, "\(other.text)")
        let deletion = try await client.json(
            .delete, "/admin/orders/row/9/", #"{"old":{"status":"new"}}"#, from: "nora")
        #expect(deletion.status == 403, "\(deletion.text)")
        let manager = try await client.json(.delete, "/admin/orders/row/9/", "{}", ifMatch: "*", from: "nora manager")
        #expect(manager.status == 200, "\(manager.text)")
        #expect(try await subject.run("SELECT count(*) FROM orders") == ["5"])
        let many = try await client.json(
            .patch, "/admin/orders/",
            #"{"rows":[{"id":"5","values":{"status":"new"},"old":{"status":"paid"}},{"id":"2","values":{"status":"new"},"old":{"status":"paid"}}]}"#,
            from: "nora")
        #expect(many.status >= 400, "\(many.text)")
        #expect(try await subject.run("SELECT status FROM orders WHERE id = 5") == ["paid"])
        let pages = try await client.get("/admin/customers/", headers: [.from: "nora"]).text
        #expect(!pages.contains("New row"))
        #expect(try await client.get("/admin/customers/new", headers: [.from: "nora"]).status == 403)
    }

    private func checkValidation(_ client: any TestClient) async throws {
        let refused = try await client.json(
            .patch, "/admin/lines/row/1/", #"{"values":{"quantity":11},"old":{"quantity":2}}"#, from: "nora")
        #expect(refused.status == 422 && refused.text.contains("At most 10"), "\(refused.text)")
        #expect(refused.text.contains("quantity"))
        let page = try await client.post(
            "/admin/lines/row/1/edit",
            form:
                "value.quantity=11&value.order_id=1&value.price=10&old=%7B%22quantity%22%3A2%2C%22order_id%22%3A1%2C%22price%22%3A10%7D",
            headers: [.from: "nora"])
        #expect(page.status == 422 && page.text.contains("At most 10"), "\(page.status) \(page.headers) \(page.text)")
        #expect(
            try await client.get("/admin/lines/row/1.json", headers: [.from: "nora"]).text.contains(#""quantity":2"#))
        let ok = try await client.json(
            .patch, "/admin/lines/row/1/", #"{"values":{"quantity":9},"old":{"quantity":2}}"#, from: "nora")
        #expect(ok.status == 200)
        // An error of another kind undoes the change, too, and leaves the database ready for the next one.
        for _ in 0..<6 {
            let vetoed = try await client.json(
                .patch, "/admin/lines/row/1/", #"{"values":{"price":13},"old":{"price":10}}"#, from: "nora")
            #expect(vetoed.status == 409 && vetoed.text.contains("costs 13"), "\(vetoed.text)")
        }
        let next = try await client.json(
            .patch, "/admin/lines/row/1/", #"{"values":{"price":14},"old":{"price":10}}"#, from: "nora")
        #expect(next.status == 200, "\(next.text)")
    }

    private func checkActions(_ client: any TestClient, _ subject: Subject) async throws {
        let headers: HTTPFields = [.from: "nora", .accept: "application/json"]
        func ship(_ path: String, _ form: String = "") async throws -> TestResponse {
            try await client.post("/admin/orders/\(path)", form: form, headers: headers)
        }
        let page = try await client.get("/admin/orders/row/1/", headers: [.from: "nora"]).text
        #expect(page.contains("Mark as shipped"))
        let refused = try await ship("selected/ship", "rows=0.0-0.1")
        #expect(refused.status == 422 && refused.text.contains("Only paid"), "\(refused.text)")
        #expect(try await subject.run("SELECT status FROM orders WHERE id = 1") == ["paid"])
        // The rows of a query: the orders 1 and 5.
        let done = try await ship("selected/ship?status=paid", "rows=0.0-0.1")
        #expect(done.status == 200 && done.text.contains("2 orders were marked as shipped."), "\(done.text)")
        let performed = #""performed":[{"section":0,"row":0,"id":"1"},{"section":0,"row":1,"id":"5"}],"refused":[]"#
        #expect(done.text.contains(performed), "\(done.text)")
        let shipped = try await subject.run(
            "SELECT id FROM orders WHERE status = 'shipped' AND note = 'sent' ORDER BY id")
        #expect(shipped == ["1", "5"])
        let author = try await subject.run("SELECT count(*) FROM cascade_history WHERE who = 'nora'")
        #expect(author == ["2"])
        let undone = try await client.undo(done, from: "nora")
        #expect(undone.status == 200, "\(undone.text)")
        #expect(try await subject.run("SELECT note FROM orders WHERE id = 1") == ["first"])
        let one = try await ship("row/1/toolbar/ship")
        #expect(one.status == 200 && one.text.contains("1 orders"), "\(one.status) \(one.text)")
        #expect(try await subject.run("SELECT note FROM orders WHERE id = 1") == ["sent"])
    }

    private func checkDeletions(_ client: any TestClient, _ subject: Subject) async throws {
        // The lines of the order go with it, and this manager may not delete lines.
        let strict = try await client.json(
            .delete, "/admin/orders/row/1/", "{}", ifMatch: "*", from: "strict manager")
        #expect(strict.status == 422 && strict.text.contains("may not delete"), "\(strict.text)")
        #expect(try await subject.run("SELECT count(*) FROM lines WHERE order_id = 1") == ["2"])
        let answer = try await client.json(.delete, "/admin/orders/row/1/", "{}", ifMatch: "*", from: "nora manager")
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try await subject.run("SELECT count(*) FROM lines WHERE order_id = 1") == ["0"])
        let undone = try await client.undo(answer, from: "nora manager")
        #expect(undone.status == 200, "\(undone.text)")
        // What the manager does not see came back, too.
        #expect(try await subject.run("SELECT cost FROM orders WHERE id = 1") == ["3"])
        #expect(try await subject.run("SELECT count(*) FROM lines WHERE order_id = 1") == ["2"])
    }

    private func checkHistory(_ client: any TestClient) async throws {
        for (old, new) in [("paid", "new"), ("new", "open")] {
            let edit = try await client.json(
                .patch, "/admin/orders/row/1/", #"{"values":{"status":"\#(new)"},"old":{"status":"\#(old)"}}"#,
                from: "nora")
            #expect(edit.status == 200)
        }
        let page = try await client.get("/admin/orders/row/1/", headers: [.from: "nora"]).text
        #expect(page.contains("nora") && page.contains("paid") && !page.contains("cost"))
        #expect(!page.contains("cascade_history"))
        let then = try await client.get("/admin/orders/row/1/?_at=2999-01-01", headers: [.from: "nora"])
        #expect(then.status == 200 && !then.text.contains("cost"), "\(then.text)")
        for row in ["1", "2"] {
            let user = row == "1" ? "sam south" : "nora"
            let other = try await client.get("/admin/orders/row/\(row)/?_at=2999-01-01", headers: [.from: user])
            #expect(other.status == 404, "\(other.text)")
        }
        let deleted = try await client.json(
            .delete, "/admin/orders/row/5/", "{}", ifMatch: "*", from: "nora manager")
        #expect(deleted.status == 200, "\(deleted.text)")
        let gone = try await client.get("/admin/orders/row/5/", headers: [.from: "sam south"])
        #expect(gone.status == 404 && !gone.text.contains("nora"), "\(gone.text)")
    }

    private func checkRights(_ client: any TestClient) async throws {
        let before = try await client.rows("/admin/orders/table.json", "kim")
        #expect(before.contains("first") && !before.contains("secret"))
        let after = try await client.rows("/admin/orders/table.json", "kim south")
        #expect(after.contains("secret") && !after.contains("first"))
    }

    private func checkTokens(_ subject: Subject) async throws {
        try await subject.serve(allowedHosts: ["shop.example"]) { client in
            let body = #"{"values":{"status":"new"},"old":{"status":"paid"}}"#
            let anonymous = try await client.json(.patch, "/admin/orders/row/1/", body)
            #expect(anonymous.status == 401, "\(anonymous.text)")
            let user = try await client.json(.patch, "/admin/orders/row/1/", body, from: "nora")
            #expect(user.status == 200, "\(user.text)")
            #expect(try await client.get("/admin/orders/row/1/edit", headers: [.from: "nora"]).status == 200)
        }
    }

    private func checkNames(_ client: any TestClient) async throws {
        for path in ["", "orders/", "wages/", "orders/table.json"] {
            let answer = try await client.get("/admin/\(path)", headers: [.from: "typo"])
            #expect(answer.status == 500, "\(path): \(answer.status)")
        }
    }

    private func checkLists(_ client: any TestClient) async throws {
        for query in ["?status=paid&_edit=1", "?_search=paid&_edit=1", "?_sort=total&_edit=1"] {
            let page = try await client.get("/admin/orders/\(query)", headers: [.from: "nora"]).text
            #expect(page.contains("New row") && page.contains("Mark as shipped"), "\(query)")
        }
        let form = try await client.get("/admin/orders/row/1/edit?_query=status%3Dpaid", headers: [.from: "nora"]).text
        let old = try #require(form.firstMatch(of: /name="old" value="([^"]*)"/)?.1).replacing("&quot;", with: "\"")
            .addingPercentEncodingForForm
        let tag = try #require(form.firstMatch(of: /name="tag" value="([^"]*)"/)?.1)
        let saved = try await client.post(
            "/admin/orders/row/1/edit?_query=status%3Dpaid",
            form: "value.status=open&value.customer_id=1&old=\(old)&tag=\(tag)",
            headers: [.from: "nora"])
        #expect(saved.status == 303, "\(saved.text)")
        #expect(try await client.get("/admin/orders/row/1.json", headers: [.from: "nora"]).text.contains("open"))
        let pasted = try await client.post(
            "/admin/orders/paste", form: "text=id%2Cstatus%2Ccustomer_id%0A20%2Cpaid%2C1%0A21%2Cpaid%2C2",
            headers: [.from: "nora"])
        #expect(pasted.text.contains("no longer"), "\(pasted.text)")
    }
}

extension TestClient {
    func rows(_ path: String, _ user: String = "nora") async throws -> String {
        let answer = try await get(path, headers: [.from: user])
        #expect(answer.status == 200, "\(path): \(answer.text)")
        return answer.text
    }
}

extension TestClient {
    /// Undoes a change of a user by the address in its answer.
    fileprivate func undo(_ answer: TestResponse, from user: String) async throws -> TestResponse {
        let cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first.map(String.init))
        let url = try #require(answer.text.firstMatch(of: /"url":"([^"]+)"/)?.1)
        return try await post(String(url), headers: [.cookie: cookie, .from: user, .accept: "application/json"])
    }
}

extension StringProtocol {
    fileprivate var addingPercentEncodingForForm: String {
        utf8.map { "%\($0 < 16 ? "0" : "")\(String($0, radix: 16))" }.joined()
    }
}
