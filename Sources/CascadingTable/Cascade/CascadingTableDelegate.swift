public import FoundationEssentials

/// A node of a table's tree: data source and delegate at once, with a place among its siblings.
///
/// A node belongs to one table at a time. If you give a ``CascadingBareTableDelegate`` to a second table, the first table
/// removes it and reports ``Anomaly/Code/nodeInSeveralTables``.
///
/// A node answers for itself and passes on what belongs to a child. Conform a class of your own, or start from
/// ``CascadingRootTableDelegate`` for the table, ``CascadingSectionTableDelegate`` for a section and
/// ``CascadingBareTableDelegate`` for a row.
@TableActor
public protocol CascadingTableDelegate: TableViewDataSource, TableViewDelegate {
    /// The node's place among its parent's children: the section under a root, the row under a section.
    var index: Int { get set }

    /// The nodes below this one. Assigning gives each its index and parent, and takes the parent from those removed.
    var childDelegates: [any CascadingTableDelegate] { get set }

    /// The node above; hold it weakly, for the parent holds its children.
    var parentDelegate: (any CascadingTableDelegate)? { get set }

    /// Called once each time the node comes into a table, or under another parent in it, before it is asked anything.
    func prepare(tableView: TableView)

    /// Who answers each question about that row, where this node passes all of them on unchanged; else the node.
    ///
    /// A node that answers any of them itself must be the responder. By default it is.
    func responder(forRowAt indexPath: IndexPath) -> any CascadingTableDelegate
}

extension CascadingTableDelegate {
    public func responder(forRowAt indexPath: IndexPath) -> any CascadingTableDelegate { self }

    /// Looks at the rows of the node's section, or of the table where it is the root.
    public func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        tableView.searchForRow(
            startingWith: text, after: indexPath, inSection: parentDelegate == nil ? nil : index)
    }
}
