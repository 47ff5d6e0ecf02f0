extension TableManager: StorageObserver {
    /// Applies an update of the storage to the table and calls the closures of the ``updater``.
    ///
    /// The storage calls it. In a tree of delegates, only the changes of the storage's section 0 reach the table.
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

    /// Reloads the table, or the section in a tree of delegates, and calls the closures of the ``updater``.
    ///
    /// The storage calls it.
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

/// The settings for how a manager applies changes of its storage to the table.
public struct TableViewUpdater<Item> {
    /// The animation of each kind of change. A page takes it as a hint.
    public var animations = TableView.UpdateAnimations()

    /// A closure that is called after the storage changed and before the table changes. The update is nil for a reload.
    public var willUpdateContent: (@TableActor (StorageUpdate<Item>?) -> Void)?
    /// A closure that is called after the table changed. The update is nil for a reload.
    public var didUpdateContent: (@TableActor (StorageUpdate<Item>?) -> Void)?

    /// Creates settings with the default animations and without closures.
    public init() {}
}
