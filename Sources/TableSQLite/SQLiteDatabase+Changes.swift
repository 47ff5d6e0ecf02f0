import Bytes
import CascadingTable
import Synchronization

extension SQLiteDatabase {
    /// An opaque token for the state of the file. Two different tokens stand for different contents.
    public struct ChangeToken: Sendable, Hashable {
        /// The number of the file. It increases when another file replaces it.
        var file: Int
        /// SQLite's version number of the file's state. It increases with each change.
        var version: Int64

        func isBefore(_ other: ChangeToken) -> Bool { (file, version) < (other.file, other.version) }
    }

    /// Returns the token of the file's current state. The cost is some microseconds.
    ///
    /// - Throws: ``SQLiteTableError`` if the file cannot be read.
    public func changeToken() throws(SQLiteTableError) -> ChangeToken {
        try pool.changeToken()
    }

    /// Reads the database again for every table that is shown, and reloads the tables.
    ///
    /// A table that cannot be read keeps its previous contents.
    ///
    /// - Returns: Whether all tables could be read.
    @TableActor @discardableResult
    public func reloadTables() async -> Bool {
        var isComplete = true
        for table in shownTables.beginReload() where await !table.reload() { isComplete = false }
        return isComplete
    }

    /// Reloads the tables if another connection changed the file since the last read.
    ///
    /// The other connection can belong to this process or to another one. If it has locked the file, the call waits for
    /// it. Calls during a reload share the next one.
    ///
    /// - Throws: ``SQLiteTableError`` if the file cannot be read now.
    public func reloadChangedTables() async throws(SQLiteTableError) {
        do { try await sharedReload().value } catch { throw SQLiteTableError(error, path: title) }
    }

    /// Returns the reload that has not begun, and thus sees all changes until now.
    @TableActor
    private func sharedReload() -> Task<Void, any Error> {
        if let nextReload { return nextReload }
        let task = Task { @TableActor [lastReload] in
            _ = await lastReload?.result
            nextReload = nil
            _ = try await reloadIfChanged(waits: true)
        }
        (nextReload, lastReload) = (task, task)
        return task
    }

    /// Reloads the tables if the file has changed.
    ///
    /// - Parameter waits: Whether to wait for programs that have locked the file.
    /// - Returns: Whether the file has changed.
    private func reloadIfChanged(waits: Bool = false) async throws(SQLiteTableError) -> Bool {
        do {
            let now = try await state(waits: waits)
            guard shownToken.locked({ $0 != now }) else { return false }
            let isComplete = await reloadTables()
            shownToken.locked { $0 = isComplete ? now : nil }
            return true
        } catch {
            if error.isLasting { await tell(error) }
            throw error
        }
    }

    private func state(waits: Bool) async throws(SQLiteTableError) -> ChangeToken {
        do throws(SQLiteTableError) { return try pool.changeToken() } catch {
            guard waits, error.code == .busy else { throw error }
        }
        do { return try await pool.readInBackground(within: configuration.queryTimeout) { $1 } } catch {
            throw SQLiteTableError(error, path: title)
        }
    }

    /// Reloads the tables whenever another connection changes the file. Runs until its task is cancelled.
    ///
    /// The other connection can belong to this process or to another one. If the file is missing or is not a database,
    /// requests are answered with the reason until it is back. If the file is locked, it is read again later. Reloading
    /// takes at most a tenth of the time, so slow reloads are less frequent.
    ///
    /// - Parameter interval: The time between two checks. The default is 1 second.
    public func watch(every interval: Duration = .seconds(1)) async {
        var pause = interval
        let clock = ContinuousClock()
        while true {
            do { try await Task.sleep(for: pause) } catch { return }
            let start = clock.now
            let isReloaded = (try? await reloadIfChanged()) ?? false
            pause = isReloaded ? max(interval, (clock.now - start) * 10) : interval
        }
    }

    /// Marks all tables as unavailable, with the reason.
    @TableActor
    private func tell(_ reason: SQLiteTableError) {
        shownToken.locked { $0 = nil }
        for table in shownTables.all { table.tableView?.hosting.unavailableReason = reason }
    }
}
