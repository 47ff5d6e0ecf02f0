extension TableManager: StorageObserver {
    public final func storageDidPerform(_ update: StorageUpdate<Item>) {
        rowNames = nil
        updater.willUpdateContent?(update)
        if let tableView {
            if parentDelegate == nil {
                tableView.perform(update, animations: updater.animations)
            } else {
                tableView.perform(update, inSection: index, animations: updater.animations)
            }
        }
        updater.didUpdateContent?(update)
    }

    public final func storageNeedsReload() {
        rowNames = nil
        updater.willUpdateContent?(nil)
        if parentDelegate == nil {
            tableView?.reloadData()
        } else {
            tableView?.reloadSections([index], with: updater.animations.reloadSections)
        }
        updater.didUpdateContent?(nil)
    }
}
