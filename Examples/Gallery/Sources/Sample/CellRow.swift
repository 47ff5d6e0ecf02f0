import CascadingTable

/// A row that is made of closures.
final class CellRow: CascadingBareTableDelegate {
    typealias Action = @TableActor (TableView, IndexPath) -> Void

    private let id: String?
    private let cell: @TableActor (TableView) -> TableViewCell
    private let isSelectable: Bool
    private let action: Action

    /// - Parameters:
    ///   - id: The identifier of the row. Default: nil, an identifier that the table chooses.
    ///   - cell: Makes the cell.
    ///   - isSelectable: Whether visitors can press the row. Default: true.
    ///   - action: Called when a visitor presses the row. Default: nothing.
    init(
        _ id: String? = nil, cell: @escaping @TableActor (TableView) -> TableViewCell, isSelectable: Bool = true,
        action: @escaping Action = { _, _ in }
    ) {
        (self.id, self.cell, self.isSelectable, self.action) = (id, cell, isSelectable, action)
        super.init()
    }

    /// Creates a row with a cell that never changes.
    convenience init(_ id: String? = nil, _ cell: TableViewCell, isSelectable: Bool = true) {
        self.init(id, cell: { _ in cell }, isSelectable: isSelectable)
    }

    /// Creates a row with a name, a value and an optional link.
    convenience init(_ name: String, _ value: String, to link: String? = nil) {
        self.init(nil, TableViewCell(style: .value1, title: name, subtitle: value, to: link), isSelectable: false)
    }

    override var identifier: String { id ?? super.identifier }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        cell(tableView)
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { isSelectable }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        action(tableView, indexPath)
    }
}
