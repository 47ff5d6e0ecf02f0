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
    let broadcast: TableBroadcast

    private let isClosed = Atomic(false)

    init(_ tableView: TableView) {
        self.tableView = tableView
        tag = String(UInt64.random(in: .min ... .max), radix: 36)
        beginningOfEntityTags = Array("\"\(tag).".utf8)
        broadcast = TableBroadcast(of: tableView, tag: tag)
    }

    /// Whether its pages are those of its path.
    var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

    /// Its pages are not those of its path any more.
    func close() {
        isClosed.store(true, ordering: .releasing)
        tableView.changeCounter.advance()
    }
}
