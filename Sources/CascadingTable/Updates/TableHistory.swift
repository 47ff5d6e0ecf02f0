import DequeModule
import Essentials
import Synchronization

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
    var revision: UInt64 {
        extensibleTurn = nil
        return currentRevision
    }
    private var currentRevision: UInt64 = 1
    /// The turn of the actor in which the current revision was made, if more reloaded rows can be added to it: it contains
    /// nothing else, and its number was not read. Nil if nothing can be added.
    private var extensibleTurn: UInt64?
    /// The number of changes of the table so far, which any thread can read without the lock of the tables.
    ///
    /// On ``TableActor``, the number is valid until the actor is left.
    public nonisolated var changeCount: UInt64 { number.load(ordering: .acquiring) }
    private nonisolated let number = Atomic<UInt64>(0)
    /// The observers, which are told of each revision.
    private(set) var observers: [WeakObserver] = []
    private var entries: Deque<Entry> = []
    private var places = PlaceRevisions()
    private let capacity = 256

    nonisolated init() {}

    /// Makes the next revision. Rows that are reloaded one after the other in one turn of the actor are one revision.
    ///
    /// - Parameter movingRows: Whether rows may have moved to other index paths.
    /// - Returns: Whether there is a new revision.
    @discardableResult
    func append(_ changes: [TableViewChange], movingRows: Bool = true) -> Bool {
        let turn = movingRows && changes.allSatisfy(\.isReloadOfRows) ? TableExecutor.lock.turn : nil
        if let turn, turn == extensibleTurn, let last = entries.indices.last, entries[last].changes.count < capacity {
            entries[last].changes += changes
            return false
        }
        currentRevision += 1
        extensibleTurn = turn
        number.wrappingAdd(1, ordering: .acquiringAndReleasing)
        entries.append(Entry(revision: currentRevision, changes: changes), keepingAtMost: capacity)
        if movingRows { places.note(changes, revision: currentRevision) }
        return true
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

extension TableViewChange {
    /// A Boolean value that indicates whether only the contents of rows and sections have changed.
    var isReload: Bool {
        switch self {
        case .reloadData, .reloadRows, .reloadSections: true
        default: false
        }
    }

    /// A Boolean value that indicates whether only rows were reloaded.
    var isReloadOfRows: Bool { if case .reloadRows = self { true } else { false } }
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

/// The revisions at which rows last moved to their positions.
///
/// A row without an identifier of its own is identified by its position and this revision. The position alone would
/// mean another row after rows above it were inserted, deleted or moved.
struct PlaceRevisions {
    /// The starts of ranges that extend to the end, each with the last revision that moved its rows.
    ///
    /// Both the starts and the revisions ascend.
    private struct Tails {
        var entries: [(start: Int, revision: UInt64)] = []

        func revision(at place: Int) -> UInt64 { entries.last { $0.start <= place }?.revision ?? 0 }

        mutating func move(from start: Int, at revision: UInt64) {
            while let last = entries.last, last.start >= start { entries.removeLast() }
            // At most 128 ranges are kept. The older half is merged, with its latest revision, so that no identifier is
            // used again.
            if entries.count == 128 {
                entries.replaceSubrange(0..<64, with: [(entries[0].start, entries[63].revision)])
            }
            entries.append((start, revision))
        }
    }

    private var sections = Tails()
    private var rows: [Int: Tails] = [:]

    /// Returns the revision that last moved a row to an index path.
    func revision(of indexPath: IndexPath) -> UInt64 {
        max(sections.revision(at: indexPath.section), rows[indexPath.section]?.revision(at: indexPath.row) ?? 0)
    }

    /// Returns the revision that last moved a section to an index.
    func revision(ofSection section: Int) -> UInt64 { sections.revision(at: section) }

    /// Records the changes that lead to a revision.
    mutating func note(_ changes: [TableViewChange], revision: UInt64) {
        for change in changes {
            switch change {
            case .reloadRows: break
            case .reloadData: moveSections(from: 0, at: revision)
            case .insertSections(let sections, _), .deleteSections(let sections, _):
                if let first = sections.min() { moveSections(from: first, at: revision) }
            case .moveSection(let from, let to): moveSections(from: min(from, to), at: revision)
            case .reloadSections(let sections, _):
                for section in sections { moveRows(from: 0, inSection: section, at: revision) }
            case .insertRows(let rows, _), .deleteRows(let rows, _):
                for row in rows { moveRows(from: row.row, inSection: row.section, at: revision) }
            case .moveRow(let from, let to):
                moveRows(from: from.row, inSection: from.section, at: revision)
                moveRows(from: to.row, inSection: to.section, at: revision)
            }
        }
    }

    private mutating func moveSections(from section: Int, at revision: UInt64) {
        sections.move(from: section, at: revision)
        rows = rows.filter { $0.key < section }
    }

    private mutating func moveRows(from row: Int, inSection section: Int, at revision: UInt64) {
        rows[section, default: Tails()].move(from: row, at: revision)
    }
}
