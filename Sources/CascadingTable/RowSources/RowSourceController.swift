public import Essentials

/// A table whose rows come from a ``RowSource``: subclass it and mount it.
///
/// ```swift
/// final class OrdersController: RowSourceController<Orders> {
///     override func viewDidLoad() {
///         title = "Orders"
///         addSelectionAction(id: "ship", title: "Mark shipped") { [source] orders in
///             try await source.ship(orders.map(\.id))
///         }
///     }
///
///     override func cell(for order: Order) -> TableViewCell {
///         TableViewCell(title: order.customer)
///     }
/// }
/// ```
///
/// Its methods get a row of the source, never an index path. It also is a node of a tree: as a child of a
/// ``CascadingRootTableDelegate`` it is a section, beside sections in memory. Such a table offers no queries.
///
/// Call ``reload()`` when the rows have changed. The controller calls it itself after the actions of visitors.
@TableActor
open class RowSourceController<Source: RowSource>: TableViewController, FreezableTableDataSource, WholeTableDataSource,
    GroupingDataSource
{
    /// The type of the rows.
    public typealias Row = Source.Row

    /// The source of the rows.
    public final let source: Source
    private final let reads = SharedReads<SourceRead>()
    private final var columns: [TableViewColumn]?
    private final var allRows: SourceRows<Source>?
    /// The tables of the latest queries.
    private final var answers = LRUCache<TableQuery, TableView>()
    private static var maxAnswers: Int { 8 }

    private final var lastReload = ContinuousClock.now - .seconds(60)
    private final var nextReload: Task<Void, Never>?
    /// The shortest time between two reloads that no visitor has caused.
    private static var reloadInterval: Duration { .milliseconds(500) }

    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - source: The source of the rows.
    ///   - style: The arrangement of the rows. Default: `plain`.
    public init(_ source: Source, style: TableViewAppearance.Style = .plain) {
        self.source = source
        super.init(style: style)
    }

    // MARK: - Rows, for subclasses

    /// Returns the contents of a row. Override it. Default: the `id` as title.
    ///
    /// - Parameter row: The row.
    open func cell(for row: Row) -> TableViewCell { TableViewCell(title: row.id.description) }

    /// Responds to a visitor who has selected a row. Default: does nothing.
    ///
    /// - Parameter row: The row.
    /// - Throws: Any error. It refuses the selection.
    open func didSelect(_ row: Row) async throws {}

    /// Returns the actions that a swipe across a row shows. Default: none.
    ///
    /// The rows are read again after an action. Its handler uses the `row` of this method, and ignores the index path.
    ///
    /// - Parameter row: The row.
    open func swipeActions(for row: Row) -> [TableViewRowAction] { [] }

    /// Returns the entries of the menu of a row. Default: none.
    ///
    /// The rows are read again after an action. Its handler uses the `row` of this method, and ignores the index path.
    ///
    /// - Parameter row: The row.
    open func menuActions(for row: Row) -> [TableViewRowAction] { [] }

    /// Returns the fields of the form for a row. Default: none, and the row has no form.
    ///
    /// - Parameter row: The row.
    open func fields(for row: Row) -> [TableViewEditableField] { [] }

    /// Saves the values that a visitor has entered for a row. The rows are read again afterwards. Default: refuses.
    ///
    /// - Parameters:
    ///   - values: The entered texts by the names of their fields.
    ///   - row: The row as it was when the form was shown, or later.
    /// - Throws: ``TableViewValidationError`` for values that are not accepted; any other error.
    open func commit(_ values: [String: String], for row: Row) async throws { throw Self.notEditable }

    /// Returns the fields of the form for a new row. Default: none, and visitors cannot add rows.
    open func fieldsForNewRow() -> [TableViewEditableField] { [] }

    /// Adds a row with the values that a visitor has entered. The rows are read again afterwards. Default: refuses.
    ///
    /// - Parameter values: The entered texts by the names of their fields.
    /// - Returns: The `id` of the new row, for the answer, which then leads to the row; nil if it is not known.
    /// - Throws: ``TableViewValidationError`` for values that are not accepted; any other error.
    open func create(_ values: [String: String]) async throws -> Row.ID? { throw Self.notEditable }

    /// Returns whether visitors can delete a row. Default: false.
    ///
    /// - Parameter row: The row.
    open func canDelete(_ row: Row) -> Bool { false }

    /// Deletes a row. The rows are read again afterwards. Default: refuses.
    ///
    /// - Parameter row: The row.
    /// - Throws: Any error. It refuses the deletion.
    open func delete(_ row: Row) async throws { throw Self.notEditable }

    private static var notEditable: TableViewError { TableViewError(.notEditable, "The row cannot be edited.") }

    /// Adds an action on the rows that a visitor has selected, and allows to select several rows.
    ///
    /// The rows are read again after the action.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action in its route.
    ///   - title: The title of the button.
    ///   - style: The style of the button. Default: `default`.
    ///   - body: A closure that performs the action on the rows, in the order of their selection.
    public final func addSelectionAction(
        id: String, title: String, style: TableViewRowAction.Style = .default,
        perform body: @escaping @TableActor @Sendable ([Row]) async throws -> Void
    ) {
        tableView.allowsMultipleSelection = true
        tableView.selectionActions.append(
            TableViewSelectionAction(id: id, title: title, style: style) { [weak self] tableView, rows in
                guard let self else { return }
                try await body(try rows.map { try self.existingRow(at: $0.indexPath, in: tableView) })
                readAgain()
            })
    }

    /// Returns a row that is in memory, for methods that get an index path.
    ///
    /// - Parameters:
    ///   - indexPath: The index path of the row.
    ///   - tableView: The table that asks. A query or an export has a table of its own.
    /// - Returns: The row; nil if it was not read.
    public final func row(at indexPath: IndexPath, in tableView: TableView) -> Row? {
        indexPath.count == 2 ? rows(of: tableView).row(at: indexPath.row) : nil
    }

    private func existingRow(at indexPath: IndexPath, in tableView: TableView) throws -> Row {
        guard let row = row(at: indexPath, in: tableView) else {
            throw TableViewError(.busy, "The rows could not be read. Try again.")
        }
        return row
    }

    // MARK: - Changes

    /// Reads all rows again when they are shown next, and tells open pages.
    ///
    /// Call it after each change. In an action of a visitor it works at once. Otherwise calls within 500 milliseconds
    /// are one, and within eight times the duration of a read if the source is slow, at most 5 seconds.
    public final func reload() {
        if TableView.currentAction != nil || timeToNextReload <= .zero { readAgain() } else { reloadLater() }
    }

    // Pages of a slow source would never end if each of them were interrupted by a reload.
    private var timeToNextReload: Duration {
        lastReload + max(Self.reloadInterval, min(reads.latestDuration * 8, .seconds(5))) - .now
    }

    private func reloadLater() {
        guard nextReload == nil else { return }
        nextReload = Task.detached { [weak self, wait = timeToNextReload] in
            try? await Task.sleep(for: wait)
            await self?.reloadAfterWait()
        }
    }

    private func reloadAfterWait() {
        nextReload = nil
        readAgain()
    }

    private func readAgain() {
        lastReload = .now
        for rows in everyRows { rows.forget(isStale: true) }
        answers.removeAll()
        tableView.reloadData()
    }

    private var everyRows: [SourceRows<Source>] {
        [allRows].compactMap(\.self) + answers.elements.compactMap { ($1.dataSource as? DerivedRows<Source>)?.rows }
    }

    /// Responds to a change that a read has found.
    private func rows(_ changed: SourceRows<Source>, _ change: SourceRows<Source>.Change) {
        switch change {
        case .problem(let sentence):
            tableView.report(.inconsistentRows, "\(Source.self) contradicts itself. \(sentence)")
        case .count: forgetCounts()
        case .rows:
            forgetCounts()
            // While a source changes all the time, each read finds another state. One table's rows are then kept while
            // another one is read.
            guard timeToNextReload <= .zero else { return reloadLater() }
            lastReload = .now
            for rows in everyRows where rows !== changed { rows.forget() }
            for (query, table) in Array(answers.elements)
            where (table.dataSource as? DerivedRows<Source>)?.rows !== changed {
                answers.removeValue(for: query)
            }
            tableView.reloadData()
        }
    }

    private func forgetCounts() {
        for tableView in [tableView] + answers.elements.map(\.value) { tableView.answers.forget() }
    }

    // MARK: - Tables of the source

    final func rows(of tableView: TableView) -> SourceRows<Source> {
        if let derived = tableView.dataSource as? DerivedRows<Source> { return derived.rows }
        if let allRows { return allRows }
        let rows = makeRows(of: source, TableQuery(), reads)
        allRows = rows
        return rows
    }

    private func makeRows(
        of source: Source, _ query: TableQuery, isFrozen: Bool = false, _ reads: SharedReads<SourceRead>
    ) -> SourceRows<Source> {
        SourceRows(source, query, isFrozen: isFrozen, reads: reads) { [weak self] in self?.rows($0, $1) }
    }

    open override func prepare(tableView: TableView) {
        if parentDelegate == nil { tableView.queryOptions.formUnion(source.capabilities.queryOptions) }
        super.prepare(tableView: tableView)
    }

    open override func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? {
        if let answer = answers.value(for: query) { return answer }
        tableView.needs(.awaiting { [weak self] in try await self?.makeTable(answering: query, of: tableView) })
        return nil
    }

    private func makeTable(answering query: TableQuery, of tableView: TableView) async throws {
        // Its page says how many rows there are without the query.
        try await rows(of: tableView).loadFirst()
        let rows = makeRows(of: source, query, reads)
        try await rows.loadFirst()
        guard answers.value(for: query) == nil else { return }
        let table = TableView(root: DerivedRows(rows, of: self), answering: query, of: tableView)
        table.hostLink = self.tableView.link
        answers.insert(table, for: query)
        if answers.count > Self.maxAnswers { answers.removeOldest() }
    }

    /// Returns a table whose rows never change, for an export.
    open func makeFrozenTable(of tableView: TableView) async throws -> FrozenTable {
        try await makeFrozenTable(of: tableView, answering: nil)
    }

    package final func makeFrozenTable(
        of tableView: TableView, answering query: TableQuery?
    ) async throws -> FrozenTable {
        let rows = makeRows(
            of: try await source.frozen() ?? source, query ?? rows(of: tableView).query, isFrozen: true, SharedReads())
        try await rows.loadFirst()
        let copy = TableView(root: DerivedRows(rows, of: self, isHolding: true), like: tableView)
        if let query { copy.answered = (query, rows.count, rows.isCounted) }
        copy.hostLink = self.tableView.link
        // Rows are reloaded some time after they have changed, so a revision can have had several states.
        return FrozenTable(copy, revision: nil)
    }

    package final var groupsRows: Bool { source.capabilities.contains(.groups) }

    package final func tableView<Collector: GroupCollector>(
        _ tableView: TableView, collect request: GroupRequest, into collector: Collector
    ) async throws -> Collector? {
        guard let groups = try await Self.groups(request, of: source) else { throw UngroupedRowsError() }
        func contradiction(_ sentence: String) -> UngroupedRowsError {
            tableView.report(.inconsistentRows, "\(Source.self) contradicts itself. \(sentence)")
            return UngroupedRowsError()
        }
        if request.grouping.keys.isEmpty, groups.count != 1 {
            throw contradiction("All rows are \(groups.count) groups instead of one.")
        }
        var collector = collector
        for group in groups {
            guard group.count == request.valueCount else {
                throw contradiction("A group has \(group.count) values instead of \(request.valueCount).")
            }
            try collector.add(group)
        }
        return collector
    }

    @concurrent
    private nonisolated static func groups(
        _ request: GroupRequest, of source: Source
    ) async throws -> [[FieldValue]]? { try await source.groups(request) }

    // MARK: - Answers by index path

    open override func columns(in tableView: TableView) -> [TableViewColumn] {
        if columns == nil { tableView.needs(.awaiting { [weak self] in try await self?.loadColumns() }) }
        return columns ?? []
    }

    private func loadColumns() async throws {
        try await reads.run(.columns) { [weak self, source] in self?.columns = try await Self.columns(of: source) }
    }

    @concurrent
    private nonisolated static func columns(of source: Source) async throws -> [TableViewColumn] {
        try await source.columns()
    }

    open override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        let rows = rows(of: tableView)
        if !rows.isLoaded { tableView.needs(.awaiting { try await rows.loadFirst() }) }
        return rows.count
    }

    open override func tableView(
        _ tableView: TableView, prefetchNumberOfRowsInSection section: Int
    ) -> TablePrefetch? {
        let rows = rows(of: tableView)
        return rows.isCounted ? nil : .awaiting { try await rows.grow() }
    }

    open override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        rows(of: tableView).prefetch(indexPaths.lazy.map(\.row))
    }

    open override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        if let row = row(at: indexPath, in: tableView) { return cell(for: row) }
        need(indexPath, in: tableView)
        tableView.hasUnreadRows = true
        return TableViewCell(title: "This row could not be read.", isEnabled: false)
    }

    open override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        let name = rows(of: tableView).name(at: indexPath.row)
        if name == nil { need(indexPath, in: tableView) }
        return name
    }

    /// Makes the request read a row, unless that was tried.
    private func need(_ indexPath: IndexPath, in tableView: TableView) {
        if let load = rows(of: tableView).prefetch(CollectionOfOne(indexPath.row)) { tableView.needs(load) }
    }

    open override func tableView(
        _ tableView: TableView, indexPathForRowWithIdentifier identifier: String
    ) -> IndexPath? {
        rows(of: tableView).rank(ofRowNamed: identifier, in: tableView).map { IndexPath(row: $0, section: index) }
    }

    open override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {
        try await didSelect(try existingRow(at: indexPath, in: tableView))
    }

    open override func tableView(
        _ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> TableViewSwipeActionsConfiguration? {
        let actions = row(at: indexPath, in: tableView).map(swipeActions(for:)) ?? []
        return actions.isEmpty ? nil : TableViewSwipeActionsConfiguration(actions: actions.map(readingAgain))
    }

    open override func tableView(
        _ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath
    ) -> TableViewContextMenuConfiguration? {
        let actions = row(at: indexPath, in: tableView).map(menuActions(for:)) ?? []
        return actions.isEmpty ? nil : TableViewContextMenuConfiguration(actions: actions.map(readingAgain))
    }

    private func readingAgain(after action: TableViewRowAction) -> TableViewRowAction {
        var own = action
        own.handler = { [weak self] tableView, indexPath in
            let result = try await action.handler(tableView, indexPath)
            if result == .keep { self?.readAgain() }
            return result
        }
        return own
    }

    open override func tableView(
        _ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath
    ) -> [TableViewEditableField] { row(at: indexPath, in: tableView).map(fields(for:)) ?? [] }

    open override func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) async throws {
        try await commit(values, for: try existingRow(at: indexPath, in: tableView))
        readAgain()
    }

    open override func tableView(
        _ tableView: TableView, fieldsForCreatingRowInSection section: Int
    ) -> [TableViewEditableField] { fieldsForNewRow() }

    open override func tableView(
        _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
    ) async throws {
        let id = try await create(values)
        readAgain()
        // Others would read all rows up to the new one.
        if source.capabilities.contains(.ranks) { tableView.context.created = id?.description }
    }

    open override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
        row(at: indexPath, in: tableView).map(canDelete) ?? false
    }

    open override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) async throws {
        let row = try existingRow(at: indexPath, in: tableView)
        guard editingStyle == .delete, canDelete(row) else { throw Self.notEditable }
        try await delete(row)
        readAgain()
    }
}

