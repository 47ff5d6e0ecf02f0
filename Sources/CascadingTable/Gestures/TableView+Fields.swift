public import Essentials

extension TableView.Gestures {
    /// Returns the fields of a row that a visitor can edit; empty if the row has no form.
    public func editableFields(forRowAt indexPath: IndexPath) -> [TableViewEditableField] {
        tableView.responder(forRowAt: indexPath).fields
    }

    /// Checks the values that a visitor entered and gives them to the delegate.
    ///
    /// Of two visitors who change one value, the second one is refused. Values that only others have changed are kept.
    ///
    /// The row is reloaded afterwards, unless the delegate announced a change.
    ///
    /// - Parameters:
    ///   - values: The entered texts by the names of their fields. A field that is missing keeps its value.
    ///   - files: The chosen files by the names of their fields. Default: none.
    ///   - seen: The hashes of the values that the form had, as it sends them back; nil if it sends none. Default: nil.
    ///   - indexPath: The index path of the row.
    /// - Throws: ``TableViewValidationError`` for values that the fields or the delegate do not accept;
    ///   ``TableViewError`` with `noSuchRow`, `disabled` or `notEditable`.
    public func commitValues(
        _ values: [String: String], files: [String: TableViewFile] = [:], saw seen: String? = nil,
        forRowAt indexPath: IndexPath
    ) async throws {
        try tableView.requireUsableRow(at: indexPath)
        let row = tableView.responder(forRowAt: indexPath)
        let fields = row.fields
        guard !fields.isEmpty else {
            throw TableViewError(.notEditable, "The row has no fields that can be edited.")
        }
        let checked = try fields.checked(try fields.merged(values, saw: seen), files)
        try await tableView.giving(files) {
            try await tableView.changingRow(at: indexPath) { try await row.commitValues(checked) }
        }
    }
}

extension TableView {
    /// The files that the visitor chose in the form, by the names of their fields.
    ///
    /// ```swift
    /// func tableView(
    ///     _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    /// ) async throws {
    ///     if let photo = tableView.files["photo"] { try await store.save(photo.bytes, as: photo.name) }
    /// }
    /// ```
    ///
    /// It has values in `tableView(_:commitValues:forRowAt:)` and `tableView(_:createRowWith:inSection:)`, also after an
    /// `await`. It is empty elsewhere. A field without a chosen file is missing.
    public var files: [String: TableViewFile] { context.files }

    /// Runs the body with the files of a form.
    func giving(_ files: [String: TableViewFile], _ body: () async throws -> Void) async throws {
        let context = context
        context.files = files
        defer { context.files = [:] }
        try await body()
    }
}
