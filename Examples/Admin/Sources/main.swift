import CascadingTable
import Foundation
import TablePostgres
import TableSQLite
import TableServer

/// Someone who signs in. A clerk sees the orders of one region, and deletes none.
struct Clerk: Identifiable, Hashable {
    var id: String
    var region: String?

    static let all = [Clerk(id: "ada"), Clerk(id: "nora", region: "north"), Clerk(id: "sam", region: "south")]
}

extension Clerk {
    /// Finds who sent a request, by the name and the password that the dialog of the browser asked for.
    init?(_ request: Request) {
        let password = ProcessInfo.processInfo.environment["ADMIN_PASSWORD"] ?? UUID().uuidString
        let sent = request.header(.authorization).flatMap { Data(base64Encoded: String($0.dropFirst("Basic ".count))) }
        guard let found = Self.all.first(where: { sent == Data("\($0.id):\(password)".utf8) }) else { return nil }
        self = found
    }
}

await TableServer.main(configuration: try .init(environment: ProcessInfo.processInfo.environment)) { server in
    let address = CommandLine.arguments.dropFirst().first ?? "shop.db"
    let shop: any MountableDatabase =
        address.hasPrefix("postgres")
        ? try PostgresDatabase(address, configuration: .init(editableTables: .all, history: EditHistory()))
        : try SQLiteDatabase(path: address, configuration: .init(editableTables: .all, history: EditHistory()))
    server.identify { Clerk($0) }
    try await server.mount("/", shop) { tables, visitor in
        guard let clerk = visitor.user as? Clerk else {
            throw HTTPError(.unauthorized, "Sign in first.", headers: [.wwwAuthenticate: #"Basic realm="Shop""#])
        }
        var orders = tables["orders"]
        if let region = clerk.region {
            let own = "customer_id IN (SELECT id FROM customers WHERE region = \(region))" as SQLCondition
            (orders.rows, orders.canDelete, tables["staff"].isHidden) = (own, false, true)
            tables["customers"].rows = "region = \(region)"
            tables["lines"].rows = "order_id IN (SELECT id FROM orders WHERE \(own))"
        }
        (orders.columns, orders.children) = (["id", "customer_id", "status", "placed", "total", "note"], ["lines"])
        orders.addColumn("total", .number, "SELECT sum(quantity * price) FROM lines WHERE lines.order_id = t.id")
        orders.validate = { edit in
            guard edit.old?["status"] != .text("shipped") || edit.new?["status"] == .text("shipped") else {
                throw TableViewValidationError("status", "A shipped order stays shipped.")
            }
        }
        orders.addAction(id: "ship", title: "Mark as shipped", style: .asksFirst) { order in
            guard order["status"] == .text("paid") else {
                throw TableViewValidationError("status", "Only paid orders are shipped. \(order.id) is not paid.")
            }
            return ["status": .text("shipped")]
        }
        tables["orders"] = orders
    }
    server.addRoutes { router in
        router.get("/-/overview") { _, _ in
            .page(title: "Overview") {
                HTML.table("/orders/?status=paid&_size=5", title: "To ship")
                HTML.table("/orders/?_group=status", title: "Orders by status")
            }
        }
    }
}
