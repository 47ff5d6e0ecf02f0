import CascadingTable
import Essentials
import Synchronization

/// A table at its path in the server.
final class MountedTable: Sendable {
    let tableView: TableView
    /// The object that was mounted, which is held as long as its table.
    private let owner: (any MountableTable)?
    /// The tag that distinguishes this table's revisions from those of other tables, earlier tables and other
    /// processes.
    let tag: String
    /// The first bytes of the entity tags of all pages. Tags made from the contents do not name a process.
    let beginningOfEntityTags: [UInt8]

    /// The event streams of the table.
    let broadcast: ChangeBroadcaster

    private let isClosed = Atomic(false)
    /// The last revision of which a page was cached.
    private let cachedRevision = Atomic(UInt64.max)
    /// The table whose query this one answers; nil for a table of a mount.
    private let asked: MountedTable?
    /// The table of the mount, which was asked a query.
    var original: MountedTable { asked ?? self }
    /// The personal parts of the request that decided which table answers; empty for a table that is kept.
    let reads: TableRequest.Reads
    /// The visitors who get the table.
    let audience: Audience
    /// The session that the request begins for which the table was made, and what keeps the table; nil for other tables.
    let beginning: Beginning?
    /// A Boolean value that indicates whether every change makes a revision. Otherwise each request reads the rows again.
    let announcesChanges: Bool

    /// Notes that a page of a revision is cached.
    func didCachePage(of revision: UInt64) { cachedRevision.store(revision, ordering: .relaxed) }

    /// A Boolean value that indicates whether a page of the current revision may be cached. Most changing tables have none.
    @TableActor var mayHaveCachedPages: Bool {
        announcesChanges && cachedRevision.load(ordering: .relaxed) == tableView.revision
    }

    /// The visitors who get a table.
    enum Audience {
        case everyone
        /// One visitor, again and again.
        case visitor
        /// One request.
        case request
    }

    /// A session that begins with an action, if the action is performed.
    struct Beginning: Sendable {
        /// The identifier of the session.
        let session: String
        /// Keeps the table for the session.
        let keep: @Sendable (MountedTable) -> Void
    }

    /// Creates the table that answers a query of another table, at its path.
    init(_ tableView: TableView, answering asked: MountedTable, reads: TableRequest.Reads) {
        self.reads = reads.isPersonal ? reads.union(asked.reads) : asked.reads
        self.tableView = tableView
        (owner, beginning) = (nil, nil)
        self.asked = asked
        (audience, announcesChanges) = (asked.audience, asked.announcesChanges)
        tag = asked.tag
        beginningOfEntityTags = asked.beginningOfEntityTags
        broadcast = asked.broadcast
    }

    init(_ owner: any MountableTable, for audience: Audience = .everyone, beginning: Beginning? = nil) {
        (self.owner, self.beginning) = (owner, beginning)
        let tableView = TableActor.run { owner.tableView }
        self.tableView = tableView
        announcesChanges = TableActor.run { tableView.hosting.announcesChanges }
        self.audience = audience
        asked = nil
        reads = audience == .request ? .visitor : []
        tag = String(UInt64.random(in: .min ... .max), radix: 36)
        beginningOfEntityTags = Array((announcesChanges ? "\"\(tag)." : "\"").utf8)
        broadcast = ChangeBroadcaster(of: tableView, tag: tag)
        TableActor.run {
            tableView.hosting.queryAddress = { "?" + FilterParameters($0).items.encoded }
            tableView.controller?.tableWasMounted()
        }
    }

    /// A Boolean value that indicates whether the table is still served at its path.
    var isOpen: Bool { asked?.isOpen ?? !isClosed.load(ordering: .acquiring) }

    /// Ends the service of the table at its path.
    ///
    /// The event streams of a visitor's table end, and their clients connect again. Those of other tables go on, because
    /// all viewers of more tables than the limit would connect again and again.
    func close() {
        isClosed.store(true, ordering: .releasing)
        if endsStreams { TableActor.run { broadcast.end() } }
    }

    /// A Boolean value that indicates whether the table is no longer served, and event streams end with it.
    var endsStreams: Bool { audience == .visitor && !isOpen }

    deinit {
        guard asked == nil else { return }
        // The last request may end on any thread.
        Task { @TableActor [tableView] in tableView.hosting.dropHandler?(tableView) }
    }
}

/// Decides which anomalies of a table are logged: one for each place and code in a minute, at most 100 places.
///
/// A page reports its anomalies each time it is made. Further anomalies are only counted.
@TableActor
final class AnomalyLog {
    /// The time in which an anomaly is logged only once.
    static let interval: Duration = .seconds(60)
    /// The limit of places that are remembered.
    static let capacity = 100

    private struct Place: Hashable {
        var code: Anomaly.Code
        var indexPath: IndexPath?
        /// The message of an anomaly without an index path, to distinguish it from others.
        var message: String?
    }

    /// The time at which each place was last logged.
    private var logged: [Place: ContinuousClock.Instant] = [:]

    /// Returns whether to log the anomaly now, and records it if so.
    func takes(_ anomaly: Anomaly, at now: ContinuousClock.Instant = .now) -> Bool {
        let place = Place(
            code: anomaly.code, indexPath: anomaly.indexPath,
            message: anomaly.indexPath == nil ? anomaly.message : nil)
        if let last = logged[place], now - last < Self.interval { return false }
        if logged.count >= Self.capacity { logged = logged.filter { now - $0.value < Self.interval } }
        guard logged.count < Self.capacity else { return false }
        logged[place] = now
        return true
    }
}
