import CSwiftRuntime
public import Essentials

/// A node of a table's tree, which is data source and delegate for its part of the table.
///
/// A node answers for itself and forwards the questions about its children. Subclass ``CascadingRootTableDelegate`` for
/// the table, ``CascadingSectionTableDelegate`` for a section, and ``CascadingBareTableDelegate`` for a row. You can
/// also conform a class of your own.
///
/// A node belongs to one table at a time. If you add a ``CascadingBareTableDelegate`` to a second table, the first
/// table removes it and reports ``Anomaly/Code/nodeInSeveralTables``.
@TableActor
public protocol CascadingTableDelegate: TableViewDataSource, TableViewDelegate {
    /// The position of the node among its parent's children, from 0: the section under a root, the row under a section.
    var index: Int { get set }

    /// The children of the node, in order.
    ///
    /// The setter must give each child its index and parent, and clear the parent of removed children.
    var childDelegates: [any CascadingTableDelegate] { get set }

    /// The parent of the node; nil for a root. Store it weakly, because the parent holds its children.
    var parentDelegate: (any CascadingTableDelegate)? { get set }

    /// Adds the node to a table.
    ///
    /// Called before the node is asked anything, each time it joins a table or gets another parent in it.
    ///
    /// - Parameter tableView: The table that shows the node from now on.
    func prepare(tableView: TableView)

    /// Returns the node that answers every question about a row and performs its actions.
    ///
    /// A node that forwards all methods about the row unchanged can return the child that implements them. This saves
    /// calls. A node that implements any of them itself, such as `didSelectRowAt`, must return itself.
    ///
    /// - Parameter indexPath: The index path of a row.
    /// - Returns: This node or one of its descendants. Default: this node.
    func forwardingTarget(forRowAt indexPath: IndexPath) -> any CascadingTableDelegate
}

extension CascadingTableDelegate {
    /// Returns this node.
    public func forwardingTarget(forRowAt indexPath: IndexPath) -> any CascadingTableDelegate { self }

    /// Searches the rows of the node's section, or all rows if the node is the root.
    public func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        tableView.searchForRow(
            startingWith: text, after: indexPath, inSection: parentDelegate == nil ? nil : index)
    }
}

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

/// A weak reference to an object that is retained often. Thread-safe.
///
/// Swift adds a side table to an object when a `weak` variable first refers to it. From then on, every retain and
/// release of the object goes through the side table. Tables and sections are retained for every question, which took a
/// third of the time of a page. An unowned reference needs no side table.
package final class WeakReference<Object: AnyObject & Sendable>: Sendable {
    // Keeps the memory of the object, so that its reference count can be read after it was deinitialized.
    private unowned let target: Object
    // The address is never written to and only given to the Swift runtime.
    private nonisolated(unsafe) let address: UnsafeMutableRawPointer

    package init(_ target: Object) {
        self.target = target
        address = Unmanaged.passUnretained(target).toOpaque()
    }

    /// The object, or nil if its last strong reference is gone.
    package var object: Object? {
        // Reading `target` would trap if another thread released the object at this moment.
        swift_tryRetain(address).map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
    }
}