/// The root of a table with other rows of a controller's source: those of a query, or the copy for an export.
final class DerivedRows<Source: RowSource>: PropagatingTableDelegate, FreezableTableDataSource {
    let rows: SourceRows<Source>
    private weak var controller: RowSourceController<Source>?
    /// The controller, for a table that the controller does not hold.
    private let held: RowSourceController<Source>?

    init(_ rows: SourceRows<Source>, of controller: RowSourceController<Source>, isHolding: Bool = false) {
        (self.rows, self.controller) = (rows, controller)
        held = isHolding ? controller : nil
        super.init()
    }

    override func childDelegate(forRowAt indexPath: IndexPath) -> (any CascadingTableDelegate)? { controller }
    override func childDelegate(forSection section: Int) -> (any CascadingTableDelegate)? { controller }
    override func forwardingTarget(forRowAt indexPath: IndexPath) -> any CascadingTableDelegate { controller ?? self }

    override func columns(in tableView: TableView) -> [TableViewColumn] { controller?.columns(in: tableView) ?? [] }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        controller?.tableView(tableView, numberOfRowsInSection: section) ?? 0
    }

    override func tableView(
        _ tableView: TableView, indexPathForRowWithIdentifier identifier: String
    ) -> IndexPath? { controller?.tableView(tableView, indexPathForRowWithIdentifier: identifier) }

    func makeFrozenTable(of tableView: TableView) async throws -> FrozenTable {
        guard let controller else { throw TableViewError(.busy, "The rows could not be read. Try again.") }
        return try await controller.makeFrozenTable(of: tableView)
    }
}
