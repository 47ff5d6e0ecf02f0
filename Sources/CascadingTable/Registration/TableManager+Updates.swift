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

/// How a manager brings the changes of its storage into the table.
public struct TableViewUpdater<Item> {
    /// How each kind of change comes into view; a page takes it as a hint.
    public var animations = TableView.UpdateAnimations()

    /// Called when the storage has changed and the table has not; nil for a reload.
    public var willUpdateContent: (@TableActor (StorageUpdate<Item>?) -> Void)?
    /// Called when the table has changed as well.
    public var didUpdateContent: (@TableActor (StorageUpdate<Item>?) -> Void)?

    public init() {}
}
