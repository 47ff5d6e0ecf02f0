import CascadingTable
import TableDatabase

/// The tables of a database that are in use, also those of other roles.
@TableActor
final class ShownTables {
    private var tables: [Shown] = []
    private var limit = 16
    /// The state of the database that was read last.
    private var state: String?

    private struct Shown {
        weak var root: (any LiveTable)?
        let relation: UInt32
        /// The state of the database that visitors of the table know, or a later one; nil if it may be any.
        var known: String?
        /// A Boolean value that indicates whether the table was watched when the state was read last.
        var isFollowed = false

        @TableActor var isWatched: Bool { (root?.tableView?.hosting.numberOfViewers ?? 0) > 0 }
    }

    nonisolated init() {}

    /// Adds a table.
    ///
    /// - Parameters:
    ///   - root: Its root delegate.
    ///   - relation: The relation whose rows it shows; 0 for the list of tables.
    func add(_ root: any LiveTable, of relation: UInt32) {
        tables.append(Shown(root: root, relation: relation, known: state))
        guard tables.count > limit else { return }
        tables.removeAll { $0.root == nil }
        limit = max(16, tables.count * 2)
    }

    /// Returns the relations of the tables that visitors look at.
    func watchedRelations() -> Set<UInt32> {
        for index in tables.indices where !tables[index].isWatched { tables[index].isFollowed = false }
        return Set(tables.filter { $0.isWatched }.map(\.relation))
    }

    /// Reloads the watched tables that have changed, and those of whose last state nothing is known.
    func reload(_ changes: PostgresChangeFeed.Changes) {
        state = changes.state
        for index in tables.indices where tables[index].isWatched {
            let table = tables[index]
            let isCurrent =
                table.isFollowed && !changes.isIncomplete
                ? !changes.relations.contains(table.relation) : table.known == changes.state && !changes.isIncomplete
            (tables[index].isFollowed, tables[index].known) = (true, changes.state)
            if !isCurrent { table.root?.tableView?.reloadData() }
        }
    }
}
