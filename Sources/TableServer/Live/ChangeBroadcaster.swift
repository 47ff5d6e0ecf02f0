import Bytes
import CascadingTable
import HTTPMessages
import TableRendering

/// Sends the changes of a table to all event streams. Each event is written once, and all streams share its bytes.
@TableActor
final class ChangeBroadcaster: TableViewObserver {
    private let tableView: TableView
    private let tag: String
    /// The streams, with the mounted table, which is not dropped as long as somebody follows it.
    private var clients: [Int: (sink: BodyWriter, request: TableRequest, table: MountedTable)] = [:]
    private var nextName = 0
    /// The latest revision that was sent.
    private var published: UInt64 = 0
    private var isPublishing = false
    private var heartbeat: Task<Void, any Error>?

    /// The bytes of a heartbeat: a comment. It keeps proxies from closing silent streams, and detects lost clients.
    private nonisolated static let beat = Array(": \n\n".utf8)

    /// - Parameters:
    ///   - tableView: The table to observe.
    ///   - tag: The tag that distinguishes the table's revisions from those of other tables.
    nonisolated init(of tableView: TableView, tag: String) {
        self.tableView = tableView
        self.tag = tag
    }

    /// The number of event streams.
    var count: Int { clients.count }

    /// Adds a client to the streams.
    ///
    /// - Parameters:
    ///   - sink: The body of the client's response.
    ///   - version: The revision that the client knows; nil for a new client.
    ///   - request: The request of the client.
    ///   - table: The mounted table of the request.
    ///   - interval: The interval of heartbeats, used for the first stream.
    func join(
        _ sink: BodyWriter, since version: RevisionToken?, for request: TableRequest, of table: MountedTable,
        heartbeat interval: Duration
    ) {
        _ = tableView.answering(request) { tableView.viewerWillAppear() }
        if clients.isEmpty {
            published = tableView.revision
            tableView.history.addObserver(self)
            heartbeat = Task.detached { [weak self] in
                while let self {
                    try await Task.sleep(for: interval)
                    for sink in await self.sinks { _ = sink.send(Self.beat) }
                }
            }
        }
        var first = Array("retry: 2000\n: \n\n".utf8)
        if let version, version.revision != published || version.tag.map({ $0 != tag }) == true {
            first += event(since: version, through: published)
        }
        sink.send(first)
        let name = nextName
        nextName += 1
        clients[name] = (sink, request, table)
        // Closing must not wait for the table actor, because the thread that ends slow connections may call it.
        sink.onClose { [weak self] in Task { @TableActor in self?.leave(name) } }
        _ = tableView.answering(request) { tableView.viewerDidAppear() }
        // The table may have been dropped since the request found it, which ended the streams before this one.
        if table.endsStreams { sink.end() }
    }

    private func leave(_ name: Int) {
        guard let client = clients.removeValue(forKey: name) else { return }
        _ = tableView.answering(client.request) { tableView.viewerDidDisappear() }
        guard clients.isEmpty else { return }
        tableView.history.removeObserver(self)
        heartbeat?.cancel()
        heartbeat = nil
    }

    /// Ends all streams. Their clients connect again.
    func end() {
        for sink in sinks { sink.end() }
    }

    private var sinks: [BodyWriter] { clients.values.map(\.sink) }

    func tableViewDidChange(_ tableView: TableView) {
        guard !isPublishing else { return }
        isPublishing = true
        Task.detached { await self.publish() }
    }

    /// Sends events until nothing more has changed, outside the table actor.
    private nonisolated func publish() async {
        while let (event, sinks) = await next() {
            // Slow clients are disconnected. They connect again and get the changes since their last event.
            for sink in sinks where !sink.send(event) { sink.end() }
        }
    }

    private func next() -> (event: [UInt8], sinks: [BodyWriter])? {
        let revision = tableView.revision
        guard published != revision, !clients.isEmpty else {
            isPublishing = false
            return nil
        }
        defer { published = revision }
        return (event(since: RevisionToken(tag: tag, revision: published), through: revision), sinks)
    }

    /// Returns a server-sent event. Its id is the revision token.
    private func event(since version: RevisionToken, through revision: UInt64) -> [UInt8] {
        let record = ChangeEvent(of: tableView, tag: tag, since: version, through: revision)
        let json: JSON = "id: \(raw: tag).\(record.revision)\nevent: change\ndata: \(record.json)\n\n"
        return json.bytes
    }
}
