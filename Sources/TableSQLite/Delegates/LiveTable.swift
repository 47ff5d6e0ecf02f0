import CascadingTable

/// A table of a database that can be read again.
@TableActor
protocol LiveTable: CascadingTableDelegate {
    /// Reads everything that the table must know before it is shown, and reloads the table if that has changed.
    func load() async throws

    var tableView: TableView? { get }
}

extension LiveTable {
    /// Reads the table again.
    ///
    /// A table that cannot be read at the moment keeps its contents. If the table or its file is missing, requests are
    /// answered with the reason until it is back.
    ///
    /// - Returns: Whether the table could be read.
    func reload() async -> Bool {
        do {
            try await load()
            tableView?.hosting.unavailableReason = nil
            return true
        } catch let error as SQLiteTableError where error.isLasting {
            tableView?.hosting.unavailableReason = error
            return error.kind == .notFound
        } catch {
            return false
        }
    }
}
