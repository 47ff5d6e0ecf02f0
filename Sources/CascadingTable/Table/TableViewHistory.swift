import DequeModule

/// The latest revisions of a table and what changed in each, bounded in number.
@TableActor
final class TableViewHistory {
    private struct Entry {
        var revision: UInt64
        var changes: [TableViewChange]
    }

    private var entries: Deque<Entry> = []
    private let capacity = 256

    func append(_ changes: [TableViewChange], revision: UInt64) {
        entries.append(Entry(revision: revision, changes: changes), keepingAtMost: capacity)
    }

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
