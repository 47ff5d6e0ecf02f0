import DequeModule
import FoundationEssentials

/// An object that is told about each new revision of a table.
@TableActor
public protocol TableViewObserver: AnyObject {
    /// Tells the observer that the table has a new revision.
    ///
    /// It is called synchronously, during the change. Return quickly, and do not change the table.
    func tableViewDidChange(_ tableView: TableView)
}

/// The revisions of a table: the current one, the latest changes, and the revisions that moved rows to their positions.
@TableActor
public final class TableHistory {
    private struct Entry {
        var revision: UInt64
        var changes: [TableViewChange]
    }

    /// The current revision, from 1.
    private(set) var revision: UInt64 = 1
    /// A counter of the table's revisions, which any thread can read.
    public nonisolated let changeCounter = ModificationCounter()
    /// The observers, which are told of each revision.
    private(set) var observers: [WeakObserver] = []
    private var entries: Deque<Entry> = []
    private var places = PlaceRevisions()
    private let capacity = 256

    nonisolated init() {}

    /// Makes the next revision.
    ///
    /// - Parameter movingRows: Whether rows may have moved to other index paths.
    func append(_ changes: [TableViewChange], movingRows: Bool = true) {
        revision += 1
        changeCounter.advance()
        entries.append(Entry(revision: revision, changes: changes), keepingAtMost: capacity)
        if movingRows { places.note(changes, revision: revision) }
    }

    /// Returns the identifier of a row that has none from its data source: `SECTION-ROW`, and `@REVISION` after rows
    /// moved.
    ///
    /// Another row that comes to the position later has another identifier.
    func placeIdentifier(of indexPath: IndexPath) -> String {
        let revision = places.revision(of: indexPath)
        return "\(indexPath.section)-\(indexPath.row)" + (revision == 0 ? "" : "@\(revision)")
    }

    /// Returns the identifier of a section that has none from its data source: `SECTION@REVISION`, with the revision
    /// that last moved a section there; 0 for none.
    func placeIdentifier(ofSection section: Int) -> String {
        "\(section)@\(places.revision(ofSection: section))"
    }

    /// Returns the changes after a revision, in order, or nil if they are not known.
    ///
    /// The last 256 revisions are known. A revision of another table, or from before a restart, is not known.
    ///
    /// - Parameters:
    ///   - revision: The revision that the caller has.
    ///   - end: The last revision whose changes are returned; nil for the latest.
    public func changes(since revision: UInt64, through end: UInt64? = nil) -> [TableViewChange]? {
        let end = end ?? self.revision
        guard revision != end else { return [] }
        guard let first = entries.first, let last = entries.last,
            (first.revision - 1...last.revision).contains(revision)
        else { return nil }
        // Searched from the end, because most callers ask for the latest changes.
        var start = entries.endIndex
        while start > entries.startIndex, entries[start - 1].revision > revision { start -= 1 }
        var changes: [TableViewChange] = []
        for entry in entries[start...] where entry.revision <= end {
            if changes.isEmpty { changes = entry.changes } else { changes += entry.changes }
        }
        return changes
    }
}

extension TableHistory {
    /// Adds an observer, which is told about each revision from now on. It is held weakly.
    ///
    /// The observer is also told about tables that share the revisions of this one
    /// (``TableView/init(root:answering:of:)``). Adding an observer twice has no further effect.
    public func addObserver(_ observer: some TableViewObserver) {
        observers = observers.filter { $0.isOther(than: observer) } + [WeakObserver(observer: observer)]
    }

    /// Removes an observer, which is told nothing more.
    public func removeObserver(_ observer: some TableViewObserver) {
        observers = observers.filter { $0.isOther(than: observer) }
    }

    struct WeakObserver {
        weak var observer: (any TableViewObserver)?

        /// Returns whether the observer still exists and is a different object.
        func isOther(than other: some TableViewObserver) -> Bool { observer.map { $0 !== other } ?? false }
    }
}

extension Deque {
    /// Appends an element. If the capacity is reached, the first element is removed.
    fileprivate mutating func append(_ element: consuming Element, keepingAtMost capacity: Int) {
        if count == capacity { removeFirst() }
        append(element)
    }
}

extension [TableViewChange] {
    /// The rows that were reloaded; nil if there were other changes.
    package var reloadedRows: [IndexPath]? {
        var rows: [IndexPath] = []
        for change in self {
            guard case .reloadRows(let reloaded, _) = change else { return nil }
            rows += reloaded
        }
        return rows
    }
}
