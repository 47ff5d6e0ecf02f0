package import CascadingTable

/// A table whose rows can be changed, as its database describes it.
package protocol WritableTable: Sendable {
    associatedtype Edit: Sendable

    var editable: EditableTable { get }
    /// The name by which changes of several tables name it.
    var name: String { get }
    /// A Boolean value that indicates whether a change can change other rows of the table.
    var hasTriggers: Bool { get }
    /// A Boolean value that indicates whether the deletion of a row deletes or changes rows that refer to it.
    var isReferred: Bool { get }
    /// The names of the columns whose values other rows follow (`ON UPDATE CASCADE`, `SET NULL` or `SET DEFAULT`).
    var followedColumns: [String] { get }
    /// Returns the names of the columns of all foreign keys to a table.
    func columns(referringTo table: String) -> [String]

    /// Returns the values by which the row of an identifier is found; nil if there is no such row.
    func key(ofRow id: String, in edit: Edit) async throws -> [SQLValue]?
    /// Returns the values by which the row with a primary key is found; nil if there is no such row.
    func key(ofRowWith primaryKey: [SQLValue], in edit: Edit) async throws -> [SQLValue]?
    /// Returns a row with whole values; nil if there is none.
    ///
    /// - Parameter locks: Whether others wait with their changes of the row until the transaction ends.
    func row(at key: [SQLValue], locks: Bool, in edit: Edit) async throws -> StoredRow?
    /// Returns the rows that the deletion of a row deletes or changes, because they refer to it, by their tables. Rows are
    /// nil if they cannot be put back.
    func rows(referringTo id: String, in edit: Edit) async throws -> [(
        rows: [StoredRow]?, table: String, isDeleted: Bool
    )]
    /// Writes values to a row, or to a new one, or deletes it.
    ///
    /// - Returns: The values by which the row is found afterwards; nil if a trigger ignored the change, or if the failure of
    ///   the row says why.
    func write(_ fields: [Field], to row: inout EditedRow, at key: [SQLValue], in edit: Edit) async throws
        -> [SQLValue]?
    /// Returns the failure of a row that cannot be written for a reason in the words of the database.
    func failure(_ reason: String) -> EditedRow.Failure
    /// Returns the error of an identifier that no row has.
    func noSuchRow(_ id: String) -> any Error
    /// Returns whether a condition holds for a row, which the condition names `t`.
    func matches(_ condition: SQLCondition, at key: [SQLValue], in edit: Edit) async throws -> Bool
    /// Returns the rows that a foreign key of one column can refer to.
    func choices(of column: String, matching text: String, limit: Int, in edit: Edit) async throws -> [RowChoice]
}

extension WritableTable {
    /// Returns the row of an identifier; nil if there is none.
    package func row(_ id: String?, locks: Bool = false, in edit: Edit) async throws -> StoredRow? {
        guard let id, let key = try await key(ofRow: id, in: edit) else { return nil }
        return try await visibleRow(at: key, locks: locks, in: edit)
    }

    /// Carries out a change, or says why it cannot be done.
    ///
    /// - Throws: An error of the database. Then the state before the change must be restored.
    func carryOut(_ edited: inout EditedRow, in edit: Edit) async throws {
        var key: [SQLValue]?
        switch edited.change.kind {
        case .insert: break
        case .put:
            if let values = editable.key(of: edited.change) { key = try await self.key(ofRowWith: values, in: edit) }
        case .change, .delete: if let id = edited.change.id { key = try await self.key(ofRow: id, in: edit) }
        }
        if let found = key {
            edited.before = try await visibleRow(at: found, locks: true, in: edit)
            if edited.before == nil, edited.change.isRestoring {
                let row = try await row(at: found, locks: true, in: edit)
                if edited.change.hasLeft(row) { edited.before = row }
            }
            if edited.before == nil { key = nil }
        }
        edited.change = edited.change.settled(on: edited.before)
        try await prepare(&edited, at: key, in: edit)
        guard edited.failure == nil else { return }
        let change = edited.change
        // A row without a whole key is named by its rowid, which another row can get.
        let hasKey = !editable.key.isEmpty && change.id.flatMap { RowKey(text: $0) }?.isRowid != true
        switch editable.step(of: change, on: edited.before, hasKey: hasKey) {
        case .fail(let failure): edited.failure = failure
        case .keep: edited.after = edited.before
        case .write(let fields):
            guard let written = try await write(fields, to: &edited, at: key ?? [], in: edit) else {
                edited.failure = edited.failure ?? failure("a trigger of the table ignored the change")
                return
            }
            if change.kind != .delete {
                // The row is read again, because triggers change it after it was written.
                edited.after = try await row(at: written, locks: false, in: edit).map(editable.hiding)
                guard edited.after != nil else { return edited.failure = lost }
            }
            try await check(&edited, at: written, in: edit)
        }
    }

    /// The failure of a row that is not found after it was written.
    private var lost: EditedRow.Failure { failure("a trigger of the table removed it, or gave it another key") }

    /// Reads rows as they are at the end of all changes. A trigger for a later row can have changed an earlier one.
    package func readAgain(_ rows: inout [EditedRow], in edit: Edit) async throws {
        guard hasTriggers, rows.count > 1 else { return }
        for index in rows.indices where rows[index].failure == nil && rows[index].change.table == nil {
            guard let id = rows[index].after?.id else { continue }
            rows[index].after =
                if let key = try await key(ofRow: id, in: edit) {
                    try await row(at: key, locks: false, in: edit).map(editable.hiding)
                } else { nil }
            if rows[index].after == nil { rows[index].failure = lost }
        }
    }
}
