public import FoundationEssentials

extension TableView {
    /// The values of the row that may be changed.
    public func editableFields(forRowAt indexPath: IndexPath) -> [TableViewEditableField] {
        questions(forRowAt: indexPath).fields
    }

    /// Checks values that were typed, and has the delegate accept them.
    ///
    /// The row is reloaded afterwards, unless the delegate announced a change.
    ///
    /// - Parameter values: by the names of their fields; a field without one stays what it is.
    /// - Parameter indexPath: The place of the row.
    /// - Throws: ``TableViewValidationError`` for values that the fields or the delegate do not accept.
    public func commitValues(_ values: [String: String], forRowAt indexPath: IndexPath) throws {
        try requireUsableRow(at: indexPath)
        let fields = editableFields(forRowAt: indexPath)
        guard let delegate, !fields.isEmpty else {
            throw TableViewError(.notEditable, "The row has no fields that can be edited.")
        }
        let checked = try fields.checked(values)
        let before = changeCounter.count
        try carryOut { try delegate.tableView(self, commitValues: checked, forRowAt: indexPath) }
        if changeCounter.count == before, !hasAnnounced, hasRow(at: indexPath) { reloadRows(at: [indexPath]) }
    }
}
