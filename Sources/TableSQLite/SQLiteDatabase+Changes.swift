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
    @TableActor
    public func reloadTables() async {
        for table in shownTables.beginReload() { await table.reload() }
    }

    /// Reloads the tables whenever another connection, of this or another process, has changed the file.
    ///
    /// Runs until its task is cancelled. A file that cannot be read just now is asked again later. Where reading the
    /// tables again takes long, it is done less often: at most a tenth of the time goes into it.
    public func watch(every interval: Duration = .seconds(1)) async {
        var token = changes.first
        var pause = interval
        let clock = ContinuousClock()
        while true {
            do { try await Task.sleep(for: pause) } catch { return }
            guard let now = try? changeToken(), now != token else { continue }
            token = now
            let took = await clock.measure { await reloadTables() }
            pause = max(interval, took * 10)
        }
    }
}
