public import CascadingTable
public import TableServer

/// A table whose columns, forms and JSON come from the type of its rows.
///
/// ```swift
/// struct Order: Codable, Identifiable {
///     var id: Int
///     var customer: String
///     var status: Status
///     var total: Decimal
/// }
///
/// server.mount("/queue/", Table { shop.queue })
/// ```
///
/// `Codable` tells the columns, and the types of the values tell how they are shown, sorted and edited: numbers,
/// texts, dates, Boolean values, and the cases of enumerations with `CaseIterable`. Values of other types are shown as JSON,
/// and not edited. A type with an `init(from:)` of its own that refuses empty values has columns without forms.
///
/// The `id` is a number, a text, a `UUID`, or another value whose description names the row, and no other one.
///
/// Changes of `@Observable` models that the closure reads are shown at once. After other changes, call ``reload()``.
@TableActor
public final class Table<Row>: MountableTable
where Row: Codable & Identifiable & Sendable, Row.ID: CustomStringConvertible & Sendable {
    private let controller: TableViewController
    private let options: RowOptions<Row>
    private let addAction: (RowOptions<Row>.Action) -> Void

    /// The table that is served.
    public var tableView: TableView { controller.tableView }

    /// Creates a table of rows in memory.
    ///
    /// - Parameter rows: A closure that returns the rows. It is called after each change. It must return quickly.
    public init(_ rows: @escaping @TableActor () -> some Sequence<Row>) {
        let options = RowOptions<Row>()
        let controller = SequenceController(options) { Array(rows()) }
        (self.options, self.controller) = (options, controller)
        addAction = { [unowned controller] in controller.addAction($0) }
    }

    /// Creates a table of the rows of a source.
    ///
    /// - Parameters:
    ///   - type: The type of the rows.
    ///   - source: The source.
    public init<Source: RowSource>(of type: Row.Type, from source: Source) where Source.Row == Row {
        let options = RowOptions<Row>()
        let controller = SourceController(options, source)
        (self.options, self.controller) = (options, controller)
        addAction = { [unowned controller] in controller.addAction($0) }
    }

    /// Reads the rows again, after a change that the table cannot see.
    public func reload() {
        if let controller = controller as? any Reloadable { controller.reload() } else { tableView.reloadData() }
    }

    // MARK: - Settings

    /// Sets the title of the table and of its page.
    public func title(_ title: String) -> Table {
        tableView.title = title
        return self
    }

    /// Sets how columns are shown.
    ///
    /// ```swift
    /// Table { shop.queue }.columns { $0.total.title("Sum").format(.grouped) }
    /// ```
    ///
    /// - Parameter make: A closure that returns the settings of some columns, which key paths name.
    public func columns(@TypedColumnBuilder _ make: (TypedColumns<Row>) -> [TypedColumn]) -> Table {
        for column in make(TypedColumns(shape: options.shape)) {
            guard let name = column.name else {
                tableView.anomalies.report(
                    Anomaly(.unknownColumn, "A key path of \(Row.self) is no column. Columns are coded by their names.")
                )
                continue
            }
            options.settings[name] = column
        }
        tableView.reloadData()
        return self
    }

    /// Sets what the cells of rows have besides the values: links, an accessory, colours.
    ///
    /// - Parameter change: A closure that changes the cell of a row. Its fields are the columns that are not hidden. It can
    ///   read `@Observable` models besides the row.
    public func cell(_ change: @escaping @TableActor @Sendable (Row, inout TableViewCell) -> Void) -> Table {
        options.changeCell = change
        tableView.reloadData()
        return self
    }

    /// Adds an action on the rows that a visitor has selected, and on one row, in its menu.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action in its route.
    ///   - title: The title of the button.
    ///   - style: The style of the button. Default: `default`.
    ///   - body: A closure that performs the action on the rows, in the order of their selection. An error refuses it.
    public func action(
        _ id: String, _ title: String, style: TableViewRowAction.Style = .default,
        perform body: @escaping @TableActor @Sendable ([Row]) async throws -> Void
    ) -> Table {
        let action = RowOptions<Row>.Action(id: id, title: title, style: style, body: body)
        options.actions.append(action)
        addAction(action)
        return self
    }

    /// Sets what a click on a row does.
    public func onSelect(_ body: @escaping @TableActor @Sendable (Row) async throws -> Void) -> Table {
        options.select = body
        return self
    }

    /// Lets visitors edit rows in forms.
    ///
    /// - Parameter save: A closure that saves a row. Throw `TableViewValidationError` for a value that is not accepted.
    public func onSave(
        _ save: @escaping @TableActor @Sendable (_ new: Row, _ old: Row) async throws -> Void
    ) -> Table {
        options.save = save
        tableView.appearance.showsEditButton = true
        return self
    }

    /// Lets visitors add rows.
    ///
    /// - Parameter create: A closure that adds a row. Its `id`, and values that have no field, are examples: 0, empty or
    ///   false. Give it another `id`.
    public func onCreate(_ create: @escaping @TableActor @Sendable (Row) async throws -> Void) -> Table {
        options.create = { row in
            try await create(row)
            return nil
        }
        return self
    }

    /// Lets visitors add rows. The answer leads to the new row, also if its source cannot tell which one it is.
    ///
    /// - Parameter create: A closure that adds a row, and returns its `id`.
    @_disfavoredOverload
    public func onCreate(
        _ create: @escaping @TableActor @Sendable (Row) async throws -> Row.ID
    ) -> Table {
        options.create = { try await create($0) }
        return self
    }

    /// Lets visitors delete rows.
    public func onDelete(_ delete: @escaping @TableActor @Sendable (Row) async throws -> Void) -> Table {
        options.delete = delete
        tableView.appearance.showsEditButton = true
        return self
    }
}

extension Anomaly.Code {
    /// A key path of a ``Table`` that is no column.
    public static let unknownColumn = Anomaly.Code(rawValue: "unknownColumn")
}

/// A controller that reads its rows again.
@TableActor
private protocol Reloadable {
    func reload()
}

extension SourceController: Reloadable {}
