import Essentials

/// A table that is shown as a web page, with a data source and a delegate as in UIKit.
///
/// ```swift
/// let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [fruit, vegetables]))
/// tableView.title = "Market"
/// ```
///
/// The table asks the data source for sections and rows, and the delegate for heights, actions and permissions.
///
/// Call ``reloadRows(at:with:)``, ``reloadSections(_:with:)`` or another update method whenever the contents of a row,
/// a header or a footer change. Until then, visitors may get a cached page. Properties of the table, such as ``title``
/// and ``appearance``, announce their changes themselves.
///
/// Invalid answers of a delegate, such as a negative count or height, do not stop the program. They are replaced and
/// reported as an ``Anomaly``.
///
/// A table is isolated to ``TableActor``. It does not use the network itself. To show it, mount it on a `TableServer`.
@TableActor
public final class TableView {
    /// The title of the table, shown as its caption and as the title of its page.
    ///
    /// Default: an empty string.
    public var title: String { didSet { if title != oldValue { noteRewriting() } } }

    /// The links of the page that lead above this table, and the title of those that lead back to it.
    public var navigationItem = TableNavigationItem() {
        didSet { if navigationItem != oldValue { noteRewriting() } }
    }

    /// The language of the table's texts, as a BCP 47 tag such as `en` or `ar`.
    ///
    /// The language also determines the direction of the layout. Set nil for a table whose texts follow the language of
    /// each visitor (``traits``). Default: `en`.
    public var language: String? = "en" { didSet { if language != oldValue { noteReload() } } }

    /// The settings that control how the page of the table is arranged and drawn.
    public var appearance = TableViewAppearance() { didSet { if appearance != oldValue { noteRewriting() } } }

    /// The handler that refreshes the table when a visitor presses Refresh.
    ///
    /// The button is shown only if there is a handler. Default: nil.
    public var refreshHandler: (@TableActor @Sendable (TableView) async throws -> Void)? {
        didSet { if (refreshHandler == nil) != (oldValue == nil) { noteRewriting() } }
    }

    /// The actions of the whole table, shown as buttons above the rows. Default: no actions.
    public var toolbar: [TableViewToolbarAction] = [] { didSet { if toolbar != oldValue { noteRewriting() } } }

    /// The actions on the rows that a visitor has selected. Default: no actions.
    public var selectionActions: [TableViewSelectionAction] = [] {
        didSet { if selectionActions != oldValue { noteRewriting() } }
    }

    /// The means of a server to follow the source of the rows.
    public var hosting = TableHosting() {
        didSet { if hosting.unavailableReason?.message != oldValue.unavailableReason?.message { noteReload() } }
    }

    /// The object that provides the sections and rows of the table.
    ///
    /// The table holds it strongly. UIKit holds it weakly, but on a server no view controller keeps it alive. Setting
    /// it reloads all data.
    public var dataSource: (any TableViewDataSource)? {
        get { currentDataSource }
        set {
            currentDataSource = newValue
            findRoot()
        }
    }

    /// The object that provides heights, actions and permissions, and is told about the actions of visitors.
    ///
    /// The table holds it strongly, unlike UIKit. Setting it reloads all data.
    public var delegate: (any TableViewDelegate)? {
        get { currentDelegate }
        set {
            currentDelegate = newValue
            findRoot()
        }
    }

    // Read for every question. Private properties need no exclusivity check at run time, because only this file can
    // change them.
    private var currentDataSource: (any TableViewDataSource)?
    private var currentDelegate: (any TableViewDelegate)?

    /// The object that is both data source and delegate; nil if they are different objects.
    private(set) var root: (any CascadingTableDelegate)?

    /// The controller that was made for the table. Its data source and delegate may be other objects.
    var owner: TableViewController?

    /// A Boolean value that indicates whether visitors can select rows, as far as the delegate allows it.
    ///
    /// If it is false, no row can be highlighted. Default: true.
    public var allowsSelection = true { didSet { if allowsSelection != oldValue { noteRewriting() } } }

    /// The height of rows whose height is `automatic` according to the delegate. Default: `automatic`.
    ///
    /// Rows of a ``RowBatch`` have their own heights.
    public var rowHeight: Height = .automatic { didSet { if rowHeight != oldValue { noteReload() } } }

