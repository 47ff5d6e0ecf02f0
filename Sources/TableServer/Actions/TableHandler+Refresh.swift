import CascadingTable
import MicroHTTPD

extension TableHandler {
    /// Refreshes the table from its source, and responds afterwards (`POST ./refresh`).
    func refresh(_ table: MountedTable, _ action: ActionRequest) throws -> HandlerResponse {
        let before = try action.withReturnURL {
            try TableActor.run {
                try check(action, table)
                return table.tableView.revision
            }
        }
        return .deferred { [self] in
            do {
                try await table.tableView.refresh()
                return try await response(to: action, on: table, since: before).reply
            } catch {
                throw ActionError(error, of: action)
            }
        }
    }
}
