import CascadingTable
import Synchronization

extension SQLiteDatabase {
    /// What the file looks like to others; another token is another content.
    public struct ChangeToken: Sendable, Hashable {
        /// The number of the file, which rises when another file takes its place.
        var file: Int
        /// SQLite's number of the state of that file, which rises.
        var version: Int64

        func isBefore(_ other: ChangeToken) -> Bool { (file, version) < (other.file, other.version) }
    }

    /// The token now. Cost: some microseconds.
    public func changeToken() throws(SQLiteTableError) -> ChangeToken {
        try pool.changeToken()
    }

    /// Reads every table that is shown again, and reloads it.
    ///
    /// - Returns: whether all could be read; one that could not is shown as it was.
    @TableActor @discardableResult
    public func reloadTables() async -> Bool {
        var isComplete = true
        for table in shownTables.beginReload() where await !table.reload() { isComplete = false }
        return isComplete
    }

    /// Reloads the tables if another connection, of this or another process, has changed the file since they were read.
    ///
    /// - Throws: ``SQLiteTableError`` if the file cannot be read now.
    public func reloadChangedTables() async throws(SQLiteTableError) {
        _ = try await reloadIfChanged()
    }

    /// - Returns: Whether the file has changed.
    private func reloadIfChanged() async throws(SQLiteTableError) -> Bool {
        do {
            let now = try pool.changeToken()
            guard shownToken.withLock({ $0 != now }) else { return false }
            let isComplete = await reloadTables()
            shownToken.withLock { $0 = isComplete ? now : nil }
            return true
        } catch {
            if error.isLasting { await tell(error) }
            throw error
        }
    }

    /// Reloads the tables whenever another connection, of this or another process, has changed the file.
    ///
    /// Runs until its task is cancelled. If the file is gone or is no database any more, requests are answered with the reason
    /// until it is back. If the file is locked, it is read again later. Reloading takes at most a tenth of the time: if it is
    /// slow, it happens less often.
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

    /// Makes all tables say why they cannot be shown.
    @TableActor
    private func tell(_ reason: SQLiteTableError) {
        shownToken.withLock { $0 = nil }
        for table in shownTables.all { table.tableView?.unavailableReason = reason }
    }
}
