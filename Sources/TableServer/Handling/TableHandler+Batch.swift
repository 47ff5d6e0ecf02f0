import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Passes the gestures to the tree in order, as far as the first that fails, and answers with what came of them.
    ///
    /// Each makes a revision of its own, for what one announces is in the terms the one before it left; but nobody is
    /// let in before the last, so no page shows what is between.
    func perform(_ batch: GestureBatch, on table: MountedTable) throws -> Reply {
        try loading(batch.touches.flatMap(\.rows), of: table) { try self.answer(to: batch, on: table) }
    }

    @TableActor
    private func answer(to batch: GestureBatch, on table: MountedTable) throws -> Response {
        try check(batch.ifMatch, matches: table)
        let tableView = table.tableView
        let visit = sessions.visit(of: batch.visitor, to: batch.base)
        let before = tableView.revision
        var results: [(name: StaticString, outcome: TouchOutcome)] = []
        let outcome = try tableView.asking(batch.request(of: visit.session)) { () -> (any Error)? in
            // Each gesture may move the rows of the next one, so only the first can be checked before.
            if let first = batch.touches.first { try? check(first, table) }
            try tableView.endAsking()
            do {
                for touch in batch.touches {
                    try check(touch, table)
                    results.append((touch.gesture.name, try touch.perform(on: tableView)))
                }
                return nil
            } catch {
                return error
            }
        }
        let cookie = cookie(forKeeping: visit)
        var writer = ByteWriter()
        writer.array(results) { writer, result in
            writer.raw("{\"status\":200")
            writer.key(result.name)
            writer.outcome(result.outcome)
            writer.byte(0x7D)
        }
        if let cause = outcome.result {
            throw BatchFailure(cause: cause, index: results.count, results: writer.bytes, headers: cookie)
        }
        let done = writer.take()
        writer.raw("{\"results\":")
        writer.raw(done)
        writer.end(
            revision: tableView.revision, changes: tableView.changes(since: before) ?? [.reloadData],
            location: outcome.location.flatMap { Self.resolve($0, base: batch.base) }
                ?? outcome.expandedRows.map { "\(batch.base)?\($0.map(Query.expanded).joined(separator: "&"))" },
            undo: outcome.undo,
            base: batch.base)
        var response = Response.json(writer.bytes)
        response.headers.append(contentsOf: cookie)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// Why a gesture of a batch failed, and what came of those before it.
struct BatchFailure: Error {
    let cause: any Error
    let index: Int
    /// As JSON.
    let results: [UInt8]
    let headers: HTTPFields
}
