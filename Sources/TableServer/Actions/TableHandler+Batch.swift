import Bytes
import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Performs actions in order and responds with their results. It stops at the first action that fails.
    ///
    /// Each action makes a revision of its own, because its index paths refer to the table after the previous action.
    /// Other visitors wait until the batch ends, so no page shows a state in between, unless a delegate waits.
    func perform(_ batch: ActionBatch, on table: MountedTable) throws -> HandlerResponse {
        let request = { @TableActor in
            batch.request(of: self.sessions.session(of: batch.visitor, table: batch.base))
        }
        return try loading(batch.actions.flatMap(\.rows), of: table, for: request) {
            try await self.answer(to: batch, on: table)
        }
    }

    @TableActor
    private func answer(to batch: ActionBatch, on table: MountedTable) async throws -> Response {
        try check(batch.ifMatch, matches: table)
        let tableView = table.tableView
        let visit = sessions.visit(of: batch.visitor, to: batch.base)
        let before = tableView.revision
        var results: [(name: String, outcome: ActionResponse.Outcome)] = []
        let request = batch.request(of: visit.session)
        // Each action may move the rows of the next, so only the first can be checked in advance.
        if let first = batch.actions.first { _ = try tableView.asking(request) { try? check(first, table) } }
        let outcome = try await tableView.performing(request) { () -> (any Error)? in
            do {
                for action in batch.actions {
                    try check(action, table)
                    results.append((action.action.key, try await action.perform(on: tableView)))
                }
                return nil
            } catch {
                return error
            }
        }
        let end = JSON(
            endingActionAt: tableView.revision, changes: tableView.history.changes(since: before) ?? [.reloadData],
            location: outcome.location.flatMap { Self.resolve($0, base: batch.base) }
                ?? outcome.expandedRows.map { "\(batch.base)?\($0.map(Query.expanded).joined(separator: "&"))" },
            undo: outcome.undo, base: batch.base)
        let cookie = try await cookie(forKeeping: visit)
        let done = results.map { #"{"status":200,\#($0.name):\#($0.outcome.json)}"# as JSON }
        if let cause = outcome.result {
            throw BatchError(cause: cause, index: results.count, results: ("\(done)" as JSON).bytes, headers: cookie)
        }
        var response = Response.uncached(#"{"results":\#(done)\#(end)"#)
        response.headers.append(contentsOf: cookie)
        return response
    }
}

/// The error of one action in a batch, with the results of the actions before it.
struct BatchError: Error {
    let cause: any Error
    /// The index of the failed action.
    let index: Int
    /// The results of the actions before it, as JSON.
    let results: [UInt8]
    /// The headers of the response, such as a cookie.
    let headers: HTTPFields
}
