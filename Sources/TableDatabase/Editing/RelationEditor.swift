import Bytes
package import CascadingTable

/// A database as the editor of one of its tables sees it.
package protocol EditableDatabase: Sendable {
    associatedtype Edit: EditTransaction

    /// The name of the table, as the history has it.
    var tableTitle: String { get }
    /// The history of edited rows; nil for none.
    var history: HistoryTable? { get }

    /// Runs a body that only reads.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Edit) async throws -> Result) async throws -> Result
    /// Runs a body that makes changes, all or none. A client that leaves does not end it.
    ///
    /// - Parameter body: Returns what was done, and whether to keep it. An error undoes it.
    func edit(
        _ changes: [RowChange], isRehearsal: Bool,
        _ body: @escaping @Sendable (Edit) async throws -> (rows: [EditedRow], commits: Bool)
    ) async throws -> [EditedRow]
}

/// A transaction that changes rows, of which those that fail are told, or that reads what is needed for that.
package protocol EditTransaction: Sendable {
    associatedtype Table: WritableTable where Table.Edit == Self

    /// A Boolean value that indicates whether everything is undone at the end. Then a row that fails does not end the rest.
    var isRehearsal: Bool { get }
    /// A Boolean value that indicates whether rows can refer to rows that are written later.
    static var defersReferences: Bool { get }

    /// Returns a table as the database describes it now, by the name that a change has; that of the editor for nil.
    func table(_ name: String?) async throws -> Table
    /// Makes the database ready for changes, so that they do not wait for each other.
    func prepare(_ changes: [RowChange]) async throws
    /// Runs the body for a change. If it throws an error that is the fault of the row, the row says so.
    func attempt(_ row: inout EditedRow, _ body: (inout EditedRow) async throws -> Void) async throws
    /// Checks what the database checks at the end of all changes. Rows that violate it say so.
    func settle(_ rows: inout [EditedRow]) async throws
    /// Runs statements about the history, and returns the rows of all.
    ///
    /// - Parameters:
    ///   - statements: The statements.
    ///   - name: The name of what no other transaction may look at meanwhile; nil for nothing.
    /// - Throws: `TableViewError` if the history does not take them.
    func runForHistory(_ statements: [SQLStatement], locking name: String?) async throws -> [HistoryTable.Row]
}

