import FoundationEssentials

extension CascadingBareTableDelegate {
    /// Has the node show the new snapshot in place of the old one, which is one update of the table it is in.
    ///
    /// - Parameter show: makes the node answer from the new snapshot, if it does not already.
    func announce<S, R>(from old: TableSnapshot<S, R>, to new: TableSnapshot<S, R>, show: () -> Void = {}) {
        guard let tableView else { return show() }
        let changes = parentDelegate == nil ? old.changes(to: new) : old.changesOfFirstSection(to: new, at: index)
        guard !changes.isEmpty else { return show() }
        tableView.performBatchUpdates {
            show()
            tableView.announce(changes)
        }
    }

    /// Announces a change of the node's own sections that has been made, in the table it is in.
    func announce(_ change: TableViewChange) {
        tableView?.announce([parentDelegate == nil ? change : change.shown(inSection: index)])
    }
}

extension TableSnapshot {
    /// The changes of the one section that a section of a tree shows, which stands there in the table.
    fileprivate func changesOfFirstSection(to new: Self, at index: Int) -> [TableViewChange] {
        guard let old = sections.first, var first = new.sections.first else {
            return sections.isEmpty && new.sections.isEmpty ? [] : [.reloadSections([index])]
        }
        first.id = old.id
        return Self(sections: [old]).changes(to: Self(sections: [first])).map { $0.shown(inSection: index) }
    }
}

extension TableViewChange {
    /// The change as it is seen where only the first section is shown, there in the table.
    fileprivate func shown(inSection section: Int) -> TableViewChange {
        func areShown(_ paths: [IndexPath]) -> Bool { paths.allSatisfy { $0.section == 0 } }
        func path(_ indexPath: IndexPath) -> IndexPath { IndexPath(row: indexPath.row, section: section) }
        switch self {
        case .insertRows(let paths) where areShown(paths): return .insertRows(paths.map(path))
        case .deleteRows(let paths) where areShown(paths): return .deleteRows(paths.map(path))
        case .reloadRows(let paths) where areShown(paths): return .reloadRows(paths.map(path))
        case .moveRow(let from, let to) where areShown([from, to]): return .moveRow(from: path(from), to: path(to))
        default: return .reloadSections([section])
        }
    }
}
