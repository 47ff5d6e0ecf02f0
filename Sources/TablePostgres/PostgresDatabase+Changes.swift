import CascadingTable
import TableDatabase

extension PostgresDatabase {
    /// Tells open pages that rows may have changed, within 2 seconds. Runs until its task is cancelled.
    ///
    /// It compares the snapshot of the database, which differs after each change: every second while a page is open, and
    /// otherwise every 5 seconds. If the database does not answer, it tries again later.
    public func watch() async {
        var last = await snapshot()
        var seconds = 0
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            seconds += 1
            let isWatched = TableActor.run { shown.tables.all.contains { $0.isWatched } }
            guard isWatched || seconds >= 5 else { continue }
            seconds = 0
            guard let now = await snapshot(), now != last else { continue }
            last = now
            TableActor.run { reloadWatchedTables() }
        }
    }

    /// Returns a text that differs after each change; nil if the database does not answer.
    private func snapshot() async -> String? {
        let statement = PostgresStatement("SELECT pg_current_snapshot()")
        return try? await pool.run(statement, within: configuration.queryTimeout).string(0, 0)
    }

    @TableActor
    private func reloadWatchedTables() {
        for table in shown.tables.all where table.isWatched { table.tableView?.reloadData() }
    }

    /// Replaces the password of the address by asterisks in the list of processes, if the address is an argument of this
    /// process.
    package func hidePasswordInProcessList() { address.hideInProcessList() }

    /// The address of the database, with asterisks in place of its passwords.
    package var addressWithoutPassword: String { address.description }
}

extension LiveTable {
    /// A Boolean value that indicates whether a visitor looks at the table.
    fileprivate var isWatched: Bool { (tableView?.hosting.numberOfViewers ?? 0) > 0 }
}

extension PostgresError: TableDatabaseError {
    package var isLasting: Bool { kind == .notFound || isRefusal }
}
