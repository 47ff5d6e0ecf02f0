extension CascadingBareTableDelegate {
    /// Announces what has changed in the node's own sections, in the table it is in, as one update.
    ///
    /// - Parameter show: makes the change, where it is not made yet.
    func announce<Item>(_ update: StorageUpdate<Item>, show: () -> Void = {}) {
        guard let tableView, !update.isEmpty else { return show() }
        tableView.performBatchUpdates {
            show()
            if tableView.hasAnnounced {
                // The update starts from what is shown now, the changes of the batch from what was shown before it.
                tableView.reloadData()
            } else if parentDelegate == nil {
                tableView.perform(update)
            } else {
                tableView.perform(update, inSection: index)
            }
        }
    }
}
