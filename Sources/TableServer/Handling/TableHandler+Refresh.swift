import CascadingTable
import MicroHTTPD

extension TableHandler {
    /// Has the table look for news, and answers when it has.
    func refresh(_ table: MountedTable, _ touch: Touch) throws -> Reply {
        let before = try touch.leadingBack {
            try TableActor.run {
                try check(touch, table)
                return table.tableView.revision
            }
        }
        return .later { [self] in
            do {
                try await table.tableView.refresh()
                return try await result(of: touch, on: table, since: before).reply
            } catch {
                throw GestureFailure(error, of: touch)
            }
        }
    }
}

extension Gesture {
    /// What is left to do when the table has been refreshed: to say so.
    static let refresh = Gesture(name: "refreshed") { _, _ in nil }
}
