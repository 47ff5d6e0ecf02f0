import Bytes
import CascadingTable
import MicroHTTPD
import TableRendering

/// Tells all who listen to a table what changes in it. Each change is written once, and all hold the same bytes.
@TableActor
final class ChangeBroadcaster: TableViewObserver {
    private let tableView: TableView
    private let tag: String
    private var feeds: [Int: BodySink] = [:]
    private var nextName = 0
    /// The revision that the listeners know.
    private var published: UInt64 = 0
    private var isPublishing = false
    private var heartbeat: Task<Void, any Error>?

    /// Beats keep proxies from closing what is silent, and show a client that is gone.
    private nonisolated static let beat = Array(": \n\n".utf8)

    /// - Parameter tag: tells the table's revisions from those of others.
    nonisolated init(of tableView: TableView, tag: String) {
        self.tableView = tableView
        self.tag = tag
    }

    /// How many listen.
    var count: Int { feeds.count }

    /// Lets a client listen, who knows the table as it was then; nil when he has just come.
    func join(_ feed: BodySink, since version: RevisionToken?, heartbeat interval: Duration) {
        if feeds.isEmpty {
            published = tableView.revision
            tableView.addObserver(self)
            heartbeat = Task.detached { [weak self] in
                while let self {
                    try await Task.sleep(for: interval)
                    for feed in await self.listeners { _ = feed.send(Self.beat) }
                }
            }
        }
        var writer = ByteWriter()
        writer.raw("retry: 2000\n: \n\n")
        if let version, version.revision != published || version.tag.map({ $0 != tag }) == true {
            writer.event(ChangeEvent(of: tableView, tag: tag, since: version, through: published), tag: tag)
        }
        feed.send(writer.bytes)
        let name = nextName
        nextName += 1
        feeds[name] = feed
        // Closing must not wait for the tree: the thread that ends slow connections may do it.
        feed.onClose { [weak self] in Task { @TableActor in self?.leave(name) } }
    }

    private func leave(_ name: Int) {
        guard feeds.removeValue(forKey: name) != nil, feeds.isEmpty else { return }
        tableView.removeObserver(self)
        heartbeat?.cancel()
        heartbeat = nil
    }

    private var listeners: [BodySink] { Array(feeds.values) }

    func tableViewDidChange(_ tableView: TableView) {
        guard !isPublishing else { return }
        isPublishing = true
        Task.detached { await self.publish() }
    }

    /// Tells of what has changed until nothing more has, off the lock.
    private nonisolated func publish() async {
        while let (event, feeds) = await next() {
            // Who reads too slowly is cut off; he comes back and is told from where he was.
            for feed in feeds where !feed.send(event) { feed.end() }
        }
    }

    private func next() -> (event: [UInt8], feeds: [BodySink])? {
        let revision = tableView.revision
        guard published != revision, !feeds.isEmpty else {
            isPublishing = false
            return nil
        }
        var writer = ByteWriter()
        let version = RevisionToken(tag: tag, revision: published)
        writer.event(ChangeEvent(of: tableView, tag: tag, since: version, through: revision), tag: tag)
        published = revision
        return (writer.bytes, listeners)
    }
}

extension ByteWriter {
    /// A record as a server-sent event, whose id is its version.
    fileprivate mutating func event(_ record: ChangeEvent, tag: String) {
        raw("id: ")
        raw(tag.utf8)
        byte(0x2E)
        integer(record.revision)
        raw("\nevent: change\ndata: ")
        record.write(to: &self)
        raw("\n\n")
    }
}
