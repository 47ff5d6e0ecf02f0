import CascadingTable
import Foundation
import GRDB

struct Ticket: Codable, FetchableRecord, PersistableRecord, Sendable {
    var id = UUID().uuidString
    var title: String
    var text = ""
    /// The name of the attached file; empty for none.
    var file = ""
    var priority = "normal"
    var owner: String
    var isOpen = true
    var created = Date.now
}

/// The tickets in a SQLite file. A change that breaks the rules of the desk is refused as a whole.
struct TicketStore: Sendable {
    private let database: DatabaseQueue

    /// - Parameter path: The path of the file; nil for a database in memory.
    init(path: String? = nil) async throws {
        database = try path.map { try DatabaseQueue(path: $0) } ?? DatabaseQueue()
        try await database.write { db in
            try db.create(table: "ticket", options: .ifNotExists) { table in
                table.primaryKey("id", .text)
                table.column("title", .text).notNull()
                table.column("text", .text).notNull()
                table.column("file", .text).notNull()
                table.column("priority", .text).notNull()
                table.column("owner", .text).notNull().indexed()
                table.column("isOpen", .boolean).notNull()
                table.column("created", .datetime).notNull()
            }
        }
    }

    func openTickets() async throws -> [Ticket] {
        try await database.read { try Ticket.filter(sql: "isOpen").order(sql: "created DESC").fetchAll($0) }
    }

    func save(_ ticket: Ticket) async throws { try await database.write { try ticket.save($0) } }

    func close(_ ids: [String]) async throws {
        try await database.write { db in
            for id in ids {
                guard var ticket = try Ticket.fetchOne(db, key: id) else { continue }
                guard ticket.priority != "urgent" || !ticket.text.isEmpty else {
                    throw TableViewError(.vetoed, "\(ticket.title) is urgent. Write what was done before you close it.")
                }
                ticket.isOpen = false
                try ticket.update(db)
            }
        }
    }
}
