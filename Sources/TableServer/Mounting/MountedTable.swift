import CascadingTable
import Synchronization

/// A table at its place in the server.
final class MountedTable: Sendable {
    let tableView: TableView
    /// Tells this table's revisions from those of every other, also of one that stood here before or in another process.
    let tag: String
    /// What the entity tags of its pages begin with.
    let beginningOfEntityTags: [UInt8]

    /// Tells those who listen to the table.
    let broadcast: ChangeBroadcaster

    private let isClosed = Atomic(false)
    /// The table whose query this one answers, if any.
    private let asked: MountedTable?

    /// A table that answers a query of another, at the same path.
    init(_ tableView: TableView, answering asked: MountedTable) {
        self.tableView = tableView
        self.asked = asked
        tag = asked.tag
        beginningOfEntityTags = asked.beginningOfEntityTags
        broadcast = asked.broadcast
    }

    init(_ tableView: TableView) {
        self.tableView = tableView
        asked = nil
        tag = String(UInt64.random(in: .min ... .max), radix: 36)
        beginningOfEntityTags = Array("\"\(tag).".utf8)
        broadcast = ChangeBroadcaster(of: tableView, tag: tag)
    }

    /// Whether its pages are those of its path.
    var isOpen: Bool { asked?.isOpen ?? !isClosed.load(ordering: .acquiring) }

    /// Its pages are not those of its path any more.
    func close() {
        isClosed.store(true, ordering: .releasing)
        tableView.changeCounter.advance()
    }
}
