public import CascadingTable
public import FoundationEssentials

/// A type that describes one row of a ``StaticTable``. Conform your own type to it for a custom kind of row.
///
/// ```swift
/// struct GaugeRow: StaticRow {
///     let title: String
///     let percent: Int
///     func makeCell() -> TableViewCell {
///         TableViewCell(title: title, fields: [Field("percent", .integer(Int64(percent)))])
///     }
/// }
/// ```
///
/// Use a class for a row that has state of its own. Call the table's ``StaticTable/update()`` after the state changes
/// outside of the table's own events.
@TableActor
public protocol StaticRow {
    /// The identifier of the row, unique in its table, or nil to derive one.
    ///
    /// The derived identifier consists of the section's identifier and the cell's title. A number is appended if
    /// several rows would have equal identifiers. The default is nil.
    var id: String? { get }
    /// A Boolean value that indicates whether the row is left out of the table. The default is false.
    var isHidden: Bool { get }
    /// A Boolean value that indicates whether the row can be selected. The default is false.
    ///
    /// A row whose cell has a link can always be selected. A row whose cell is disabled can never be selected.
    var isSelectable: Bool { get }
    /// The actions offered at the end of the row, while its cell is enabled. The default is no actions.
    var actions: [TableViewRowAction] { get }

    /// Returns the cell that shows the row. The table calls it again at each update.
    func makeCell() -> TableViewCell
    /// Tells the row that it was selected. It may wait. The default does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table view that shows the row.
    ///   - indexPath: The index path of the row in the table.
    /// - Throws: Any error, which refuses the selection.
    func didSelect(in tableView: TableView, at indexPath: IndexPath) async throws
    /// Tells the row that its detail button or its switch was tapped. It may wait. The default does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table view that shows the row.
    ///   - indexPath: The index path of the row in the table.
    /// - Throws: Any error, which refuses the tap.
    func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) async throws
    /// Tells the row which table it is in. The table calls it before each update. The default does nothing.
    ///
    /// - Parameter table: The table that contains the row.
    func prepare(table: StaticTable)
}

extension StaticRow {
    /// The default identifier, nil, which lets the table derive one from the section and the title.
    public var id: String? { nil }
    /// The default value, false: the row is part of the table.
    public var isHidden: Bool { false }
    /// The default value, false: only a link makes the row selectable.
    public var isSelectable: Bool { false }
    /// The default value, no actions.
    public var actions: [TableViewRowAction] { [] }
    /// Does nothing. This is the default implementation.
    public func didSelect(in tableView: TableView, at indexPath: IndexPath) {}
    /// Does nothing. This is the default implementation.
    public func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) {}
    /// Does nothing. This is the default implementation.
    public func prepare(table: StaticTable) {}
}
