import DequeModule

/// The latest revisions of a table and what changed in each, bounded in number.
@TableActor
final class TableViewHistory {
    private var entries: Deque<(revision: UInt64, changes: [TableViewChange])> = []
    private let capacity = 256

    func append(_ changes: [TableViewChange], revision: UInt64) {
        if entries.count == capacity { entries.removeFirst() }
        entries.append((revision, changes))
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
