import Foundation
import GRDB
import Observation
import TypedTables

/// A ticket. `Codable` tells the columns, in the table and in the file.
struct Ticket: Codable, Identifiable, Equatable, FetchableRecord, PersistableRecord, Sendable {
    enum Priority: String, Codable, CaseIterable { case low, normal, urgent }

    var id = UUID().uuidString
    var title: String
    var priority = Priority.normal
    var owner: String
    var text = ""
    /// The name of the attached file; empty for none.
    var file = ""
    var created = Date.now
    var isOpen = true
}

/// The open tickets of a SQLite file. A change that breaks the rules of the desk is refused as a whole.
@Observable
@TableActor
final class TicketStore {
    private(set) var tickets: [Ticket] = []
    private let database: DatabaseQueue

    /// - Parameter path: The path of the file; nil for a database in memory.
    init(path: String? = nil) async throws {
        database = try path.map { try DatabaseQueue(path: $0) } ?? DatabaseQueue()
        try await write { db in
            try db.create(table: "ticket", options: .ifNotExists) { table in
                table.primaryKey("id", .text)
                for column in ["title", "priority", "owner", "text", "file", "created"] {
                    table.column(column, .text).notNull()
                }
                table.column("isOpen", .boolean).notNull().indexed()
            }
        }
    }

    private func write(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
        try await database.write(body)
        try await reload()
    }

    /// Reads the open tickets again, after a change of another program.
    func reload() async throws {
        tickets = try await database.read { try Ticket.filter(sql: "isOpen").order(sql: "created DESC").fetchAll($0) }
    }

    func save(_ ticket: Ticket) async throws { try await write { try ticket.save($0) } }

    func close(_ tickets: [Ticket]) async throws {
        try await write { db in
            for var ticket in tickets {
                guard ticket.priority != .urgent || !ticket.text.isEmpty else {
                    throw TableViewError(.vetoed, "\(ticket.title) is urgent. Write what was done before you close it.")
                }
                ticket.isOpen = false
                try ticket.update(db)
            }
        }
    }
}
