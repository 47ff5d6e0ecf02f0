import CascadingTable
import FoundationEssentials

/// The rows read last, bounded in number and size. Those read for the latest page are kept whatever their size.
@TableActor
final class WindowCache {
    private let entryLimit: Int
    private let byteLimit: Int
    /// The latest used first.
    private var entries: [Entry] = []
    private var bytes = 0

    /// The rows of one page, which may be of several sections.
    private struct Entry {
        var windows: [Int: RowWindow]
        var bytes: Int { windows.values.reduce(0) { $0 + $1.bytes } }
    }

    init(entryLimit: Int, byteLimit: Int) {
        self.entryLimit = entryLimit
        self.byteLimit = byteLimit
    }

    /// A window that holds the row.
    func window(holding row: Int, in section: Int) -> RowWindow? {
        window(holding: row..<row + 1, in: section)
    }

    /// A window that holds all those rows.
    func window(holding rows: some Collection<Int>, in section: Int) -> RowWindow? {
        guard let index = entries.firstIndex(where: { $0.windows[section]?.holds(rows) == true }) else { return nil }
        if index > 0 { entries.insert(entries.remove(at: index), at: 0) }
        return entries[0].windows[section]
    }

    /// The row with a key, if it is in memory.
    func indexPath(ofRowWithKey key: String) -> IndexPath? {
        for entry in entries {
            for (section, window) in entry.windows {
                guard let place = window.batch.firstIndex(ofRowNamed: key), let row = window.row(at: place) else {
                    continue
                }
                return IndexPath(row: row, section: section)
            }
        }
        return nil
    }

    /// Keeps windows by their sections.
    func insert(_ windows: [Int: RowWindow]) {
        let entry = Entry(windows: windows)
        entries.insert(entry, at: 0)
        bytes += entry.bytes
        while entries.count > 1, entries.count > entryLimit || bytes > byteLimit {
            bytes -= entries.removeLast().bytes
        }
    }

    func removeAll() {
        entries = []
        bytes = 0
    }
}
