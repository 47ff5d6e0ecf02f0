extension CascadingBareTableDelegate {
    /// Announces a change of the node's own sections to its table, as one update.
    ///
    /// - Parameters:
    ///   - update: The changes, in positions of the node.
    ///   - animations: The animations that browsers should use.
    ///   - show: Makes the change visible, if it is not visible yet.
    func announce<Item>(
        _ update: StorageUpdate<Item>, animations: TableView.UpdateAnimations = .init(), show: () -> Void = {}
    ) {
        guard let tableView, !update.isEmpty else { return show() }
        tableView.performBatchUpdates {
            show()
            if tableView.hasAnnounced {
                // The positions of the update refer to the current rows, and those of the batch to the rows before it.
                tableView.reloadData()
            } else if parentDelegate == nil {
                tableView.perform(update, animations: animations)
            } else {
                tableView.perform(update, inSection: index, animations: animations)
            }
        }
    }
}
