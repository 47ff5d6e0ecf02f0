extension TableView {
    /// Removes a node that was added to another table, and reports it. Takes time in proportion to the number of nodes.
    func remove(_ node: any CascadingTableDelegate, takenBy other: TableView) {
        if owner === node { owner = nil }
        let parents = root.map { Self.parents(of: node, below: $0) } ?? []
        guard dataSource === node || delegate === node || !parents.isEmpty else { return }
        performBatchUpdates {
            if dataSource === node { dataSource = nil }
            if delegate === node { delegate = nil }
            for parent in parents { parent.childDelegates.removeAll { $0 === node } }
            reloadData()
        }
        report(
            .nodeInSeveralTables,
            "A \(type(of: node)) was given to the table \"\(other.title)\", so the table \"\(title)\" does not show it any more. "
                + "Remove it from its table first, or make one for each table.")
    }

    private static func parents(
        of node: any CascadingTableDelegate, below top: any CascadingTableDelegate
    ) -> [any CascadingTableDelegate] {
        let children = top.childDelegates
        let parents = children.flatMap { Self.parents(of: node, below: $0) }
        return children.contains { $0 === node } ? [top] + parents : parents
    }
}
