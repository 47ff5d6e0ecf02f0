package import CascadingTable

/// The tables of a database that are still in use. They are held weakly.
@TableActor
package struct LiveTables {
    private var tables: [Reference] = []
    private var limit = 16
    /// The number of reloads of all tables that have begun.
    package private(set) var reloads = 0

    private struct Reference {
        weak var table: (any LiveTable)?
    }

    package nonisolated init() {}

    package var count: Int { tables.count }

    package mutating func add(_ table: any LiveTable) {
        tables.append(Reference(table: table))
        guard tables.count > limit else { return }
        tables.removeAll { $0.table == nil }
        limit = max(16, tables.count * 2)
    }

    package var all: [any LiveTable] { tables.compactMap(\.table) }

    /// Counts a reload and returns all tables, to be read again.
    package mutating func beginReload() -> [any LiveTable] {
        reloads += 1
        return all
    }
}

/// A table of a database that can be read again.
@TableActor
package protocol LiveTable: CascadingTableDelegate {
    /// Reads everything that the table must know before it is shown, and reloads the table if that has changed.
    func load() async throws

    var tableView: TableView? { get }
}

extension LiveTable {
    /// Reads the table again.
    ///
    /// A table that cannot be read at the moment keeps its contents. If the table or its file is missing, requests are
    /// answered with the reason until it is back.
    ///
    /// - Returns: Whether the table could be read.
    package func reload() async -> Bool {
        do {
            try await load()
            tableView?.hosting.unavailableReason = nil
            return true
        } catch let error as any TableDatabaseError where error.isLasting {
            tableView?.hosting.unavailableReason = error
            return error.kind == .notFound
        } catch {
            return false
        }
    }
}

/// An error of a database that visitors may read.
package protocol TableDatabaseError: VisitorFacingError {
    /// A Boolean value that indicates whether another attempt in a moment would fail too.
    var isLasting: Bool { get }
    /// A Boolean value that indicates whether a query does not have the row of a key.
    var isOfMissingRow: Bool { get }
}

extension TableDatabaseError {
    package var isOfMissingRow: Bool { false }
}
