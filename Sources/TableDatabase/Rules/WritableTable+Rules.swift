import Bytes
package import CascadingTable

extension WritableTable {
    private typealias Issue = TableViewValidationError.Issue

    /// Returns a row that exists for the visitor; nil if there is none.
    func visibleRow(at key: [SQLValue], locks: Bool, in edit: Edit) async throws -> StoredRow? {
        guard let row = try await row(at: key, locks: locks, in: edit),
            try await matches([editable.rule?.rows], at: key, in: edit)
        else { return nil }
        return editable.hiding(row)
    }

    private func matches(_ conditions: [SQLCondition?], at key: [SQLValue], in edit: Edit) async throws -> Bool {
        for case let condition? in conditions {
            guard try await matches(condition, at: key, in: edit) else { return false }
        }
        return true
    }

    /// Finds the values of an action, and refuses a change that the rules do not allow on the row as it is.
    ///
    /// - Throws: `TableViewError` with `notEditable` for a kind of change that is not allowed.
    func prepare(_ edited: inout EditedRow, at key: [SQLValue]?, in edit: Edit) async throws {
        // A row that is as the visitor left it is taken back whatever the rules. Another one can belong to another person now.
        guard let rule = editable.rule, !edited.change.hasLeft(edited.before) else { return }
        if let id = edited.change.action {
            guard let row = edited.before, let action = rule.actions.first(where: { $0.id == id }) else { return }
            do {
                edited.change.values = try action.values(DatabaseRow(row)).map { Field($0.key, $0.value) }
            } catch let error as TableViewValidationError { return edited.failure = .invalid(error.issues) }
        } else if !edited.change.isRestoring, rule.refusedKinds.contains(edited.change.kind) {
            throw TableViewError(.notEditable, "You may not make this change here.")
        }
        guard let key else { return }
        let conditions = [rule.writableRows, rule.writeConditions[edited.change.kind]?.before]
        if try await !matches(conditions, at: key, in: edit) {
            return edited.failure = .invalid([Issue("", "This row may only be read.")])
        }
        let followed = edited.change.values.first { field in
            followedColumns.contains(where: field.name.isExactly)
                && edited.before?.value(of: field.name).map { !$0.isStored(as: field.value) } == true
        }
        // The rules do not tell whether the visitor may change those rows.
        if let followed, !edited.change.isRestoring, edited.change.kind == .change {
            edited.failure = .invalid([Issue(followed.name, "Rows of other tables would change with this value.")])
        }
    }

    /// Refuses a change that was written and is not allowed.
    func check(_ edited: inout EditedRow, at key: [SQLValue], in edit: Edit) async throws {
        guard let rule = editable.rule, !edited.change.hasLeft(edited.before) else { return }
        if edited.after != nil, edited.change.action == nil {
            let conditions = [rule.rows, rule.writableRows, rule.writeConditions[edited.change.kind]?.after]
            guard try await matches(conditions, at: key, in: edit) else {
                return edited.failure = .invalid([Issue("", "With these values, you could no longer change the row.")])
            }
        }
        guard !edited.change.isRestoring else { return }
        do {
            let edit = DatabaseEdit(
                old: edited.before.map { DatabaseRow($0) }, new: edited.after.map { DatabaseRow($0) })
            try rule.validate?(edit)
            for check in rule.checks { try check(edit) }
        } catch let error as TableViewValidationError { edited.failure = .invalid(error.issues) }
    }

    /// Returns whether the rules allow that the database changes a row with a deleted one.
    ///
    /// - Parameter changed: The names of the columns that lose their values.
    func allows(_ change: RowChange, changing changed: [String], in edit: Edit) async throws -> Bool {
        guard let rule = editable.rule else { return true }
        guard !rule.isHidden, !rule.refusedKinds.contains(change.kind), let id = change.id,
            let key = try await key(ofRow: id, in: edit)
        else { return false }
        // A row that loses its reference changes in these columns.
        if let names = rule.writableColumns[change.kind],
            !changed.allSatisfy({ name in names.contains(where: name.isExactly) })
        {
            return false
        }
        return try await matches(
            [rule.rows, rule.writableRows, rule.writeConditions[change.kind]?.before], at: key, in: edit)
    }
}

extension EditableTable {
    /// The table as the visitor sees it.
    var visible: EditableTable {
        guard let rule else { return self }
        var table = self
        table.rule = nil
        table.columns.removeAll { isHidden($0.name, by: rule) }
        for index in table.columns.indices {
            let name = table.columns[index].name
            table.columns[index].title = rule.columnTitles[name]
            if let choices = rule.choices.first(where: { $0.key.isExactly(name) })?.value {
                table.columns[index].kind = .choice(choices)
            } else if let kind = rule.fieldKinds.first(where: { $0.key.isExactly(name) })?.value,
                [.date, .multilineText, .email].contains(kind),
                [.text, .multilineText].contains(table.columns[index].kind)
            {
                table.columns[index].kind = kind
            }
        }
        for index in table.columns.indices
        where rule.readOnlyColumns.contains(where: table.columns[index].name.isExactly) {
            table.columns[index].refusedKinds = [.insert, .change]
        }
        for (kind, names) in rule.writableColumns {
            for index in table.columns.indices where !names.contains(where: table.columns[index].name.isExactly) {
                table.columns[index].refusedKinds.insert(kind)
            }
        }
        return table
    }

    private func isHidden(_ name: String, by rule: DatabaseTable) -> Bool {
        guard let names = rule.columns else { return false }
        return !names.contains(where: name.isExactly) && !key.contains(where: name.isExactly)
    }

    /// Returns the failure of a row without what tells of hidden columns, such as the text of a constraint.
    func failure(of row: EditedRow) -> EditedRow.Failure? {
        guard let rule, rule.columns != nil, case .invalid(let issues) = row.failure else { return row.failure }
        // A name that the visitor has sent is not told.
        let sent = row.change.values.map(\.name)
        let hidden = columns.map(\.name).filter { isHidden($0, by: rule) && !sent.contains(where: $0.isExactly) }
        return .invalid(
            issues.map { issue in
                let words = issue.message.description.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                let tells = hidden.contains { name in
                    issue.field.isExactly(name) || words.contains { String($0).isExactly(name) }
                }
                return tells ? TableViewValidationError.Issue("", "The database refuses this change.") : issue
            })
    }

    /// Returns a row that knows which of its values the visitor does not see.
    func hiding(_ row: StoredRow) -> StoredRow {
        guard let rule, rule.columns != nil else { return row }
        var row = row
        row.hiddenColumns = row.fields.map(\.name).filter { isHidden($0, by: rule) }
        row.visibleTag = ContentHash(of: Array(row.visibleFields.historyJSON.utf8)).text
        return row
    }
}

extension DatabaseTable {
    /// The kinds of changes that the visitor may not make.
    package var refusedKinds: Set<RowChange.Kind> {
        let kinds: [(isAllowed: Bool, RowChange.Kind)] = [
            (canInsert, .insert), (canUpdate, .change), (canDelete, .delete),
        ]
        return Set(kinds.filter { !$0.isAllowed }.map(\.1))
    }
}

extension TableEditing {
    /// Leaves out what the rules for a visitor do not allow.
    package mutating func apply(_ rule: DatabaseTable?) {
        guard let rule else { return }
        hasRules = true
        refusedKinds.formUnion(rule.refusedKinds)
    }
}
