import CascadingTable

/// A table of a database that can be read again.
@TableActor
protocol LiveTable: CascadingTableDelegate {
    /// Reads what must be known before the table is asked anything, and reloads the table if that has changed.
    func load() async throws

    var tableView: TableView? { get }
}

extension LiveTable {
    /// Reads again. A table that cannot be read at the moment stays as it was. If the table or its file is gone, requests are
    /// answered with the reason until the table can be read again.
    ///
    /// - Returns: Whether it could be read.
    func reload() async -> Bool {
        do {
            try await load()
            tableView?.unavailableReason = nil
            return true
        } catch let error as SQLiteTableError where error.isLasting {
            tableView?.unavailableReason = error
            return error.isMissing
        } catch {
            return false
        }
    }
}
