/// Is told when a table shows something else than before.
@TableActor
public protocol TableViewObserver: AnyObject {
    /// The table has come to its next revision. Told within the turn that changed it, so this must not take long, and
    /// must not change the table.
    func tableViewDidChange(_ tableView: TableView)
}

extension TableView {
    /// Tells the observer, which is held weakly, of each revision from now on, also of those that a table makes which shares
    /// them (``init(root:answering:of:)``).
    public func addObserver(_ observer: some TableViewObserver) {
        history.observers = history.observers.filter { $0.isOther(than: observer) } + [WeakObserver(observer: observer)]
    }

    public func removeObserver(_ observer: some TableViewObserver) {
        history.observers = history.observers.filter { $0.isOther(than: observer) }
    }

    func tellObservers() {
        for entry in history.observers { entry.observer?.tableViewDidChange(self) }
    }

    struct WeakObserver {
        weak var observer: (any TableViewObserver)?

        /// Whether it is there, and another.
        func isOther(than other: some TableViewObserver) -> Bool { observer.map { $0 !== other } ?? false }
    }
}
