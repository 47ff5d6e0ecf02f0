public import FoundationEssentials

extension TableView {
    /// The row is being dragged out of the table: asks the delegate what goes with it, which is at least one thing.
    public func dragItems(forRowAt indexPath: IndexPath) throws(TableViewError) -> [TableViewDragItem] {
        try requireUsableRow(at: indexPath)
        guard let items = delegate?.tableView(self, itemsForBeginningDragAt: indexPath), !items.isEmpty else {
            throw TableViewError(.notDraggable, "The row cannot be dragged out.")
        }
        return items
    }
}
