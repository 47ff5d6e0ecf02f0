import FoundationEssentials

/// A table: it asks a data source and a delegate what to show, and keeps what they answered until it is reloaded.
///
/// ```swift
/// let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [fruit, vegetables]))
/// tableView.title = "Market"
/// ```
///
/// What a row shows, and what stands above and below a section, is asked again when the row, or anything in the section,
/// was reloaded; so announce each change of what is shown. What is around the rows, such as ``title`` and ``appearance``,
/// is announced by itself.
///
/// Nothing a delegate answers can bring it down: a wrong count or height is an ``Anomaly``.
@TableActor
public final class TableView {
    /// The caption of the table and the title of its page.
    public var title: String { didSet { if title != oldValue { noteRewriting() } } }

    /// The pages above this one, the outermost first.
    public var breadcrumbs: [TableLink] = [] { didSet { if breadcrumbs != oldValue { noteRewriting() } } }

    /// The language of its texts, as a BCP 47 tag such as `en` or `ar`; the table is laid out in its direction.
    ///
    /// Nil for a table whose texts follow the reader's language (``traits``).
    public var language: String? = "en" { didSet { if language != oldValue { noteReload() } } }

    /// How its page is arranged.
    public var appearance = TableViewAppearance() { didSet { if appearance != oldValue { noteRewriting() } } }

    /// Refreshes the table when a visitor presses Refresh. The button is shown only if there is a handler.
    ///
    /// Default: nil. Route: `POST ./refresh`.
    public var refreshHandler: (@TableActor @Sendable (TableView) async throws -> Void)? {
        didSet { if (refreshHandler == nil) != (oldValue == nil) { noteRewriting() } }
    }

    /// Updates the table from its source before a request with `_fresh=1` is answered.
    ///
    /// Set it for a table that follows its source with a delay. Default: nil.
    public var updateHandler: (@TableActor @Sendable (TableView) async throws -> Void)?

    /// The record whose values the rows of the table are, if the table shows a single record.
    ///
    /// Its pages show long texts as a whole, and its address with `.json` in place of the final slash answers with the record as
    /// one object. Default: nil, for a table of rows.
    public var record: [Field]?

    /// Returns the whole of a value of which a row has an excerpt only, for the field of that name.
    ///
    /// Default: nil. Route: `GET ./values/S/R/FIELD`.
    public var longValueHandler: (@TableActor @Sendable (TableView, IndexPath, String) async throws -> LongValue?)?

    /// The reason why the table cannot be shown at the moment. Requests are answered with it: 503, or 404 if it is missing.
    ///
    /// Set it when the source of the rows has gone, and set nil when it is back. Default: nil.
    public var unavailableReason: (any TableUnavailableError)? {
        didSet { if unavailableReason?.message != oldValue?.message { noteReload() } }
    }

    /// Asked what to show. Held by the table, unlike UIKit's, for nothing else in a server would hold it.
    public var dataSource: (any TableViewDataSource)? {
        get { currentDataSource }
        set {
            currentDataSource = newValue
            findRoot()
        }
    }

    /// Asked how it looks and told what happens. Held by the table.
    public var delegate: (any TableViewDelegate)? {
        get { currentDelegate }
        set {
            currentDelegate = newValue
            findRoot()
        }
    }

    // Read for every question. What only this file can change at once and as a whole needs no check at run time that
    // nobody changes it meanwhile.
    private var currentDataSource: (any TableViewDataSource)?
    private var currentDelegate: (any TableViewDelegate)?

    /// The node that is both data source and delegate, where it is one.
    private(set) var root: (any CascadingTableDelegate)?

    /// Whether selecting a row leaves the others selected.
    public var allowsMultipleSelection = false {
        didSet { if allowsMultipleSelection != oldValue { noteRewriting() } }
    }

    /// The most rows that a visitor may have selected by touching them; nil for 10,000.
    ///
    /// Where it becomes less than are selected, those stay so.
    public var selectionLimit: Int? {
        didSet { if selectionLimit != oldValue { noteRewriting() } }
    }

    /// The height assumed for a row whose height and estimate are both automatic, in CSS pixels.
    public var estimatedRowHeight = 44.0 {
        didSet {
            if !Height.pixels(estimatedRowHeight).isValid {
                report(.invalidHeight, "estimatedRowHeight cannot be \(estimatedRowHeight); it stays \(oldValue).")
                estimatedRowHeight = oldValue
            }
            answers.layouts = [:]
        }
    }

    /// What of sorting, filtering and searching is offered to readers.
    public var queryOptions: TableQueryOptions = [] {
        didSet { if queryOptions != oldValue { noteRewriting() } }
    }

