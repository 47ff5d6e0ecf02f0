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

    /// The buttons at the top of the page.
    public final lazy var navigationItem = UINavigationItem(self)

    /// The button that starts edit mode. Set it as a bar button item of ``navigationItem``.
    public final lazy var editButtonItem = UIBarButtonItem(isEditButton: true)

    /// More buttons at the top of the page. Nil for none.
    public final var toolbarItems: [UIBarButtonItem]? { didSet { showBarButtons() } }

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

/// The search field of a page.
///
/// The table searches its cells by itself, for each visitor.
public struct UISearchController: Sendable, Hashable {
    /// The object that shows what was found. It is not available.
    @available(*, unavailable, message: "For a search of your own, implement tableView(_:rowsInSection:matching:).")
    public var searchResultsUpdater: AnyObject? {
        get { nil }
        set {}
    }

    /// A Boolean value that indicates whether the rows are dimmed during a search. It has no effect.
    public var obscuresBackgroundDuringPresentation = false

    /// Creates a search field.
    ///
    /// - Parameter searchResultsController: Nil.
    public init(searchResultsController: Never? = nil) {}
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
        get { controller.tableView.queryOptions.contains(.searching) ? UISearchController() : nil }
        set {
            if newValue == nil {
                controller.tableView.queryOptions.remove(.searching)
            } else {
                controller.tableView.queryOptions.insert(.searching)
            }
        }
    }
}
