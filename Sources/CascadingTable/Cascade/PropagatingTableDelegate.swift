public import Essentials

/// A node that forwards each question to the child that it concerns: the superclass of root and section nodes.
///
/// Subclasses decide which child that is. Without such a child, the answer is the default, so an invalid index path
/// never traps.
///
/// Override a method to answer it here, and call `super` to forward it.
@TableActor
open class PropagatingTableDelegate: CascadingBareTableDelegate {
    /// Returns the child that answers for a row. Default: nil.
    ///
    /// - Parameter indexPath: The index path of a row, which need not exist.
    /// - Returns: The child, or nil to use the default answers.
    open override func childDelegate(forRowAt indexPath: IndexPath) -> (any CascadingTableDelegate)? { nil }

    /// Returns the child that answers for a whole section. Default: nil.
    ///
    /// - Parameter section: The index of a section, which need not exist.
    /// - Returns: The child, or nil to use the default answers.
    open override func childDelegate(forSection section: Int) -> (any CascadingTableDelegate)? { nil }

    /// Returns the child at an index.
    ///
    /// - Parameter index: The index of a child, from 0.
    /// - Returns: The child, or nil if the index is out of range.
    public final func childDelegate(at index: Int) -> (any CascadingTableDelegate)? {
        let children = childDelegates
        return index >= 0 && index < children.count ? children[index] : nil
    }

    override class var forwards: Bool { true }

    /// Returns the children of the rows, each child once.
    private func children(at indexPaths: IndexPath?...) -> [any CascadingTableDelegate] {
        var children: [any CascadingTableDelegate] = []
        for case let indexPath? in indexPaths {
            guard let child = childDelegate(forRowAt: indexPath), !children.contains(where: { $0 === child }) else {
                continue
            }
            children.append(child)
        }
        return children
    }

    /// Calls the body for each run of consecutive rows of one child.
    private func forEachChild(
        ofRowsAt indexPaths: [IndexPath], _ body: (any CascadingTableDelegate, [IndexPath]) -> Void
    ) {
        guard let first = indexPaths.first else { return }
        // If each child has one row, one array is reused for all of them, unless a child stores it.
        var single = [first]
        var start = 0
        var child = childDelegate(forRowAt: first)
        while start < indexPaths.count {
            var end = start + 1
            var next = child
            while end < indexPaths.count {
                next = childDelegate(forRowAt: indexPaths[end])
                guard next === child else { break }
                end += 1
            }
            if let child, end - start == 1 {
                single[0] = indexPaths[start]
                body(child, single)
            } else if let child {
                body(child, Array(indexPaths[start..<end]))
            }
            (start, child) = (end, next)
        }
    }

    // MARK: Moving and indenting
    open override func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) throws
    {
        let children = children(at: source, destination)
        try tableView.start {
            for child in children { try await child.tableView(tableView, moveRowAt: source, to: destination) }
        }
    }
    open override func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath {
        children(at: source, proposed).reduce(proposed) { proposed, child in
            child.tableView(tableView, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed)
        }
    }
    open override func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) throws {
        let sections = source == destination ? [source] : [source, destination]
        let children = sections.compactMap(childDelegate(forSection:))
        try tableView.start {
            for child in children { try await child.tableView(tableView, moveSection: source, to: destination) }
        }
    }

    // MARK: Multiple selection
    open override func tableViewDidEndMultipleSelectionInteraction(_ tableView: TableView) {
        for child in childDelegates { child.tableViewDidEndMultipleSelectionInteraction(tableView) }
    }

    // MARK: Focus
    open override func tableView(_ tableView: TableView, shouldUpdateFocusIn context: TableViewFocusUpdateContext)
        -> Bool
    {
        children(at: context.previouslyFocusedIndexPath, context.nextFocusedIndexPath)
            .allSatisfy { $0.tableView(tableView, shouldUpdateFocusIn: context) }
    }
    open override func tableView(_ tableView: TableView, didUpdateFocusIn context: TableViewFocusUpdateContext) {
        for child in children(at: context.previouslyFocusedIndexPath, context.nextFocusedIndexPath) {
            child.tableView(tableView, didUpdateFocusIn: context)
        }
    }
    open override func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath? {
        for child in childDelegates {
            if let indexPath = child.indexPathForPreferredFocusedView(in: tableView) { return indexPath }
        }
        return nil
    }

    // MARK: Index
    open override func sectionIndexTitles(for tableView: TableView) -> [String]? {
        let titles = childDelegates.flatMap { $0.sectionIndexTitles(for: tableView) ?? [] }
        return titles.isEmpty ? nil : titles
    }
    open override func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int)
        -> Int
    {
        guard index >= 0 else { return 0 }
        var first = 0
        for child in childDelegates {
            let count = child.sectionIndexTitles(for: tableView)?.count ?? 0
            if index < first + count {
                return child.tableView(tableView, sectionForSectionIndexTitle: title, at: index - first)
            }
            first += count
        }
        return 0
    }

    // MARK: Identity and loading
    open override func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
        childDelegate(forSection: section)?.tableView(tableView, identifierForSection: section)
    }
    open override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, identifierForRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath?
    {
        for child in childDelegates {
            if let indexPath = child.tableView(tableView, indexPathForRowWithIdentifier: identifier) {
                return indexPath
            }
        }
        return nil
    }
    open override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        var work: [TablePrefetch] = []
        forEachChild(ofRowsAt: indexPaths) { child, own in
            if let load = child.tableView(tableView, prefetchRowsAt: own) { work.append(load) }
        }
        return .all(work)
    }
    open override func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        forEachChild(ofRowsAt: indexPaths) { child, own in
            child.tableView(tableView, cancelPrefetchingForRowsAt: own)
        }
    }
    open override func columns(in tableView: TableView) -> [TableViewColumn] {
        for child in childDelegates {
            let columns = child.columns(in: tableView)
            if !columns.isEmpty { return columns }
        }
        return []
    }
}
