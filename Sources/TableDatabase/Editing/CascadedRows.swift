import Bytes
package import CascadingTable

/// The rows that a database deletes or changes with a row, because they refer to it (`ON DELETE CASCADE`, `SET NULL` or
/// `SET DEFAULT`). Each database looks for them before the row is deleted.
///
/// Limits: 1,000 rows and 16 MB.
package struct CascadedRows {
    /// The limit of rows.
    package static let limit = 1_000
    private static let maxBytes = 16 << 20

    /// The rows, each after those that it refers to; nil if they cannot all be put back.
    package private(set) var others: [EditedRow]? = []
    /// The row to delete, and the one whose referring rows are looked for.
    private let first: (table: String, id: String)
    private var current: (table: String, id: String)
    /// The rows that will be deleted, and whose referring rows were not looked for.
    private var waiting: [(table: String, id: String)]
    private var (count, byteCount) = (0, 0)
    private let defersReferences: Bool

    /// - Parameters:
    ///   - row: The row to delete.
    ///   - table: The name of its table.
    ///   - defersReferences: Whether rows that refer to each other can be put back. Default: false.
    package init(of row: StoredRow, in table: String, defersReferences: Bool = false) {
        self.defersReferences = defersReferences
        first = (table, row.id)
        (current, waiting) = (first, [first])
    }

    /// Returns the next row that will be deleted, whose referring rows are to be added; nil after the last one.
    package mutating func next() -> (table: String, id: String)? {
        guard others != nil, !waiting.isEmpty else { return nil }
        current = waiting.removeFirst()
        return current
    }

    /// Adds the rows of a table that refer to the row that ``next()`` returned.
    ///
    /// - Parameters:
    ///   - found: The rows; nil if they cannot be put back.
    ///   - table: The name of their table.
    ///   - isDeleted: Whether they are deleted. Otherwise they lose the reference.
    package mutating func add(_ found: [StoredRow]?, of table: String, isDeleted: Bool) {
        if found == nil { others = nil }
        for row in found ?? [] {
            func isSame(_ other: (table: String, id: String)) -> Bool {
                other.table.isExactly(table) && other.id.isExactly(row.id)
            }
            if isSame(current) { continue }
            if isSame(first) {
                // The row refers to one that went with it.
                if !defersReferences { others = nil }
                continue
            }
            var change = RowChange(isDeleted ? .delete : .change, id: row.id)
            change.table = table
            // A row that refers to several comes after all of them, and so do those that refer to it.
            let known = others?.firstIndex {
                $0.change.id?.isExactly(row.id) == true && $0.change.table?.isExactly(table) == true
            }
            if let known, others?.remove(at: known).change.kind == .delete { change.kind = .delete }
            others?.append(EditedRow(change, before: row))
            if change.kind == .delete { waiting.append((table, row.id)) }
            count += 1
            byteCount += row.fields.historyJSON.utf8.count
            if count > Self.limit || byteCount > Self.maxBytes { others = nil }
        }
    }
}
