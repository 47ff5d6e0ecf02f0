import CascadingTable
import FoundationEssentials
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Forms that somebody else's change has overtaken, questions before actions, and sentences after them.
@Suite struct OvertakenFormTests {
    private let page: HTTPFields = [.accept: "text/html"]
    private let typed: HTTPFields = [.contentType: "application/json"]

    @TableActor
    private final class Orders: TableViewController {
        var values = ["total": "4.50", "note": "a\nb", "isPaid": ""]
        var shipped = 0

        override func viewDidLoad() {
            title = "Orders"
            tableView.allowsMultipleSelection = true
            tableView.selectionActions = [
                TableViewSelectionAction(id: "ship", title: "Ship", style: .asksFirst) { [weak self] tableView, rows in
                    self?.shipped += rows.count
                    tableView.tell("\(rows.count) orders were <shipped>.")
                },
                TableViewSelectionAction(id: "delete", title: "Delete", style: .destructive) { _, _ in },
            ]
        }

        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "Order")
        }
        override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
        override func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {}
        override func tableView(
            _ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath
        ) -> [TableViewEditableField] {
            [
                .init("total", label: "Total", value: values["total"] ?? "", kind: .decimal),
                .init("note", label: "Note", value: values["note"] ?? "", kind: .multilineText),
                .init("isPaid", label: "Paid", value: values["isPaid"] ?? "", kind: .boolean),
            ]
        }
        override func tableView(
            _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
        ) { self.values = values }

        func set(_ name: String, _ value: String) { values[name] = value }
    }

    private func serving(_ body: @Sendable (any TestClient, Orders) async throws -> Void) async throws {
        let orders = await Orders()
        var server = TableServer()
        server.mount("/", orders)
        try await server.test(.inProcess) { try await body($0, orders) }
    }

    /// Returns the address that the form of the row posts to.
    private func address(_ client: any TestClient) async throws -> String {
        let form = try await client.get("/edit/0/0", headers: page).text
        let address = try #require(form.firstMatch(of: #/method="post" action="([^"]+)"/#)).output.1
        return String(address).replacing("&amp;", with: "&")
    }

    private let unchanged = "total=4.50&note=a%0D%0Ab&isPaid=false"

    @Test func whatOnlyOthersChangedIsKept() async throws {
        try await serving { client, orders in
            let address = try await address(client)
            await orders.set("note", "theirs")
            let reply = try await client.post(
                address, form: unchanged.replacing("4.50", with: "7"), headers: page)
            #expect(reply.status == 303, "\(reply.text)")
            #expect(await orders.values == ["total": "7", "note": "theirs", "isPaid": "false"])
        }
    }

    @Test func whatBothChangedIsAskedAbout() async throws {
        try await serving { client, orders in
            let address = try await address(client)
            await orders.set("note", "theirs")
            let mine = "total=4.50&note=mine&isPaid=true"
            let reply = try await client.post(address, form: mine, headers: page)
            #expect(reply.status == 409)
            #expect(
                reply.text.contains("This was changed to &quot;theirs&quot; since.")
                    && reply.text.contains("\nmine</textarea>"), "\(reply.text)")
            #expect(await orders.values["isPaid"] == "")
            // The form of the answer has seen the value of the other visitor.
            let again = try #require(reply.text.firstMatch(of: #/method="post" action="([^"]+)"/#)).output.1
            #expect(
                try await client.post(String(again).replacing("&amp;", with: "&"), form: mine, headers: page).status
                    == 303)
            #expect(await orders.values == ["total": "4.50", "note": "mine", "isPaid": "true"])
        }
    }

    @Test func equalChangesAreNoConflict() async throws {
        try await serving { client, orders in
            let address = try await address(client)
            await orders.set("note", "same")
            #expect(
                try await client.post(address, form: "total=4.50&note=same&isPaid=false", headers: page).status == 303)
        }
    }

    private struct FieldsJSON: Decodable { var seen: String }

    @Test func programsSayWhatTheySaw() async throws {
        try await serving { client, orders in
            let seen = try await client.get("/edit/0/0.json").decode(FieldsJSON.self).seen
            await orders.set("total", "5")
            let refused = try await client.post(
                "/edit/0/0", form: #"{"values":{"total":6},"seen":"\#(seen)"}"#, headers: typed)
            #expect(refused.status == 409)
            #expect(refused.text.contains(#""pointer":"/total""#), "\(refused.text)")
            #expect(await orders.values["total"] == "5")
            // Without it, the last one wins.
            #expect(try await client.post("/edit/0/0", form: #"{"values":{"total":6}}"#, headers: typed).status == 200)
            for wrong in ["x", "..", "a.b.c.d", ""] {
                let reply = try await client.post(
                    "/edit/0/0", form: #"{"values":{"total":6},"seen":"\#(wrong)"}"#, headers: typed)
                #expect([200, 409].contains(reply.status))
            }
        }
    }

    @Test func whoMayNotDeleteIsAskedAndMayConfirm() async throws {
        try await serving { client, orders in
            let question = try await client.get("/selected/ship?rows=0.0", headers: page)
            #expect(question.status == 200)
            #expect(question.text.contains("<button>Ship</button>"), "\(question.text)")
            #expect(try await client.post("/selected/ship", form: "rows=0.0").status == 200)
            #expect(await orders.shipped == 1)
            #expect(try await client.post("/selected/delete", form: "rows=0.0").status == 403)
        }
    }

    @Test func anActionTellsWhatItDid() async throws {
        try await serving { client, _ in
            let json = try await client.post("/selected/ship", form: "rows=0.0").text
            #expect(json.contains(#""message":"1 orders were \u003cshipped>.""#), "\(json)")
            let reply = try await client.post("/selected/ship", form: "rows=0.0", headers: page)
            let cookie = try #require(reply.headers[.setCookie]).prefix { $0 != ";" }
            let visitor: HTTPFields = [.accept: "text/html", .cookie: String(cookie)]
            let notice = #"<p class="notice" role="status"><span>1 orders were &lt;shipped&gt;.</span></p>"#
            #expect(try await client.get("/", headers: visitor).text.contains(notice))
            #expect(!(try await client.get("/", headers: visitor).text.contains("class=\"notice\"")))
        }
    }
}
