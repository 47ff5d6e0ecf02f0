import CascadingTable
import FoundationEssentials
import TableDatabase
import TableServer
import TableTesting
import Testing
import TypedTables

extension RulesContract {
    /// An order as a Swift program knows it.
    private struct Order: Codable, Identifiable, Sendable {
        enum Status: String, Codable, CaseIterable { case new, paid, shipped }
        enum CodingKeys: String, CodingKey { case id, customer = "customer_id", status, note }

        var id: Int
        var customer: Int
        var status: Status
        var note: String?
    }

    /// A row with values of all kinds.
    private struct Event: Codable, Identifiable, Sendable {
        var id: Int
        var day: Date
        var at: Date?
        var isOpen: Bool
        var price: Decimal
        var tags: [String]
        var more: [String]?
    }

    func checkTypes(_ subject: Subject) async throws {
        _ = try await subject.run("UPDATE orders SET status = 'lost' WHERE id = 3")
        var server = TableServer()
        try await server.mount("/admin/", subject.database) { tables, _ in
            tables.others.canDelete = false
            var orders = tables["orders"]
            try orders.setType(Order.self) {
                $0.customer.title("Ordered by")
                $0.note.readOnly()
            }
            orders.rows = "customer_id <> \(2)"
            orders.willSave { (new: Order, old: Order?) in
                guard old?.status != .shipped || new.status == .shipped else {
                    throw TableViewValidationError("status", "A shipped order stays shipped.")
                }
            }
            // It takes nothing from the checks before it.
            orders.validate = { edit in
                guard edit.new?["note"] == .text("veto") else { return }
                throw TableViewValidationError("note", "Vetoed.")
            }
            orders.addAction(id: "ship", title: "Mark as shipped") { (order: inout Order) in
                guard order.status == .paid else {
                    throw TableViewValidationError("status", "Only paid orders are shipped.")
                }
                (order.status, order.note) = (.shipped, nil)
            }
            tables["orders"] = orders
        }
        try await server.test(.inProcess) { client in
            let page = try await client.get("/admin/orders/", headers: [.accept: "text/html"]).text
            #expect(page.contains("Ordered by") && page.contains("Status") && !page.contains("cost"))
            let rows = try await client.get("/admin/orders/table.json").text
            #expect(rows.contains(#""count":4"#) && !rows.contains("secret") && !rows.contains("cost"), "\(rows)")
            let form = try await client.get("/admin/orders/row/1/edit").text
            for text in [#"<option value="new""#, #"<option value="shipped""#] {
                #expect(form.contains(text), "\(form)")
            }
            #expect(!form.contains(#"name="value.note""#) && !form.contains("lost"))

            func change(_ row: Int, _ body: String) async throws -> TestResponse {
                try await client.json(.patch, "/admin/orders/row/\(row)/", body)
            }
            let kept = try await change(4, #"{"values":{"status":"new"},"old":{"status":"shipped"}}"#)
            #expect(kept.status == 422 && kept.text.contains("stays shipped"), "\(kept.text)")
            let wrong = try await change(1, #"{"values":{"status":"gone"},"old":{"status":"paid"}}"#)
            #expect(wrong.status == 422 && wrong.text.contains("no value of the column"), "\(wrong.text)")
            #expect(try await subject.run("SELECT status FROM orders WHERE id = 1") == ["paid"])
            let deletion = try await client.json(.delete, "/admin/orders/row/5/", "{}", ifMatch: "*")
            #expect(deletion.status == 403, "\(deletion.text)")
            // A row that was no order before can become one.
            let mended = try await change(3, #"{"values":{"status":"new"},"old":{"status":"lost"}}"#)
            #expect(mended.status == 200, "\(mended.text)")

            let refused = try await client.post("/admin/orders/row/3/toolbar/ship")
            #expect(refused.status == 422, "\(refused.text)")
            let shipped = try await client.post("/admin/orders/row/1/toolbar/ship")
            #expect(shipped.status < 400, "\(shipped.text)")
            #expect(try await subject.run("SELECT status FROM orders WHERE id = 1 AND note IS NULL") == ["shipped"])
        }
        try await checkValues(subject)
    }

    /// Checks that values of all kinds are read from a database, and written back.
    private func checkValues(_ subject: Subject) async throws {
        _ = try await subject.run(
            """
            CREATE TABLE events(id INTEGER PRIMARY KEY, day DATE NOT NULL, at TIMESTAMP, "isOpen" BOOLEAN NOT NULL,
                price NUMERIC NOT NULL, tags TEXT NOT NULL, more TEXT)
            """)
        _ = try await subject.run(
            "INSERT INTO events VALUES (1, '2026-11-28', '2026-11-28 12:30:00', true, 12.5, '[\"a\",\"b\"]', NULL)")
        var server = TableServer()
        try await server.mount("/admin/", subject.database) { tables, _ in
            try tables["events"].setType(Event.self)
            tables["events"].addAction(id: "repeat", title: "Repeat") { (event: inout Event) in
                guard event.isOpen, event.price == Decimal(12.5), event.tags == ["a", "b"], let at = event.at else {
                    throw TableViewValidationError("tags", "The event is another: \(event).")
                }
                (event.day, event.at) = (event.day.addingTimeInterval(86_400), at.addingTimeInterval(3_600))
                (event.isOpen, event.price, event.tags, event.more) = (false, 13.25, ["c"], ["d"])
            }
        }
        try await server.test(.inProcess) { client in
            let answer = try await client.post("/admin/events/row/1/toolbar/repeat")
            #expect(answer.status < 400, "\(answer.text)")
            let row = try await subject.run(
                """
                SELECT day || '|' || at || '|' || CASE WHEN "isOpen" THEN 'open' ELSE 'closed' END || '|' || price || '|' || tags || more
                    FROM events
                """)
            #expect(row == [#"2026-11-29|2026-11-28 13:30:00|closed|13.25|["c"]["d"]"#])
        }
    }

    func checkRowPages(_ subject: Subject) async throws {
        var server = TableServer()
        try await server.mount("/admin/", subject.database) { tables, visitor in
            tables["orders"].children = ["lines"]
            tables["orders"].addColumn(
                "total", .number, "SELECT sum(quantity * price) / 4.0 FROM lines WHERE order_id = t.id")
            tables["orders"].columnTitles = ["total": "Sum", "customer_id": "Ordered by", "status": "State"]
            tables["orders"].numberFormats = ["total": .decimals(3), "id": .decimals(0), "note": .decimals(2)]
            tables["orders"].columnWidths = ["note": 240]
            tables["lines"].isHidden = visitor.user != nil
            tables["customers"].fieldKinds = ["name": .multilineText, "region": .date, "id": .email]
            tables["customers"].children = visitor.user == nil ? ["orders"] : ["order"]
        }
        server.identify { request in request.header(.from).map { Clerk($0) } }
        try await server.test(.inProcess) { client in
            let page = try await client.get("/admin/orders/row/1/", headers: [.accept: "text/html"]).text
            #expect(page.contains("6.250") && page.contains(">1<") && page.contains(">first<"), "\(page)")
            #expect(page.contains("Ordered by") && page.contains("Sum") && !page.contains(">customer_id<"), "\(page)")
            #expect(page.contains("Nora"), "The link has the label of its row.")
            let fields = try await client.get("/admin/customers/row/1/edit").text
            #expect(fields.contains("<textarea") && fields.contains(#"type="text" value="north""#), "\(fields)")
            let new = try await client.get("/admin/customers/new").text
            #expect(new.contains(#"type="date""#) && !new.contains(#"type="email""#), "\(new)")
            let list = try await client.get("/admin/orders/?_col=id&_col=note", headers: [.accept: "text/html"]).text
            #expect(list.contains(#"/admin/orders/heights.css?px=2:240""#), "\(list)")
            #expect(
                page.contains(
                    #"src="/admin/lines/?order_id=1&amp;_nocol=order_id&amp;_size=10&amp;_embed=%2Fadmin%2Flines%2F""#),
                "\(page)")
            let lines = try await client.get(
                "/admin/lines/?order_id=1&_nocol=order_id&_embed=%2Fadmin%2Flines%2F", headers: [.accept: "text/html"])
            #expect(
                lines.status == 200 && lines.text.contains("quantity")
                    && !lines.text.contains(#"data-column="order_id""#),
                "\(lines.text)")
            // The tag of the row, which a change names, does not tell whether the lines have changed.
            let json = try await client.get("/admin/orders/row/1.json")
            #expect(json.text.contains(#""total":6.25"#), "\(json.text)")
            let tag = try #require(json.headers[.eTag])
            let again = try await client.get("/admin/orders/row/1.json", headers: [.ifNoneMatch: tag])
            #expect(again.status == 200 && again.text == json.text, "\(again.status)")
            let form = try await client.get("/admin/orders/row/1/edit").text
            #expect(form.contains("State") && form.contains(#"name="value.status""#), "\(form)")
            // A list without rows is where the first one is added, with the key of its order.
            let empty = try await client.get("/admin/orders/row/5/", headers: [.accept: "text/html"]).text
            #expect(empty.contains(#"src="/admin/lines/?order_id=5&amp;"#), "\(empty)")
            let line = try await client.get("/admin/lines/new?_query=order_id%3D5").text
            #expect(line.contains(#"name="value.order_id" type="text" value="5""#), "\(line)")
            // In a frame, a row has no frames below it.
            let frame = try await client.get(
                "/admin/orders/row/1/?_embed=%2Fadmin%2Forders%2F", headers: [.accept: "text/html"])
            #expect(frame.status == 200 && !frame.text.contains("<iframe"), "\(frame.text)")
            let hidden = try await client.get("/admin/orders/row/1/", headers: [.from: "typo", .accept: "text/html"])
            #expect(hidden.status == 500, "\(hidden.text)")
        }
    }

    func checkCells(_ subject: Subject) async throws {
        var server = TableServer()
        try await server.mount("/admin/", subject.database) { tables, _ in
            tables["orders"].columns = ["id", "status"]
            tables["orders"].cell = { order in
                var cell = order.cell
                guard case .text(let status) = order["status"] else { return cell }
                cell.fields = [Field("id", order["id"]), Field("status", .text("** \(status) **"))]
                cell.link = "https://shop.example/\(order.id)"
                return cell
            }
        }
        try await server.test(.inProcess) { client in
            let page = try await client.get("/admin/orders/", headers: [.accept: "text/html"]).text
            #expect(page.contains("https://shop.example/4") && page.contains("** shipped **"))
            for path in [
                "table.json", "table.csv", "table.csv?_sort=status", "table.json?status=shipped", "table.ndjson",
            ] {
                let text = try await client.get("/admin/orders/\(path)").text
                #expect(text.contains("** shipped **") && !text.contains("note"), "\(path): \(text)")
            }
            let many = (10...3_000).map { "(\($0), 1, 'many')" }.joined(separator: ", ")
            _ = try await subject.run("INSERT INTO orders (id, customer_id, status) VALUES \(many)")
            for query in ["", "?_sort=status"] {
                let file = try await client.get(
                    "/admin/orders/table.csv\(query)&_fresh=1".replacing("csv&", with: "csv?")
                ).text
                #expect(
                    file.split(separator: "\r\n").count == 2_997 && file.split(separator: "** many **").count == 2_992)
            }
            _ = try await subject.run("DELETE FROM orders WHERE id >= 10")
            let groups = try await client.get("/admin/orders/table.json?_group=status&_fresh=1").text
            #expect(groups.contains(#"{"status":"paid","count":3}"#), "\(groups)")
            // Forms have the values as they are stored, with and without JavaScript.
            let form = try await client.get("/admin/orders/row/4/edit").text
            #expect(form.contains("shipped") && !form.contains("**"), "\(form)")
            let editing = try await client.get("/admin/orders/?_edit=1", headers: [.accept: "text/html"]).text
            #expect(editing.contains("New row") && editing.contains("** shipped **"))
            let saved = try await client.json(
                .patch, "/admin/orders/row/4/", #"{"values":{"status":"paid"},"old":{"status":"shipped"}}"#)
            #expect(saved.status == 200, "\(saved.text)")
            #expect(try await !client.get("/admin/orders/table.json").text.contains("shipped"))
        }
    }
}
