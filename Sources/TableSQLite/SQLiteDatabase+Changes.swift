import CascadingTable
import Synchronization

extension SQLiteDatabase {
    /// What the file looks like to others; another token is another content.
    public struct ChangeToken: Sendable, Hashable {
        var stamp: FileStamp?
        var version: Int64
    }

    /// The token now. Cost: some microseconds.
    public func changeToken() throws(SQLiteTableError) -> ChangeToken {
        try changes.token()
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

    /// Reloads the tables whenever another connection, of this or another process, has changed the file.
    ///
    /// Runs until its task is cancelled. What cannot be read just now is asked again later. Where reading the
    /// tables again takes long, it is done less often: at most a tenth of the time goes into it.
    public func watch(every interval: Duration = .seconds(1)) async {
        var token: ChangeToken? = changes.first
        var pause = interval
        let clock = ContinuousClock()
        while true {
            do { try await Task.sleep(for: pause) } catch { return }
            guard let now = try? changeToken(), now != token else { continue }
            let took = await clock.measure { token = await reloadTables() ? now : nil }
            pause = max(interval, took * 10)
        }
    }
}
