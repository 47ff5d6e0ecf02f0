public import Essentials

/// A table with all its rows in one class, like UIKit's `UITableViewController`: subclass it and mount it.
///
/// ```swift
/// final class Market: TableViewController {
///     private let fruit = ["Apple", "Pear"]
///
///     override func viewDidLoad() { title = "Market" }
///
///     override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { fruit.count }
///
///     override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
///         TableViewCell(title: fruit[indexPath.row])
///     }
/// }
/// ```
///
/// ```swift
/// server.mount("/", Market())
/// ```
///
/// The controller is data source and delegate of its ``tableView``. With `override`, the compiler checks the name and
/// the types of each method. Unlike in UIKit, `numberOfRowsInSection` is 0 until you override it.
///
/// Once the table is mounted, it holds its controller, also if it has another data source and delegate. The controller
/// holds the table weakly. The server drops both together.
@TableActor
open class TableViewController: CascadingBareTableDelegate {
    private final let style: TableViewAppearance.Style
    private final var ownTitle: String?
    private final var ownBackButtonTitle: String?
    private final var isLoaded = false
    /// The table until it is mounted. Controller and table hold each other so long.
    private final var unmounted: TableView?

    /// Creates a controller. Its table is created later, see ``tableView``.
    ///
    /// - Parameter style: The arrangement of the rows. Default: `plain`.
    public init(style: TableViewAppearance.Style = .plain) {
        self.style = style
        super.init()
    }

    /// The table of the controller. As in UIKit, reading it for the first time creates it and calls ``viewDidLoad()``.
    ///
    /// After the server has dropped the table, an empty table takes its place.
    public final override var tableView: TableView {
        if let tableView = super.tableView ?? unmounted { return tableView }
        let tableView = isLoaded ? TableView() : TableView(root: self)
        unmounted = tableView
        return tableView
    }

    /// The title of the table and of its page. Nil for no title.
    public final var title: String? {
        get { super.tableView?.title ?? ownTitle }
        set {
            ownTitle = newValue
            super.tableView?.title = newValue ?? ""
        }
    }

    /// The title of links back to the table, see ``TableNavigationItem/backButtonTitle``. Nil for the title of the table.
    public final var backButtonTitle: String? {
        get { super.tableView?.navigationItem.backButtonTitle ?? ownBackButtonTitle }
        set {
            ownBackButtonTitle = newValue
            super.tableView?.navigationItem.backButtonTitle = newValue
        }
    }

    /// Responds to the creation of the table, once, before the table asks for anything.
    ///
    /// Set properties of the table here. Default: does nothing.
    open func viewDidLoad() {}

    /// Tells the controller that one more visitor is about to look at the table.
    ///
    /// Viewers are counted as in ``TableHosting/numberOfViewers``. Default: does nothing.
    ///
    /// - Parameter viewers: The number of viewers, with the new one.
    open func tableViewWillAppear(viewers: Int) {}

    /// Tells the controller that one more visitor looks at the table and is told about changes.
    ///
    /// Start a timer or a subscription for the first viewer. Default: does nothing.
    ///
    /// - Parameter viewers: The number of viewers, with the new one.
    open func tableViewDidAppear(viewers: Int) {}

    /// Tells the controller that a visitor has closed or hidden the page, or lost the connection.
    ///
    /// A lost connection may be noticed only at the next heartbeat, after 15 seconds by default. End a timer or a
    /// subscription when the number is 0. Default: does nothing.
    ///
    /// - Parameter viewers: The number of the remaining viewers.
    open func tableViewDidDisappear(viewers: Int) {}

    /// Makes the controller data source and delegate of a table. The first time, ``TableViewController/viewDidLoad()`` is called.
    open override func prepare(tableView: TableView) {
        super.prepare(tableView: tableView)
        tableView.owner = self
        guard !isLoaded else { return }
        isLoaded = true
        if style != .plain { tableView.appearance.style = style }
        if let ownTitle { tableView.title = ownTitle }
        if let ownBackButtonTitle { tableView.navigationItem.backButtonTitle = ownBackButtonTitle }
        viewDidLoad()
    }

    /// Ends the strong reference to the table, which somebody else holds from now on.
    package final func tableWasMounted() { unmounted = nil }

    // MARK: Identity. A node of a tree names rows and sections by itself, which one object for many of them cannot.

    open override func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? { nil }
    open override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? { nil }
    open override func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath?
    {
        tableView.searchForRow(withIdentifier: identifier)
    }
}

extension TableView {
    /// The controller of the table; nil if it has none.
    package var controller: TableViewController? {
        delegate as? TableViewController ?? dataSource as? TableViewController ?? owner
    }

    /// Tells the controller that a visitor is about to look at the table.
    package func viewerWillAppear() { controller?.tableViewWillAppear(viewers: hosting.numberOfViewers + 1) }

    /// Counts a visitor who looks at the table, and tells the controller.
    package func viewerDidAppear() {
        hosting.numberOfViewers += 1
        controller?.tableViewDidAppear(viewers: hosting.numberOfViewers)
    }

    /// Counts a visitor who looks at the table no more, and tells the controller.
    package func viewerDidDisappear() {
        hosting.numberOfViewers -= 1
        controller?.tableViewDidDisappear(viewers: hosting.numberOfViewers)
    }
}
