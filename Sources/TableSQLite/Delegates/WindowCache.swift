import CascadingTable
import FoundationEssentials

/// A cache of the rows that were read last, limited in number and size. The rows of the latest page always stay.
@TableActor
final class WindowCache {
    private let entryLimit: Int
    private let byteLimit: Int
    /// The entries, the most recently used first.
    private var entries: [Entry] = []
    private var bytes = 0

    /// The rows of one page, possibly of several sections.
    private struct Entry {
        var windows: [Int: RowWindow]
        var bytes: Int { windows.values.reduce(0) { $0 + $1.bytes } }
    }

    init(entryLimit: Int, byteLimit: Int) {
        self.entryLimit = entryLimit
        self.byteLimit = byteLimit
    }

    /// Returns a window that contains the row.
    func window(holding row: Int, in section: Int) -> RowWindow? {
        window(holding: row..<row + 1, in: section)
    }

    /// Returns a window that contains all of the rows.
    func window(holding rows: some Collection<Int>, in section: Int) -> RowWindow? {
        guard let index = entries.firstIndex(where: { $0.windows[section]?.holds(rows) == true }) else { return nil }
        if index > 0 { entries.insert(entries.remove(at: index), at: 0) }
        return entries[0].windows[section]
    }

    /// Returns the number of rows, from the first on, that a read loaded before it reached a number of bytes.
    ///
    /// - Returns: The number of all rows if no such read loaded any of them.
    func numberOfRows(among indexPaths: [IndexPath], readUpTo bytes: Int) -> Int {
        let counts = entries.filter { $0.bytes >= bytes }.compactMap { entry -> Int? in
            func holds(_ row: IndexPath) -> Bool { entry.windows[row.section]?.holds(CollectionOfOne(row.row)) == true }
            return indexPaths.contains(where: holds) ? indexPaths.prefix(while: holds).count : nil
        }
        return counts.max() ?? indexPaths.count
    }

    /// Returns the position of the row of a key, if the row is cached.
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

    /// Adds windows by their sections, and removes the least recently used ones beyond the limits.
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