    /// The height of headers whose height is 0 according to the delegate. Default: 0, as high as the content.
    public var sectionHeaderHeight: Height = 0 { didSet { if sectionHeaderHeight != oldValue { noteReload() } } }

    /// The height of footers whose height is 0 according to the delegate. Default: 0, as high as the content.
    public var sectionFooterHeight: Height = 0 { didSet { if sectionFooterHeight != oldValue { noteReload() } } }

    /// A Boolean value that indicates whether a visitor can select several rows at a time.
    ///
    /// If it is false, selecting a row deselects the row that was selected before. Default: false.
    public var allowsMultipleSelection = false {
        didSet { if allowsMultipleSelection != oldValue { noteRewriting() } }
    }

    /// A Boolean value that indicates whether a visitor can select several rows at a time in edit mode.
    ///
    /// Rows then have a checkbox in edit mode, in place of the buttons that delete or insert them, as in UIKit. Rows that
    /// are selected stay selected when edit mode ends. If ``allowsMultipleSelection`` is true, rows have checkboxes beside
    /// these buttons. Default: false.
    public var allowsMultipleSelectionDuringEditing = false {
        didSet { if allowsMultipleSelectionDuringEditing != oldValue { noteRewriting() } }
    }

    /// The maximum number of rows that each visitor can select; nil for 10,000.
    ///
    /// Lowering the limit does not deselect rows. ``selectRow(at:)`` ignores the limit. Default: nil.
    public var selectionLimit: Int? {
        didSet { if selectionLimit != oldValue { noteRewriting() } }
    }

    /// The kinds of queries that visitors can make: sorting, filtering, searching and labels.
    ///
    /// Default: none.
    public var queryOptions: TableQueryOptions = [] {
        didSet { if queryOptions != oldValue { noteRewriting() } }
    }

    /// The anomalies that the table has reported, counted and listed.
    public let anomalies: AnomalyHandler

    /// The number of the table's current revision, which rises with each announced change.
    ///
    /// The first revision is 1. Changes that concern one visitor only, such as a selection, do not count.
    public var revision: UInt64 { history.revision }
    /// A weak reference to the table, for objects that must not keep it alive.
    package var link: WeakReference<TableView> {
        if let ownLink { return ownLink }
        let link = WeakReference(self)
        ownLink = link
        return link
    }
    private var ownLink: WeakReference<TableView>?

    private let keptAnswers = DataSourceCache()

    /// The cached answers. Answers that were made for another request or action are cleared first.
    var answers: DataSourceCache {
        if let owner = keptAnswers.owner, owner !== context { keptAnswers.forget() }
        // The table that was queried caches its answers itself, and knows who may get them.
        if origin != nil { keptAnswers.owner = context }
        return keptAnswers
    }
    /// The revisions of the table, and the latest changes.
    public nonisolated let history: TableHistory
    /// Whether changes make revisions. A table that shares its revisions is on no page before its first request.
    var isShown = true
    /// The query that the rows of this table answer, with the number of rows of the table that was queried.
    ///
    /// `isExact` is false if not all of those rows were counted.
    package var answered: (query: TableQuery, total: Int, isExact: Bool)?
    /// The object of TableUIKit that stands for ``refreshHandler``.
    package var refreshControlObject: (any AnyObject & Sendable)?
    /// The closure that presses the control of the cell which was made last, if TableUIKit has put one into it.
    package var pressAccessory: (@TableActor () -> Void)?
    var batch: TableViewBatch?
    /// Whether each call of ``beginUpdates()`` that is not ended yet has begun the batch.
    var begunUpdates: [Bool] = []
    /// The rows of another table that this table shows; nil for a table with rows of its own.
    let queried: QueriedRows?
    /// The table whose rows this table shows; nil for a table with rows of its own.
    var origin: TableView? { queried?.origin }
    /// The context of the request that is answered now; nil outside of a request, and while an action is performed.
    ///
    /// Delegates are asked by the table that was queried, so both tables have one context.
    var answeredContext: TableRequestContext? {
        get { if let other = origin ?? host { other.answeredContext } else { ownAnsweredContext } }
        set {
            if let other = origin ?? host { other.answeredContext = newValue } else { ownAnsweredContext = newValue }
        }
    }
    /// The table of the controller that answers for this table, too; nil for a table with delegates of its own.
    var host: TableView? { hostLink?.object }
    var hostLink: WeakReference<TableView>?
    private var ownAnsweredContext: TableRequestContext?
    let ownContext: TableRequestContext
    let queryResults = QueryResultCache()
    /// The tables with the groups of the latest queries.
    let summaries = SummaryCache()
    /// The number of requests that wait for each row that is being loaded.
    var awaitedRows: [IndexPath: Int] = [:]
    /// The number of cells that the current search for a row may still read.
    var cellsToSearch = TableView.searchLimit
    /// The name of the column whose texts the current search for a row compares; nil for titles and first values.
    package internal(set) var searchedColumn: String?
    /// The number of rows that the last search for a row has compared, if it ended before the last row; otherwise nil.
    package var searchedRows: Int?
    /// A Boolean value that indicates whether rows were shown that the data source could not read.
    ///
    /// Exports of such a table read all rows again. An unread row ends an export with an error.
    package var hasUnreadRows = false
    /// The models that the data source has read.
    let models = ModelObservation()
    /// The sequences that the table follows.
    var followed: [Task<Void, Never>] = []
    /// The refresh that is running, which later requests for a refresh wait for.
    var refreshing: Task<Void, any Error>?

