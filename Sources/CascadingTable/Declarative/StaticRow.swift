public import FoundationEssentials

/// A row of a ``StaticTable``; conform a type of your own to it for a row of another kind.
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
/// A row with a state of its own is a class; after a change that comes from outside of the table it calls the table's
/// ``StaticTable/update()``.
@TableActor
public protocol StaticRow {
    /// Names the row, unique in its table; without one it goes by its section, its title and its place among the rows
    /// of that title.
    var id: String? { get }
    /// Whether it is left out of the table.
    var isHidden: Bool { get }
    /// Whether it can be pressed. A row whose cell has a link can be anyhow, one whose cell is disabled never.
    var isSelectable: Bool { get }
    /// What can be done to the row besides, offered at its end.
    var actions: [TableViewRowAction] { get }

    /// The cell that the row shows.
    func makeCell() -> TableViewCell
    /// The row was pressed; throwing refuses that.
    func didSelect(in tableView: TableView, at indexPath: IndexPath) throws
    /// Its accessory was pressed: a detail button, or a switch; throwing refuses that.
    func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) throws
    /// The row has come into that table.
    func prepare(table: StaticTable)
}

extension StaticRow {
    public var id: String? { nil }
    public var isHidden: Bool { false }
    public var isSelectable: Bool { false }
    public var actions: [TableViewRowAction] { [] }
    public func didSelect(in tableView: TableView, at indexPath: IndexPath) {}
    public func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) {}
    public func prepare(table: StaticTable) {}
}