    /// What was wrong with the answers so far, counted and listed.
    public let anomalies = AnomalyHandler()

    /// Called for each anomaly, in place of the default of ``AnomalyHandler``.
    public var anomalyHandler: AnomalyHandler.Action? {
        get { anomalies.action }
        set { anomalies.action = newValue }
    }

    /// Rises with each change of what the table shows to everybody.
    public var revision: UInt64 { history.revision }
    /// Tells of each change of the revision outside of the tree.
    public nonisolated var changeCounter: ModificationCounter { history.changeCounter }

    /// How the nodes of its tree find it, and whoever else does not hold it.
    package var link: WeakReference<TableView> {
        if let ownLink { return ownLink }
        let link = WeakReference(self)
        ownLink = link
        return link
    }
    private var ownLink: WeakReference<TableView>?

    let answers = DataSourceCache()
    nonisolated let history: RevisionHistory
    /// The query that the rows of this table are the answer to, and the number of rows of the table that was asked, as far as
    /// they were counted.
    package private(set) var answered: (query: TableQuery, total: Int, isExact: Bool)?
    var batch: TableViewBatch?
    var context = TableRequestContext()
    let queryResults = QueryResultCache()
    /// How many wait for each row that is being loaded.
    var awaitedRows: [IndexPath: Int] = [:]
    /// How many cells may still be looked at for the row that is searched for.
    var cellsToSearch = TableView.searchLimit
    /// The news that are being asked for.
    var refreshing: Task<Void, any Error>?

    public init(
        title: String = "", dataSource: (any TableViewDataSource)? = nil, delegate: (any TableViewDelegate)? = nil
    ) {
        self.title = title
        history = RevisionHistory()
        currentDataSource = dataSource
        currentDelegate = delegate
        root = dataSource === delegate ? dataSource as? any CascadingTableDelegate : nil
    }

    /// A table with the rows of another one that match a query, in its order.
    ///
    /// It looks like the other table and shares its revisions: a reload of one is a reload of both.
    public convenience init(root: any CascadingTableDelegate, answering query: TableQuery, of tableView: TableView) {
        self.init(root: root, like: tableView, history: tableView.history)
        answered = (query, tableView.numberOfRows, tableView.countsAllRows)
    }

    /// A table with rows of its own that looks like another one.
    public convenience init(root: any CascadingTableDelegate, like tableView: TableView) {
        self.init(root: root, like: tableView, history: RevisionHistory())
        answered = tableView.answered
    }

    private init(root: any CascadingTableDelegate, like tableView: TableView, history: RevisionHistory) {
        (title, language, breadcrumbs) = (tableView.title, tableView.language, tableView.breadcrumbs)
        (appearance, queryOptions) = (tableView.appearance, tableView.queryOptions)
        (allowsMultipleSelection, selectionLimit) = (tableView.allowsMultipleSelection, tableView.selectionLimit)
        estimatedRowHeight = tableView.estimatedRowHeight
        self.history = history
        (currentDataSource, currentDelegate, self.root) = (root, root, root)
        root.prepare(tableView: self)
    }

    private func findRoot() {
        root = dataSource === delegate ? dataSource as? any CascadingTableDelegate : nil
        reloadData()
    }

    /// A table shown by a tree, which is prepared for it.
    public convenience init(title: String = "", root: any CascadingTableDelegate) {
        self.init(title: title, dataSource: root, delegate: root)
        root.prepare(tableView: self)
    }

    /// Makes the next revision of those changes.
    ///
    /// - Parameter movingRows: whether rows may have other places.
    func note(_ changes: [TableViewChange], movingRows: Bool = true) {
        history.append(changes, movingRows: movingRows)
        tellObservers()
    }

    /// Makes the next revision of a reload of everything, or of the batch that is open.
    func noteReload() {
        batch = batch?.reloaded()
        if batch == nil { note([.reloadData]) }
    }

    /// Makes the next revision of something that is around all rows.
    private func noteRewriting() {
        guard batch == nil else { return noteReload() }
        note([.reloadData], movingRows: false)
    }

    func report(_ code: Anomaly.Code, _ message: String, at indexPath: IndexPath? = nil) {
        anomalies.report(Anomaly(code, message, indexPath: indexPath))
    }
}

/// A title and where it leads.
public struct TableLink: Sendable, Hashable {
    public var title: String
    /// A relative, `http` or `https` address.
    public var url: String

    public init(_ title: String, url: String) {
        self.title = title
        self.url = url
    }
}