    /// Creates a table with a data source and a delegate, which the table holds strongly.
    ///
    /// - Parameters:
    ///   - title: The title of the table and its page.
    ///   - dataSource: The object that provides the rows.
    ///   - delegate: The object that provides heights, actions and permissions.
    public init(
        title: String = "", dataSource: (any TableViewDataSource)? = nil, delegate: (any TableViewDelegate)? = nil
    ) {
        self.title = title
        (history, anomalies, ownContext, queried) = (TableHistory(), AnomalyHandler(), TableRequestContext(), nil)
        currentDataSource = dataSource
        currentDelegate = delegate
        root = dataSource === delegate ? dataSource as? any CascadingTableDelegate : nil
    }

    /// Creates a table that shows the rows of another table that match a query, in the order of the query.
    ///
    /// The new table copies the appearance of the other table and shares its revisions. Reloading one table reloads
    /// both. Changes of the new table before its first request make no revision.
    ///
    /// - Parameters:
    ///   - root: The data source and delegate with the matching rows. It is prepared for the new table.
    ///   - query: The query that the rows match.
    ///   - tableView: The table that was queried.
    public convenience init(root: any CascadingTableDelegate, answering query: TableQuery, of tableView: TableView) {
        self.init(root: root, like: tableView, history: tableView.history, isShown: false)
        answered = (query, tableView.numberOfRows, tableView.countAccuracy == .exact)
        // Its rows are edited as those of the other table, and follow the same source.
        (hosting.editing, hosting.updateHandler) = (tableView.hosting.editing, tableView.hosting.updateHandler)
    }

    /// Creates a table with its own rows and revisions that looks like another table.
    ///
    /// - Parameters:
    ///   - root: The data source and delegate of the new table. It is prepared for that table.
    ///   - tableView: The table whose title, language, appearance and options are copied.
    public convenience init(root: any CascadingTableDelegate, like tableView: TableView) {
        self.init(root: root, like: tableView, history: TableHistory(), isShown: true)
        answered = tableView.answered
    }

    /// Creates a table of rows of another table, whose delegates answer for the rows.
    convenience init(_ rows: QueriedRows) {
        let origin = rows.origin
        self.init(root: rows, like: origin, history: origin.history, isShown: false)
        answered = (rows.query, origin.numberOfRows, origin.countAccuracy == .exact)
    }

    private init(
        root: any CascadingTableDelegate, like tableView: TableView, history: TableHistory, isShown: Bool
    ) {
        self.isShown = isShown
        queried = root as? QueriedRows
        anomalies = queried == nil ? AnomalyHandler() : tableView.anomalies
        ownContext = queried == nil ? TableRequestContext() : tableView.ownContext
        (title, language, navigationItem) = (tableView.title, tableView.language, tableView.navigationItem)
        (appearance, queryOptions) = (tableView.appearance, tableView.queryOptions)
        (allowsMultipleSelection, selectionLimit) = (tableView.allowsMultipleSelection, tableView.selectionLimit)
        allowsMultipleSelectionDuringEditing = tableView.allowsMultipleSelectionDuringEditing
        (toolbar, selectionActions) = (tableView.toolbar, tableView.selectionActions)
        (allowsSelection, rowHeight) = (tableView.allowsSelection, tableView.rowHeight)
        (sectionHeaderHeight, sectionFooterHeight) = (tableView.sectionHeaderHeight, tableView.sectionFooterHeight)
        hosting.announcesChanges = tableView.hosting.announcesChanges
        hosting.hasRecords = tableView.hosting.hasRecords
        (hosting.statement, hosting.statementPath) = (tableView.hosting.statement, tableView.hosting.statementPath)
        (hosting.sharedPlace, hosting.views) = (tableView.hosting.sharedPlace, tableView.hosting.views)
        self.history = history
        (currentDataSource, currentDelegate, self.root) = (root, root, root)
        root.prepare(tableView: self)
    }

