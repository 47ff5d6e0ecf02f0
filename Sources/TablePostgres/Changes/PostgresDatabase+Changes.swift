import CascadingTable
import TableDatabase

extension PostgresDatabase {
    /// Tells open pages that rows have changed. Runs until its task is cancelled.
    ///
    /// Changes of tables with the triggers of ``installChangeFeed()`` are told within about 100 milliseconds. All other
    /// tables and views are told within 2 seconds of each change in the database server, and foreign tables every 2 seconds,
    /// because the server does not learn of their changes. The database is not asked while no page is open. When it is
    /// there again after a failure, all pages are told.
    public func watch() async {
        // A pool of its own: a busy database must not delay it.
        var pool = PostgresPool.Configuration()
        pool.limit = 1
        var feed = PostgresChangeFeed(
            pool: PostgresPool(address, configuration: pool), timeout: configuration.queryTimeout)
        while (try? await Task.sleep(for: .milliseconds(100))) != nil {
            let watched = TableActor.run { shown.watchedRelations() }
            guard let changes = await feed.changes(of: watched) else { continue }
            TableActor.run { shown.reload(changes) }
        }
    }

    /// Adds a table of changes to the database, and triggers to all tables that this role may watch.
    ///
    /// The table is `cascade.changes`, and each trigger inserts one row for each transaction that writes to its table.
    /// Servers with ``watch()`` begin to read it by themselves. Tables that were there already are left as they are, so it
    /// can be repeated, for example after tables were added.
    ///
    /// - Returns: The names of the tables with a trigger, and of those that this role may not watch.
    /// - Throws: ``PostgresError``.
    public func installChangeFeed() async throws -> (watched: [String], refused: [String]) {
        let pool = writingPool
        _ = try await pool.run(
            PostgresChangeFeed.creation.map { SQLStatement($0) }, .writing, within: Self.lockTime)
        let found = try await pool.run(SQLStatement(PostgresChangeFeed.tables), within: Self.lockTime)
        var (watched, refused): ([String], [String]) = ([], [])
        for row in 0..<found.rowCount {
            guard let schema = found.string(row, 0), let name = found.string(row, 1) else { continue }
            let title = RelationName(postgres: name, in: schema).title
            guard found.string(row, 2) == "t" else {
                refused.append(title)
                continue
            }
            watched.append(title)
            guard found.string(row, 3) != "t" else { continue }
            try await runBriefly(PostgresChangeFeed.trigger(onTable: name, in: schema), in: pool)
        }
        return (watched, refused)
    }

    /// Runs a statement that locks a table. It waits for writers again and again, each time so briefly that those behind it
    /// notice little.
    private func runBriefly(_ sql: String, in pool: PostgresPool) async throws {
        var options = PostgresTransactionOptions.writing
        options.settings = [.limit("lock", .milliseconds(200))]
        let end = ContinuousClock.now + Self.lockTime
        while true {
            do {
                _ = try await pool.run([SQLStatement(sql)], options, within: Self.lockTime)
                return
            } catch let error as PostgresError where error.code == "55P03" && .now < end {
                try await Task.sleep(for: .milliseconds(800))
            }
        }
    }

    /// Removes the table of changes and all its triggers.
    ///
    /// Servers with ``watch()`` go on without them by themselves.
    ///
    /// - Returns: The number of triggers that were removed.
    /// - Throws: ``PostgresError``.
    @discardableResult
    public func removeChangeFeed() async throws -> Int {
        let pool = writingPool
        let found = try await pool.run(SQLStatement(PostgresChangeFeed.triggers), within: Self.lockTime)
        for row in 0..<found.rowCount { try await runBriefly(found.string(row, 0) ?? "", in: pool) }
        _ = try await pool.run(
            PostgresChangeFeed.removal.map { SQLStatement($0) }, .writing, within: Self.lockTime)
        return found.rowCount
    }

    /// The time limit of a statement that waits for the writers of a table.
    private static let lockTime = Duration.seconds(30)

    private var writingPool: PostgresPool {
        var configuration = PostgresPool.Configuration()
        (configuration.limit, configuration.isReadOnly) = (1, false)
        return PostgresPool(address, configuration: configuration)
    }

    /// Returns what a database that is not quite PostgreSQL lacks, as a sentence; nil if nothing.
    ///
    /// - Throws: ``PostgresError``.
    package func limitation() async throws -> String? {
        try await PostgresChangeFeed(pool: pool, timeout: configuration.queryTimeout).limitation()
    }

    /// Returns whether no row can be changed, because all servers of the address are standbys.
    ///
    /// - Throws: ``PostgresError``.
    package func isStandby() async throws -> Bool {
        let (time, one) = (configuration.queryTimeout, SQLStatement("SELECT 1"))
        guard let editPool, (try? await editPool.run(one, within: time)) == nil else { return false }
        return try await run(SQLStatement("SELECT pg_is_in_recovery()"), within: time).string(0, 0) == "t"
    }

    /// Replaces the password of the address by asterisks in the list of processes, if the address is an argument of this
    /// process.
    package func hidePasswordInProcessList() { address.hideInProcessList() }

    /// The address of the database, with asterisks in place of its passwords.
    package var addressWithoutPassword: String { address.description }
}

extension PostgresTransactionOptions {
    fileprivate static let writing = PostgresTransactionOptions(isReadOnly: false)
}

extension PostgresError: TableDatabaseError {
    package var isLasting: Bool { kind == .notFound || isRefusal }
}
