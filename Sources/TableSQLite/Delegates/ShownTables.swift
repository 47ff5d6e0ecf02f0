import CascadingTable

/// The tables made from a database that are still held by somebody.
@TableActor
struct ShownTables {
    private var tables: [Reference] = []
    private var limit = 16

    private struct Reference {
        weak var table: (any ShownTable)?
    }

    nonisolated init() {}

    mutating func add(_ table: any ShownTable) {
        tables.append(Reference(table: table))
        guard tables.count > limit else { return }
        tables.removeAll { $0.table == nil }
        limit = max(16, tables.count * 2)
    }

    func all() -> [any ShownTable] {
        tables.compactMap(\.table)
    }
}
