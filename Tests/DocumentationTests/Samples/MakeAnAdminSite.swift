import CascadingTable
import FoundationEssentials
import HTTPMessages
import TableDatabase
import TableSQLite
import TableServer
import TypedTables

// docs/how-to/make-an-admin-site.md

private func serveShop(_ server: inout TableServer) async throws {
    let shop = try SQLiteDatabase(path: "shop.db", configuration: .init(editableTables: .all, history: EditHistory()))
    try await server.mount("/admin/", shop)
}

private func serveShopToClerks(_ server: inout TableServer, _ shop: SQLiteDatabase) async throws {
    try await server.mount("/admin/", shop) { tables, visitor in
        guard let clerk = visitor.user as? Clerk else { throw HTTPError(.unauthorized, "Sign in first.") }
        tables["orders"].rows = "customer_id IN (SELECT id FROM customers WHERE region = \(clerk.region))"
        tables["customers"].rows = "region = \(clerk.region)"
        tables["orders"].canDelete = clerk.isManager
        tables["wages"].isHidden = true
    }
}

private func addRules(_ tables: inout DatabaseTables) {
    tables["orders"].addColumn(
        "total", .number, "SELECT sum(quantity * price) FROM lines WHERE lines.order_id = t.id")
    tables["orders"].validate = { edit in
        guard edit.old?["status"] != .text("shipped") || edit.new?["status"] == .text("shipped") else {
            throw TableViewValidationError("status", "A shipped order stays shipped.")
        }
    }
    tables["orders"].addAction(id: "ship", title: "Mark as shipped", style: .asksFirst) { order in
        guard order["status"] == .text("paid") else {
            throw TableViewValidationError("status", "Only paid orders are shipped.")
        }
        return ["status": .text("shipped")]
    }
}

private func addChecks(_ tables: inout DatabaseTables) {
    tables["lines"].validate = { edit in
        guard case .integer(let quantity)? = edit.new?["quantity"], quantity < 1 else { return }
        throw TableViewValidationError("quantity", "Order one piece or more.")
    }
}

private struct Clerk: Identifiable, Hashable {
    var id: String
    var region: String
    var isManager: Bool
}

private enum TypedShop {
    struct Order: Codable, Identifiable, Sendable {
        enum Status: String, Codable, CaseIterable { case new, paid, shipped }
        var id: Int
        var status: Status
        var total: Decimal
        var note: String?
    }

    static func addRules(_ tables: inout DatabaseTables, _ clerk: Clerk) throws {
        var orders = tables["orders"]
        try orders.setType(Order.self) {
            $0.total.title("Sum").format(.decimals(2))
            $0.note.readOnly()
        }
        orders.rows = "region = \(clerk.region)"
        orders.willSave { (new: Order, old: Order?) in
            guard old?.status != .shipped || new.status == .shipped else {
                throw TableViewValidationError("status", "A shipped order stays shipped.")
            }
        }
        orders.addAction(id: "ship", title: "Mark as shipped") { (order: inout Order) in
            guard order.status == .paid else {
                throw TableViewValidationError("status", "Only paid orders are shipped.")
            }
            order.status = .shipped
        }
        tables["orders"] = orders
    }
}