/// Changes the rows of one table of a database: what every edit does, whatever the database.
package final class RelationEditor<Database: EditableDatabase>: RowEditor {
    private let database: Database

    package init(_ database: Database) { self.database = database }

    package var knowsRequests: Bool { database.history != nil }

    package func form(ofRow id: String?) async throws -> RowForm {
        try await database.read { edit in
            let table = try await edit.table(nil)
            guard let id else { return table.editable.form(of: nil) }
            guard let row = try await table.row(id, in: edit) else { throw table.noSuchRow(id) }
            return table.editable.form(of: row)
        }
    }

    package func choices(ofColumn column: String, matching text: String) async throws -> [RowChoice] {
        try await database.read { edit in
            try await edit.table(nil).choices(of: column, matching: text, limit: Self.maxChoices, in: edit)
        }
    }

    /// The limit of choices.
    private static var maxChoices: Int { 50 }

    package func past(ofRow id: String, at time: String?) async throws -> [PastChange]? {
        guard let history = database.history else { return nil }
        return try await database.read { [table = database.tableTitle] edit in
            // Nothing says whether a deleted row existed for the visitor.
            if try await edit.table(nil).editable.rule != nil { return nil }
            return try await edit.runForHistory(history.past(ofRow: id, of: table, at: time), locking: nil)
                .map { PastChange($0) }
        }
    }

    package func edit(
        _ changes: [RowChange], isRehearsal: Bool, by author: EditAuthor,
        if isConfirmed: @escaping @Sendable ([EditedRow]) -> Bool
    ) async throws -> [EditedRow] {
        try await database.edit(changes, isRehearsal: isRehearsal) { [self] edit in
            try await carryOut(changes, by: author, if: isConfirmed, in: edit)
        }
    }

    private func carryOut(
        _ changes: [RowChange], by author: EditAuthor, if isConfirmed: @Sendable ([EditedRow]) -> Bool,
        in edit: Database.Edit
    ) async throws -> (rows: [EditedRow], commits: Bool) {
        let history = edit.isRehearsal ? nil : database.history
        if let request = author.request, let done = try await history?.rows(of: request, changes, in: edit) {
            let table = try await edit.table(nil).editable
            let visible = done.map { row in
                EditedRow(row.change, before: row.before.map(table.hiding), after: row.after.map(table.hiding))
            }
            return (visible, commits: false)
        }
        try await edit.prepare(changes)
        let own = try await edit.table(nil).name
        var rows: [EditedRow] = []
        /// The rows that went with an earlier one although they are to be deleted themselves.
        var gone: [EditedRow] = []
        // A row without a key gets its rowid back before the database gives that to another one.
        for change in changes.filter(\.restoresRowid) + changes.filter({ !$0.restoresRowid }) {
            var row = EditedRow(change)
            let known = gone.first { change.deletes($0, in: change.table ?? own) }
            try await edit.attempt(&row) { row in
                if let known { return row.before = known.before }
                try await Self.carryOut(&row, of: changes, in: edit)
            }
            if change.isRestoring { (gone, row.others) = (gone + (row.others ?? []), []) }
            rows.append(row)
        }
        try await edit.settle(&rows)
        for index in rows.indices where rows[index].failure != nil {
            rows[index].failure = try await edit.table(rows[index].change.table).editable.failure(of: rows[index])
        }
        guard edit.isRehearsal || rows.allSatisfy({ $0.failure == nil }) && isConfirmed(rows) else {
            throw RowEditError(rows)
        }
        try await history?.add(rows, of: database.tableTitle, by: author, in: edit)
        return (rows, commits: !edit.isRehearsal)
    }

    /// Carries out a change, with what the database does to other rows.
    private static func carryOut(
        _ row: inout EditedRow, of changes: [RowChange], in edit: Database.Edit
    ) async throws {
        let (own, table) = (try await edit.table(nil).name, try await edit.table(row.change.table))
        guard row.change.kind == .delete, table.isReferred,
            let stored = try await table.row(row.change.id, locks: true, in: edit)
        else { return try await table.carryOut(&row, in: edit) }
        var found = CascadedRows(of: stored, in: table.name, defersReferences: Database.Edit.defersReferences)
        while let (name, id) = found.next() {
            for (rows, table, isDeleted) in try await edit.table(name).rows(referringTo: id, in: edit) {
                guard let rows else {
                    found.add(nil, of: table, isDeleted: isDeleted)
                    continue
                }
                let editable = try await edit.table(table).editable
                found.add(rows.map(editable.hiding), of: table, isDeleted: isDeleted)
            }
        }
        // A row that was added is not taken back once others refer to it, unless they were added with it.
        let isAlone = found.others?.allSatisfy { other in
            Database.Edit.defersReferences
                && changes.contains { $0.isRestoring && $0.deletes(other, in: $0.table ?? own) }
        }
        if row.change.isRestoring {
            if isAlone != true { return row.failure = .otherState }
        } else if try await !allows(found.others, of: table, in: edit) {
            let reason = TableViewValidationError(
                "", "Other rows refer to this one, and you may not delete or change them.")
            return row.failure = .invalid(reason.issues)
        }
        try await table.carryOut(&row, in: edit)
        row.others = found.others
        for (index, other) in (found.others ?? []).enumerated() where other.change.kind == .change {
            row.others?[index].after = try await edit.table(other.change.table).row(other.change.id, in: edit)
        }
    }
}

extension RelationEditor {
    /// Returns whether the rules allow what the database does to other rows with a deleted one. Nil is unknown rows.
    private static func allows(
        _ others: [EditedRow]?, of table: Database.Edit.Table, in edit: Database.Edit
    ) async throws -> Bool {
        guard table.editable.rule != nil else { return true }
        guard let others else { return false }
        for other in others {
            let referring = try await edit.table(other.change.table)
            let changed = other.change.kind == .change ? referring.columns(referringTo: table.name) : []
            guard try await referring.allows(other.change, changing: changed, in: edit) else { return false }
        }
        return true
    }
}

extension RowChange {
    /// Returns whether the change deletes a row that went with another one, as it was then.
    fileprivate func deletes(_ row: EditedRow, in table: String) -> Bool {
        guard kind == .delete, row.change.kind == .delete, let before = row.before else { return false }
        return id?.isExactly(before.id) == true && row.change.table?.isExactly(table) == true
            && seen == .tags([before.tag])
    }

    fileprivate var restoresRowid: Bool {
        isRestoring && kind == .insert && id.flatMap { RowKey(text: $0) }?.isRowid == true
    }
}
