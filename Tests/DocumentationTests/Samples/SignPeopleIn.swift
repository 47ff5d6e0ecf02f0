// The samples of docs/how-to/sign-people-in.md. They are tested.
import CascadingTable
import Foundation
import GRDB
import HTTPMessages
import TableAccess
import TableDatabase
import TableSQLite
import TableServer
import TableTesting
import Testing

@Suite struct SignPeopleInTests {
    // Other samples have types of these names.
    private typealias Accounts = TableAccess.Accounts
    private typealias Account = TableAccess.Account

    private func makeServer(of shop: SQLiteDatabase, path: String) async throws -> TableServer {
        var server = TableServer()
        server.accounts(Accounts(try SQLiteAccountStore(path: path)))
        try await server.mount("/", shop)

        try await server.mount("/admin/", shop) { tables, visitor in
            guard let account = visitor.user as? Account else { throw HTTPError(.unauthorized, "Sign in first.") }
            tables["orders"].rows = "owner = \(account.name)"
        }
        return server
    }

    @Test func `Each person sees their own orders`() async throws {
        let folder = NSTemporaryDirectory() + "people-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await DatabaseQueue(path: folder + "/shop.db").write { database in
            try database.execute(
                sql: """
                    CREATE TABLE orders(id INTEGER PRIMARY KEY, owner TEXT, product TEXT);
                    INSERT INTO orders VALUES (1, 'Anna', 'Pear'), (2, 'Bo', 'Plum');
                    """)
        }
        let accounts = Accounts(try SQLiteAccountStore(path: folder + "/people.db"))
        for name in ["Anna", "Bo"] { try await accounts.add(name, password: "correct-horse", role: .viewer) }
        let shop = try SQLiteDatabase(path: folder + "/shop.db")
        try await makeServer(of: shop, path: folder + "/people.db").test(.inProcess) { client in
            for (name, product, other) in [("Anna", "Pear", "Plum"), ("Bo", "Plum", "Pear")] {
                let answer = try await client.post("/-/sign-in", form: "name=\(name)&password=correct-horse")
                let cookie = answer.headers[values: .setCookie].compactMap { $0.split(separator: ";").first }
                let page = try await client.get(
                    "/admin/orders/table.csv", headers: [.cookie: cookie.joined(separator: "; ")])
                #expect(page.text.contains(product) && !page.text.contains(other))
            }
        }
    }
}
