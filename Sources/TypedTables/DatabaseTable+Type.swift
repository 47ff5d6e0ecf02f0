import Bytes
public import CascadingTable
import Essentials
public import LocalizedMessages
public import TableDatabase

extension DatabaseTable {
    /// Gives the rows a type: its columns exist, in its order, with their headings and choices.
    ///
    /// ```swift
    /// try await server.mount("/admin/", shop) { tables, visitor in
    ///     var orders = tables["orders"]
    ///     try orders.setType(Order.self) { $0.total.title("Sum").format(.grouped) }
    ///     orders.willSave { (new: Order, old: Order?) in
    ///         guard new.total < 1_000 else { throw TableViewValidationError("total", "Ask your manager.") }
    ///     }
    ///     orders.addAction(id: "ship", title: "Mark as shipped") { (order: inout Order) in order.status = .shipped }
    ///     tables["orders"] = orders
    /// }
    /// ```
    ///
    /// Columns are named as `Codable` codes them. It sets `columns`, so that other columns are hidden, except those of the
    /// key and of `addColumn(_:_:_:)`, and views as `DatabaseTables` says. A change is refused if the row is no longer
    /// decoded as the type.
    ///
    /// - Parameters:
    ///   - type: The type of the rows.
    ///   - columns: A closure that returns the settings of some columns, which key paths name. Tool tips have no effect.
    /// - Throws: `TableViewError` if the type does not tell its columns, or if a key path leads to no column.
    public mutating func setType<Row: Codable & Identifiable & Sendable>(
        _ type: Row.Type, @TypedColumnBuilder columns: (TypedColumns<Row>) -> [TypedColumn] = { _ in [] }
    ) throws(TableViewError) {
        let shape = RowShape<Row>()
        guard !shape.columns.isEmpty else {
            throw TableViewError(
                .invalidRules,
                "The columns of \(Row.self) are not known, because its init(from:) refuses examples. Set columns by name."
            )
        }
        var settings: [String: TypedColumn] = [:]
        for column in columns(TypedColumns(shape: shape)) {
            guard let name = column.name else {
                let names = shape.columns.map(\.name).joined(separator: ", ")
                throw TableViewError(.invalidRules, "A key path of \(Row.self) is no column. Columns: \(names).")
            }
            settings[name] = column
        }
        let shown = shape.columns.filter { settings[$0.name]?.isHidden != true }
        self.columns = shown.map(\.name)
        for column in shown {
            let setting = settings[column.name]
            columnTitles[column.name] = TypedColumn.heading(of: column.name, setting)
            numberFormats[column.name] = setting?.numberFormat ?? (column.name == "id" ? .plain : nil)
            columnWidths[column.name] = setting?.width
            fieldKinds[column.name] = setting?.kind
            if case .choice(let choices)? = column.kind { self.choices[column.name] = choices }
            if setting?.isReadOnly == true { readOnlyColumns.insert(column.name) }
        }
        willSave { (_: Row, _: Row?) in }
    }

    /// Adds a check of each change in its transaction. All checks run, in their order, after `validate`.
    ///
    /// The closure is not called for deleted rows. If the row before the change has a value that cannot be decoded, the
    /// closure gets the new value in its place.
    ///
    /// - Parameter check: A closure that gets the row after the change and the row before it, which is nil for a new row. An
    ///   error that it throws undoes all changes of the request.
    public mutating func willSave<Row: Codable & Identifiable & Sendable>(
        _ check: @escaping @Sendable (_ new: Row, _ old: Row?) throws -> Void
    ) {
        let shape = RowShape<Row>()
        checks.append { edit in
            guard let new = edit.new else { return }
            try check(try shape.row(new), try edit.old.map { try shape.row($0, mendedBy: new) })
        }
    }

    /// Adds an action that changes rows of a type, for the page of a row and for selected rows.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action in its route.
    ///   - title: The title of the button.
    ///   - style: The style of the button. Default: `default`.
    ///   - message: Returns what to tell the visitor, from the number of changed rows. Default: nil, the number.
    ///   - change: A closure that changes a row. Its changed values are written, as `addAction(id:title:style:message:_:)`
    ///     says. An error that it throws refuses the action.
    public mutating func addAction<Row: Codable & Identifiable & Sendable>(
        id: String, title: String, style: TableViewRowAction.Style = .default,
        message: (@Sendable (Int) -> LocalizedMessage)? = nil,
        changing change: @escaping @Sendable (inout Row) throws -> Void
    ) {
        let shape = RowShape<Row>()
        addAction(id: id, title: title, style: style, message: message) { stored in
            let old = try shape.row(stored)
            var new = old
            try change(&new)
            return try shape.changes(from: old, to: new, of: stored)
        }
    }
}

extension RowShape {
    /// Returns the row of stored values.
    ///
    /// - Parameter other: A row whose values replace those that cannot be decoded; nil to throw an error for them.
    /// - Throws: `TableViewValidationError` at the first column whose value cannot be decoded.
    func row(_ stored: DatabaseRow, mendedBy other: DatabaseRow? = nil) throws -> Row {
        var column = ""
        let decoder = RowDecoder { key in
            column = key.name
            let value = stored[key.name]
            guard let other else { return try Self.value(key.type, of: value) }
            if value != .null || key.isOptional, let found = try? Self.value(key.type, of: value) { return found }
            return try Self.value(key.type, of: other[key.name])
        }
        do { return try Row(from: decoder) } catch is DecodingError {
            throw TableViewValidationError(column, "This is no value of the column.")
        }
    }

    private static func value<Value: Decodable>(_ type: Value.Type, of stored: FieldValue) throws -> any Decodable {
        switch (type, stored) {
        case (_, .null): return Nothing()
        case (is Bool.Type, .boolean(let boolean)): return boolean
        case (is Bool.Type, .integer(let number)): return number != 0
        case (is Data.Type, .bytes(let bytes)): return Data(bytes)
        case (is Date.Type, .date(let date, _)): return date
        default: break
        }
        let text = stored.formText
        guard kind(of: type) == nil else { return try Example.value(type, of: text) }
        // Other values are kept as JSON, and enumerations as their raw values.
        let json = JSONEncoder()
        if let value = try? JSONDecoder().decode(type, from: json.encode(text)) { return value }
        return try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// Returns the values in which two states of a stored row differ, by their columns.
    func changes(from old: Row, to new: Row, of stored: DatabaseRow) throws -> [String: FieldValue] {
        let before = try fields(of: old)
        var changes: [String: FieldValue] = [:]
        for field in try fields(of: new) where !before.contains(field) {
            changes[field.name] = Self.written(field.value, insteadOf: stored[field.name])
        }
        return changes
    }

    /// Returns a value as its column stores it.
    private static func written(_ value: FieldValue, insteadOf old: FieldValue) -> FieldValue {
        switch (value, old) {
        case (.json(let json), .text), (.json(let json), .null): return .text(json)
        case (.date(let date, precision: _), _):
            // As the value before, or as `CURRENT_TIMESTAMP` of SQLite. Connections to PostgreSQL have the time zone UTC.
            let text = old.formText
            let (isISO, hasZone) = (text.contains("T"), text.hasSuffix("Z"))
            var style = Date.ISO8601FormatStyle(dateTimeSeparator: isISO ? .standard : .space).year().month().day()
            if !TableViewEditableField.isDay(text) {
                let seconds = date.timeIntervalSince1970
                style = style.time(includingFractionalSeconds: seconds != seconds.rounded())
                if hasZone { style = style.timeZone(separator: .omitted) }
            }
            return .text(date.formatted(style))
        default: return value
        }
    }
}
