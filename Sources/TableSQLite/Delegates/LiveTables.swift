import CascadingTable

/// The tables of a database that are still in use. They are held weakly.
@TableActor
struct LiveTables {
    private var tables: [Reference] = []
    private var limit = 16
    /// The number of reloads of all tables that have begun.
    private(set) var reloads = 0

    private struct Reference {
        weak var table: (any LiveTable)?
    }

    nonisolated init() {}

    var count: Int { tables.count }

    mutating func add(_ table: any LiveTable) {
        tables.append(Reference(table: table))
        guard tables.count > limit else { return }
        tables.removeAll { $0.table == nil }
        limit = max(16, tables.count * 2)
    }

    var all: [any LiveTable] { tables.compactMap(\.table) }

    /// Counts a reload and returns all tables, to be read again.
    mutating func beginReload() -> [any LiveTable] {
        reloads += 1
        return all
    }
}

/// A table of a database that can be read again.
@TableActor
protocol LiveTable: CascadingTableDelegate {
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
    func reload() async -> Bool {
        do {
            try await load()
            tableView?.hosting.unavailableReason = nil
            return true
        } catch let error as SQLiteTableError where error.isLasting {
            tableView?.hosting.unavailableReason = error
            return error.kind == .notFound
        } catch {
            return false
        }
    }
}
