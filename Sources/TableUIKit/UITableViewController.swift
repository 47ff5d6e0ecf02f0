public import CascadingTable
public import Foundation

/// A controller with UIKit's methods: appearance, heights as `CGFloat`, refresh control, undo and edit button.
///
/// Subclass it and mount it, like a `TableViewController`.
@TableActor
open class UITableViewController: TableViewController {
    /// Creates a controller.
    ///
    /// - Parameter style: The arrangement of the rows. Default: `plain`.
    public override init(style: UITableView.Style = .plain) { super.init(style: style) }

    /// A Boolean value that indicates whether the table is there, and `viewDidLoad` was called or is.
    public private(set) final var isViewLoaded = false

    open override func prepare(tableView: TableView) {
        isViewLoaded = true
        super.prepare(tableView: tableView)
    }

    /// The buttons at the top of the page.
    public final lazy var navigationItem = UINavigationItem(self)

    /// The button that starts edit mode. Set it as a bar button item of ``navigationItem``.
    public final lazy var editButtonItem = UIBarButtonItem(isEditButton: true)

    /// More buttons at the top of the page. Nil for none.
    public final var toolbarItems: [UIBarButtonItem]? { didSet { showBarButtons() } }

    /// The contents of a table without rows. Nil for a short sentence.
    public final var contentUnavailableConfiguration: UIContentUnavailableConfiguration? {
        didSet {
            tableView.appearance.emptyView = contentUnavailableConfiguration.map {
                UIView(title: $0.text, subtitle: $0.secondaryText, image: $0.image)
            }
        }
    }

    /// Sets ``contentUnavailableConfiguration``. It is called by ``setNeedsUpdateContentUnavailableConfiguration()``.
    ///
    /// - Parameter state: The state of the screen, of which nothing is known.
    open func updateContentUnavailableConfiguration(using state: UIContentUnavailableConfigurationState) {}

    /// Calls ``updateContentUnavailableConfiguration(using:)`` at once.
    public final func setNeedsUpdateContentUnavailableConfiguration() {
        updateContentUnavailableConfiguration(using: UIContentUnavailableConfigurationState())
    }

    /// A Boolean value that indicates whether the visitor's page is in edit mode.
    public final var isEditing: Bool { tableView.isEditing }

    /// Turns edit mode on or off in the visitor's session. The button of the page does not call it.
    open func setEditing(_ editing: Bool, animated: Bool) { tableView.setEditing(editing) }

    /// The undo of the visitor's current action. It is never nil.
    public final var undoManager: UIUndoManager? { UIUndoManager(tableView) }

    /// The button that refreshes the table. Nil for none.
    public final var refreshControl: UIRefreshControl? {
        get { tableView.refreshControl }
        set { tableView.refreshControl = newValue }
    }

    /// A Boolean value that indicates whether the selection ends when the table appears. It has no effect: each visitor
    /// has a selection.
    public final var clearsSelectionOnViewWillAppear = true

    /// Tells the controller that one more visitor is about to look at the table. `animated` is false.
    open func viewWillAppear(_ animated: Bool) {}
    /// Tells the controller that one more visitor looks at the table. `animated` is false.
    open func viewDidAppear(_ animated: Bool) {}
    /// Tells the controller that the last visitor has gone. `animated` is false.
    open func viewDidDisappear(_ animated: Bool) {}

    open override func tableViewWillAppear(viewers: Int) { viewWillAppear(false) }
    open override func tableViewDidAppear(viewers: Int) { viewDidAppear(false) }
    open override func tableViewDidDisappear(viewers: Int) { if viewers == 0 { viewDidDisappear(false) } }

    // MARK: Cells

    /// Returns the cell of a row. Default: that of the child delegate, if there is one.
    open func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell(super.tableView(tableView, cellForRowAt: indexPath))
    }

    @_disfavoredOverload
    open override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let cell: UITableViewCell = self.tableView(tableView, cellForRowAt: indexPath)
        return cell.shown(in: tableView)
    }

    // MARK: Swipes and menus

    /// Returns the actions at the end of a row. Default: one that deletes, for a row that can be deleted, as in UIKit.
    ///
    /// Return nil for a row that is deleted in edit mode only.
    open override func tableView(
        _ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> TableViewSwipeActionsConfiguration? {
        let row = tableView.responder(forRowAt: indexPath)
        guard row.editingStyle == .delete else { return nil }
        let delete = TableViewRowAction(id: "delete", title: row.deleteTitle ?? "Delete", style: .destructive) { _, _ in
            .delete
        }
        return TableViewSwipeActionsConfiguration(actions: [delete])
    }

    /// Returns the menu of a row. The point is zero.
    open func tableView(
        _ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
    ) -> UIContextMenuConfiguration? { nil }

    open override func tableView(
        _ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath
    ) -> TableViewContextMenuConfiguration? {
        self.tableView(tableView, contextMenuConfigurationForRowAt: indexPath, point: .zero)
    }

    // MARK: Heights

    open func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> CGFloat { -1 }
    open func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> CGFloat { 0 }
    open func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> CGFloat { 0 }
    /// Accepted without an effect, because the browser lays out all rows of a page.
    open func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat { -1 }

    @_disfavoredOverload
    open override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        Height(self.tableView(tableView, heightForRowAt: indexPath) as CGFloat)
    }
    @_disfavoredOverload
    open override func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height {
        Height(self.tableView(tableView, heightForHeaderInSection: section) as CGFloat)
    }
    @_disfavoredOverload
    open override func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height {
        Height(self.tableView(tableView, heightForFooterInSection: section) as CGFloat)
    }
}

/// The top of the page of a controller.
@TableActor
public final class UINavigationItem {
    private unowned let controller: UITableViewController

    init(_ controller: UITableViewController) { self.controller = controller }

    /// The title of the page. Nil for none.
    public var title: String? {
        get { controller.title }
        set { controller.title = newValue }
    }

    /// The title of links back to the page. Nil for its title.
    public var backButtonTitle: String? {
        get { controller.backButtonTitle }
        set { controller.backButtonTitle = newValue }
    }

    /// The last buttons at the top of the page. Nil for none.
    public var rightBarButtonItems: [UIBarButtonItem]? { didSet { controller.showBarButtons() } }

    /// The first buttons at the top of the page. Nil for none.
    public var leftBarButtonItems: [UIBarButtonItem]? { didSet { controller.showBarButtons() } }

    /// The first of the ``rightBarButtonItems``. Setting it replaces them.
    public var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }

    /// The first of the ``leftBarButtonItems``. Setting it replaces them.
    public var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }

    /// The search field. Nil for none.
    public var searchController: UISearchController? {
        didSet {
            searchController?.searchBar.controller = controller
            if searchController == nil {
                controller.tableView.queryOptions.remove(.searching)
            } else {
                controller.tableView.queryOptions.insert(.searching)
            }
            controller.showBarButtons()
        }
    }

    /// The size of the title. It has no effect.
    public var largeTitleDisplayMode = LargeTitleDisplayMode.automatic
    /// A Boolean value that indicates whether the search field is hidden. It has no effect.
    public var hidesSearchBarWhenScrolling = true

    /// The size of a title. It has no effect.
    public enum LargeTitleDisplayMode: Sendable, Hashable { case automatic, always, never }
}
