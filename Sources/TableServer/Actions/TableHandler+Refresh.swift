import CascadingTable
import MicroHTTPD

extension TableHandler {
    /// Refreshes the table from its source, and responds afterwards (`POST ./refresh`).
    func refresh(_ table: MountedTable, _ action: ActionRequest) throws -> HandlerResponse {
        let (request, before) = try action.withReturnURL {
            try TableActor.run {
                let request = self.request(of: action)
                _ = try table.tableView.asking(request) { try check(action, table) }
                return (request, table.tableView.revision)
            }
        }
        return .deferred { [self] in
            do {
                _ = try await table.tableView.performing(request) { try await table.tableView.gestures.refresh() }
                return try await response(to: action, on: table, since: before).reply
            } catch {
                throw ActionError(error, of: action)
            }
        }
    }
}