    deinit {
        for task in followed { task.cancel() }
    }

    private func findRoot() {
        root = dataSource === delegate ? dataSource as? any CascadingTableDelegate : nil
        reloadData()
    }

    /// Creates a table whose data source and delegate are one object, usually the root of a tree.
    ///
    /// - Parameters:
    ///   - title: The title of the table and its page.
    ///   - root: The data source and delegate. It is prepared for the new table.
    public convenience init(title: String = "", root: any CascadingTableDelegate) {
        self.init(title: title, dataSource: root, delegate: root)
        root.prepare(tableView: self)
    }

    /// Makes the next revision of the changes and tells the observers.
    ///
    /// - Parameter movingRows: Whether rows may have moved to other index paths.
    func note(_ changes: [TableViewChange], movingRows: Bool = true) {
        guard isShown else { return }
        // Pages would be read again for ever.
        guard !isAsked || !movingRows || !changes.allSatisfy(\.isReload) else {
            return report(
                .changeWhileAsked,
                "A data source announced a change while it was asked. Announce changes where they happen.")
        }
        if models.isNeeded { models.forget(rows: changes.reloadedRows) }
        if history.append(changes, movingRows: movingRows) { context.announcementCount += 1 }
        for entry in history.observers { entry.observer?.tableViewDidChange(self) }
    }

    /// Makes the next revision, of a reload of everything. In a batch, the whole batch becomes a reload.
    func noteReload() {
        if batch == nil { note([.reloadData]) } else { batch?.changes.append(.reloadData) }
    }

    /// Makes the next revision after a change that moves no rows, such as a new title.
    private func noteRewriting() {
        guard batch == nil else { return noteReload() }
        note([.reloadData], movingRows: false)
    }

    func report(_ code: Anomaly.Code, _ message: String, at indexPath: IndexPath? = nil) {
        anomalies.report(Anomaly(code, message, indexPath: indexPath))
    }
}

extension TableView {
    /// Returns a link back to this table, for the ``TableNavigationItem/breadcrumbs`` of a table below it.
    ///
    /// ```swift
    /// apple.navigationItem.breadcrumbs = [fruit.backLink(to: "../")]
    /// ```
    ///
    /// The link has the ``TableNavigationItem/backButtonTitle``, or else the ``title``, as it is now.
    ///
    /// - Parameter destination: The address of this table: relative, `http` or `https`.
    public func backLink(to destination: String) -> TableLink {
        TableLink(navigationItem.backButtonTitle ?? title, to: destination)
    }
}

/// A link with a title, such as a breadcrumb.
public struct TableLink: Sendable, Hashable {
    /// The text of the link.
    public var title: String
    /// A relative, `http` or `https` address.
    public var url: String

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - title: The text of the link.
    ///   - destination: A relative, `http` or `https` address.
    public init(_ title: String, to destination: String) {
        self.title = title
        url = destination
    }
}

extension TableView {
    /// The properties that properties of TableUIKit with the same names hide there.
    @TableActor
    package enum Own {
        package static var rowHeight: ReferenceWritableKeyPath<TableView, Height> { \.rowHeight }
        package static var sectionHeaderHeight: ReferenceWritableKeyPath<TableView, Height> { \.sectionHeaderHeight }
        package static var sectionFooterHeight: ReferenceWritableKeyPath<TableView, Height> { \.sectionFooterHeight }
        package static var isEditing: KeyPath<TableView, Bool> { \.isEditing }
        package static var selectedRows: KeyPath<TableView, [IndexPath]> { \.indexPathsForSelectedRows }
    }
}
