import CascadingTable

/// The windows of rows read last, bounded in number and size; the latest is kept whatever its size.
@TableActor
final class WindowCache {
    private let windowLimit: Int
    private let byteLimit: Int
    /// The latest used first.
    private var entries: [Entry] = []
    private var bytes = 0

    private struct Entry {
        var section: Int
        var window: RowWindow
    }

    init(windowLimit: Int, byteLimit: Int) {
        self.windowLimit = windowLimit
        self.byteLimit = byteLimit
    }

    /// A window that holds the row.
    func window(holding row: Int, in section: Int) -> RowWindow? {
        window(holding: row..<row + 1, in: section)
    }

    /// A window that holds all those rows.
    func window(holding rows: some Collection<Int>, in section: Int) -> RowWindow? {
        guard let index = entries.firstIndex(where: { $0.section == section && $0.window.holds(rows) }) else {
            return nil
        }
        if index > 0 { entries.insert(entries.remove(at: index), at: 0) }
        return entries[0].window
    }

    func insert(_ window: RowWindow, in section: Int) {
        entries.insert(Entry(section: section, window: window), at: 0)
        bytes += window.bytes
        while entries.count > 1, entries.count > windowLimit || bytes > byteLimit {
            bytes -= entries.removeLast().window.bytes
        }
    }

    func removeAll() {
        entries = []
        bytes = 0
    }
}
