import DequeModule
package import FoundationEssentials

/// The revisions of a table: the current one, what changed in the latest, and since when rows are at their places.
@TableActor
final class RevisionHistory {
    private struct Entry {
        var revision: UInt64
        var changes: [TableViewChange]
    }

    /// The current revision, from 1.
    private(set) var revision: UInt64 = 1
    /// Counts revisions for threads that are not isolated to the table's actor.
    nonisolated let changeCounter = ModificationCounter()
    /// The observers, which are told of each revision.
    var observers: [TableView.WeakObserver] = []
    private var entries: Deque<Entry> = []
    private var places = PlaceRevisions()
    private let capacity = 256

    nonisolated init() {}

    /// Makes the next revision.
    ///
    /// - Parameter movingRows: Whether rows may have other places.
    func append(_ changes: [TableViewChange], movingRows: Bool = true) {
        revision += 1
        changeCounter.advance()
        entries.append(Entry(revision: revision, changes: changes), keepingAtMost: capacity)
        if movingRows { places.note(changes, revision: revision) }
    }

    /// The identifier of a row that its data source gives none: `SECTION-ROW`, and `@REVISION` once rows have moved.
    ///
    /// Another row that comes to the place later has another identifier.
    func placeIdentifier(of indexPath: IndexPath) -> String {
        let revision = places.revision(of: indexPath)
        return "\(indexPath.section)-\(indexPath.row)" + (revision == 0 ? "" : "@\(revision)")
    }

    /// The changes of the revisions after one of them, in order; nil if they are not known any more, or not yet.
    func changes(since revision: UInt64, through end: UInt64) -> [TableViewChange]? {
        guard let first = entries.first, let last = entries.last,
            (first.revision - 1...last.revision).contains(revision)
        else { return nil }
        // Most ask for the latest.
        var start = entries.endIndex
        while start > entries.startIndex, entries[start - 1].revision > revision { start -= 1 }
        var changes: [TableViewChange] = []
        for entry in entries[start...] where entry.revision <= end {
            if changes.isEmpty { changes = entry.changes } else { changes += entry.changes }
        }
        return changes
    }
}

extension Deque {
    /// Adds it as the last, for which the first goes where there are so many.
    fileprivate mutating func append(_ element: consuming Element, keepingAtMost capacity: Int) {
        if count == capacity { removeFirst() }
        append(element)
    }
}

extension TableView {
    /// The rows that were reloaded since that revision; nil if anything else changed.
    package func reloadedRows(since revision: UInt64) -> [IndexPath]? {
        guard let changes = changes(since: revision) else { return nil }
        var rows: [IndexPath] = []
        for change in changes {
            guard case .reloadRows(let reloaded, _) = change else { return nil }
            rows += reloaded
        }
        return rows
    }
}
