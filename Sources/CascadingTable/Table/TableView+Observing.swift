/// An object that is told about each new revision of a table.
@TableActor
public protocol TableViewObserver: AnyObject {
    /// Tells the observer that the table has a new revision.
    ///
    /// It is called synchronously, during the change. Return quickly, and do not change the table.
    func tableViewDidChange(_ tableView: TableView)
}

extension TableView {
    /// Adds an observer, which is told about each revision from now on. It is held weakly.
    ///
    /// The observer is also told about tables that share the revisions of this one (``init(root:answering:of:)``).
    /// Adding an observer twice has no further effect.
    public func addObserver(_ observer: some TableViewObserver) {
        history.observers = history.observers.filter { $0.isOther(than: observer) } + [WeakObserver(observer: observer)]
    }

    /// Removes an observer, which is told nothing more.
    public func removeObserver(_ observer: some TableViewObserver) {
        history.observers = history.observers.filter { $0.isOther(than: observer) }
    }

    func tellObservers() {
        for entry in history.observers { entry.observer?.tableViewDidChange(self) }
    }

    struct WeakObserver {
        weak var observer: (any TableViewObserver)?

        /// Returns whether the observer still exists and is a different object.
        func isOther(than other: some TableViewObserver) -> Bool { observer.map { $0 !== other } ?? false }
    }
}
