import GRDB

/// A run of rows in the order of their keys, a whole table or one group of it, with a key kept every few hundred rows.
///
/// A window in the middle begins at the nearest such anchor, so it costs as much as one at the start. Anchors are found
/// in one pass over the keys; their number is bounded by keeping every second when there are too many.
struct Extent: Sendable {
    /// The value of the grouping column in all rows; nil for a whole table.
    var group: Group?
    var count: Int
    /// How many rows lie between two anchors.
    private(set) var step = 256
    /// `anchors[i]` is the key of the row before row `(i + 1) * step`.
    private(set) var anchors: [RowKey] = []
    /// Whether the anchors were looked for.
    private(set) var isMeasured = false

    private static let anchorLimit = 1 << 16

    struct Group: Sendable, Hashable {
        var column: String
        var value: SQLiteValue
    }

    init(group: Group? = nil, count: Int = 0) {
        self.group = group
        self.count = count
    }

    /// Where to begin reading for a row: the key to read after, if any, and the rows to skip then.
    func start(of row: Int) -> (after: RowKey?, skipping: Int) {
        let index = min(row / step, anchors.count)
        return (index > 0 ? anchors[index - 1] : nil, row - index * step)
    }

    func part(after key: RowKey?) -> TableQueries.Part {
        TableQueries.Part(column: group?.column, isAfterKey: key != nil)
    }

    func arguments(after key: RowKey?) -> [SQLiteValue] {
        (group.map { [$0.value] } ?? []) + (key?.components ?? [])
    }

    /// Finds the anchors and the count in one pass.
    mutating func measure(with queries: TableQueries, in database: Database) throws {
        anchors = []
        step = 256
        isMeasured = true
        while !queries.keys.isEmpty, let anchor = try anchor(after: anchors.last, with: queries, in: database) {
            anchors.append(anchor)
            guard anchors.count == Self.anchorLimit else { continue }
            anchors = stride(from: 1, to: anchors.count, by: 2).map { anchors[$0] }
            step *= 2
        }
        var cursor = try database.cursor(
            queries.count(part(after: anchors.last)), arguments(after: anchors.last))
        count = try anchors.count * step + (cursor.next() ? Int(cursor.integer(at: 0)) : 0)
    }

    /// The key of the row one step after that key.
    private func anchor(
        after key: RowKey?, with queries: TableQueries, in database: Database
    ) throws -> RowKey? {
        var cursor = try database.cursor(
            queries.anchor(part(after: key)), arguments(after: key) + [.integer(Int64(step - 1))])
        guard try cursor.next() else { return nil }
        return RowKey(queries.keys.indices.map { cursor.value(at: $0) })
    }

    /// The row that has that key, which must be in the extent.
    func row(of key: RowKey, with queries: TableQueries, in database: Database) throws -> Int {
        // SQLite compares, for only it knows the collations.
        var low = 0
        var high = anchors.count
        while low < high {
            let middle = (low + high) / 2
            var cursor = try database.cursor(queries.isAfter, key.components + anchors[middle].components)
            if try cursor.next() { low = middle + 1 } else { high = middle }
        }
        let anchor = low > 0 ? anchors[low - 1] : nil
        var cursor = try database.cursor(
            queries.countBefore(part(after: anchor)), arguments(after: anchor) + key.components)
        return try low * step + (cursor.next() ? Int(cursor.integer(at: 0)) : 0)
    }
}
