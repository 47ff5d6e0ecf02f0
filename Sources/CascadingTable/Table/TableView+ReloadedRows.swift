package import FoundationEssentials

extension TableView {
    /// The rows that were reloaded since that revision; nil if anything else changed.
    package func reloadedRows(since revision: UInt64) -> [IndexPath]? {
        guard let changes = changes(since: revision) else { return nil }
        var rows: [IndexPath] = []
        for change in changes {
            guard case .reloadRows(let reloaded, _) = change else { return nil }
            rows += reloaded
        }
        return rows
    }
}
