import CascadingTable

/// A row of a workshop: its cell, and the gestures that it allows.
struct Tool: Sendable {
    var name: String
    var cell: TableViewCell
    var isSelectable = true
    var vetoes = false
    /// The address that a tap on the accessory leads to.
    var leadsTo: String?
    var hasPrimaryAction = true
    var expansion: TableViewRowExpansion? = TableViewRowExpansion(
        .init(title: "Inside", text: "a motor", fields: [Field("weight", 3)]))
    var leading: TableViewSwipeActionsConfiguration? = .init(actions: [.noting("sharpen")])
    var trailing: TableViewSwipeActionsConfiguration? = .init(
        actions: [.noting("scrap", style: .destructive, answering: .delete)], performsFirstActionWithFullSwipe: false)
    var contextMenu: TableViewContextMenuConfiguration? = .init(title: "More", actions: [.noting("lend")])
    var menu: [MenuAction] = [.copy, .paste]
    var canEdit = true
    var editingStyle = TableViewCell.EditingStyle.delete
    var deleteTitle: String?
    var canMove = true
    var canFocus = true
    /// The items that are dragged with the row.
    var dragItems: [TableViewDragItem]

    init(_ name: String) {
        self.name = name
        dragItems = [TableViewDragItem(name)]
        cell = TableViewCell(title: name.prefix(1).uppercased() + name.dropFirst(), accessory: .detail)
    }

    /// Returns a row without actions.
    static func plain(_ name: String) -> Tool {
        var tool = Tool(name)
        tool.cell.accessory = .none
        tool.isSelectable = false
        tool.hasPrimaryAction = false
        tool.expansion = nil
        (tool.leading, tool.trailing, tool.contextMenu) = (nil, nil, nil)
        tool.menu = []
        (tool.canEdit, tool.canMove, tool.canFocus) = (false, false, false)
        tool.dragItems = []
        return tool
    }
}

extension TableViewRowAction {
    /// Returns an action that its workshop notes.
    static func noting(
        _ id: String, title: String? = nil, style: Style = .default, image: TableViewImage? = nil,
        answering result: Result = .keep
    ) -> TableViewRowAction {
        TableViewRowAction(id: id, title: title ?? id, style: style, image: image) { tableView, indexPath in
            (tableView.dataSource as? Workshop)?.note(id, indexPath)
            return result
        }
    }
}
