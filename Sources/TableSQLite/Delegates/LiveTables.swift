import CascadingTable

/// The tables made from a database that are still held by somebody.
@TableActor
struct LiveTables {
    private var tables: [Reference] = []
    private var limit = 16
    /// How often all of them were begun to be read again.
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

    /// Returns all tables, to be read again.
    mutating func beginReload() -> [any LiveTable] {
        reloads += 1
        return all
    }
}
