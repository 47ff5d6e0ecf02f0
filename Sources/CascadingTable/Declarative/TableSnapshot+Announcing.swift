import FoundationEssentials

extension CascadingBareTableDelegate {
    /// Has the node show the new snapshot in place of the old one, which is one update of the table it is in.
    ///
    /// - Parameter show: makes the node answer from the new snapshot.
    func announce<S, R>(from old: TableSnapshot<S, R>, to new: TableSnapshot<S, R>, show: () -> Void) {
        guard let tableView else { return show() }
        let changes = parentDelegate == nil ? old.changes(to: new) : old.changesOfFirstSection(to: new, at: index)
        guard !changes.isEmpty else { return show() }
        tableView.performBatchUpdates {
            show()
            tableView.announce(changes)
        }
    }
}

extension TableSnapshot {
    /// The changes of the one section that a section of a tree shows, which stands there in the table.
    fileprivate func changesOfFirstSection(to new: Self, at index: Int) -> [TableViewChange] {
        guard let old = sections.first, var first = new.sections.first else {
            return sections.isEmpty && new.sections.isEmpty ? [] : [.reloadSections([index])]
        }
        first.id = old.id
        return Self(sections: [old]).changes(to: Self(sections: [first])).map { $0.moved(toSection: index) }
    }
}

extension TableViewChange {
    fileprivate func moved(toSection section: Int) -> TableViewChange {
        func path(_ indexPath: IndexPath) -> IndexPath { IndexPath(row: indexPath.row, section: section) }
        switch self {
        case .insertRows(let paths): return .insertRows(paths.map(path))
        case .deleteRows(let paths): return .deleteRows(paths.map(path))
        case .reloadRows(let paths): return .reloadRows(paths.map(path))
        case .moveRow(let from, let to): return .moveRow(from: path(from), to: path(to))
        default: return .reloadSections([section])
        }
    }
}
