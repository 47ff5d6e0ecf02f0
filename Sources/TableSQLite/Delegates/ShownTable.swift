import CascadingTable

/// A table of a database that can be read again.
@TableActor
protocol ShownTable: CascadingTableDelegate {
    /// Reads what must be known before the table is asked anything.
    func load() async throws

    var tableView: TableView? { get }
}

extension ShownTable {
    /// Reads again and reloads the table; one that cannot be read stays as it was, and the answer is false.
    func reload() async -> Bool {
        guard (try? await load()) != nil else { return false }
        tableView?.reloadData()
        return true
    }
}
