import CascadingTable
import FoundationEssentials
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests values of a table in Swift that are links to rows of other tables.
@Suite struct ReferenceTests {
    /// Three orders, whose customers are known after they were loaded.
    private final class Orders: CascadingRootTableDelegate, ReferringTableDataSource {
        var names: [Int64: String] = [:]
        var customers: [Int64?] = [7, 8, nil]
        private(set) var asked: [[[FieldValue]]] = []

        private final class Section: CascadingSectionTableDelegate {
            override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }
            override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
                let customer = (parentDelegate as? Orders)?.customers[indexPath.row]
                let fields = [Field("id", indexPath.row), Field("customer", customer.map { .integer($0) } ?? .null)]
                // A cell with more than columns is stored as it is.
                return TableViewCell(
                    style: .columns, subtitle: indexPath.row == 1 ? "urgent" : nil, fields: fields)
            }
            override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
                "r\(indexPath.row)"
            }
        }

        init() {
            super.init(childDelegates: [Section()])
            var customer = TableViewColumn("customer")
            customer.referenceColumns = ["customer"]
            (childDelegates.first as? Section)?.columns = [TableViewColumn("id"), customer]
        }

        func tableView(
            _ tableView: TableView, linksFrom column: String, for keys: [[FieldValue]]
        ) -> [TableLink?] {
            asked.append(keys)
            if names.isEmpty {
                tableView.needs(.awaiting { self.names = [7: "Ann <Lee>", 8: ""] })
                return []
            }
            return keys.map { key in
                guard case .integer(let number)? = key.first, let name = names[number] else { return nil }
                return TableLink(name, to: number == 9 ? "javascript:alert(1)" : "../customers/row/\(number)/")
            }
        }
    }

    private static let ann =
        #"<td class="num"><a href="/customers/row/7/">7</a> <span class="ref">Ann &lt;Lee&gt;</span>"#

    @Test func valuesAreLinksOnPages() async throws {
        let orders = await Orders()
        let tableView = await TableView(title: "Orders", root: orders)
        TableActor.run { tableView.queryOptions = .all }
        var server = TableServer()
        server.mount("/orders/", tableView)
        try await server.test(.inProcess) { client in
            for query in ["", "?_sort_desc=id"] {
                let page = try await client.get("/orders/\(query)").text
                #expect(page.contains(Self.ann), "\(page)")
                #expect(page.contains(#"<td class="num"><a href="/customers/row/8/">8</a><"#))
            }
            // Each key is asked for once, and none with null.
            #expect(await orders.asked.allSatisfy { Set($0) == [[7], [8]] })
            let count = await orders.asked.count
            #expect(!(try await client.get("/orders/table.json").text.contains("Ann")))
            #expect(!(try await client.get("/orders/table.csv").text.contains("Ann")))
            #expect(await orders.asked.count == count)
        }
    }

    @Test func aReloadedRowHasItsLink() async throws {
        let orders = await Orders()
        let tableView = await TableView(title: "Orders", root: orders)
        var server = TableServer()
        server.mount("/orders/", tableView)
        try await server.test(.inProcess) { client in
            #expect(try await client.get("/orders/").text.contains(Self.ann))
            TableActor.run {
                orders.names[9] = "Eve"
                orders.customers = [9, 7, nil]
                tableView.reloadRows(at: [IndexPath(row: 0, section: 0), IndexPath(row: 1, section: 0)])
            }
            let page = try await client.get("/orders/").text
            #expect(page.contains(Self.ann) && !page.contains("customers/row/8/"), "\(page)")
            // An address that is not allowed is no link.
            #expect(!page.contains("javascript:"))
        }
    }
}
