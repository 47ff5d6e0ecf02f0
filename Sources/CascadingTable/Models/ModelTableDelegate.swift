public import FoundationEssentials

/// A table delegate that shows a ``TableModel``. Event handlers fill in its views and respond to their events.
///
/// ```swift
/// let tableView = TableView(
///     title: "Market",
///     root: ModelTableDelegate(market, eventHandlerProvider: provider) { _ in try await market.update() })
/// ```
///
/// Use it as the root of a table. In a tree of delegates it shows one section, the model's first.
@TableActor
open class ModelTableDelegate: CascadingBareTableDelegate {
    /// The model that the table shows. Changes of the model update the table.
    public final let tableModel: TableModel
    /// The registry that selects the event handler of each row, header and footer.
    public final let eventHandlerProvider: EventHandlerProvider

    /// A Boolean value that indicates whether a row is deselected after its selection opened another page. The default
    /// is true.
    public final var clearsSelectionOnViewWillAppear = true

    /// The closure that a visitor's refresh runs, or nil to show no refresh button.
    private final let refresh: (@TableActor @Sendable (TableView) async throws -> Void)?

    /// Creates a delegate that shows a model.
    ///
    /// - Parameters:
    ///   - tableModel: The model that the table shows.
    ///   - eventHandlerProvider: The registry of event handlers. By default it is empty: rows are shown but cannot be
    ///     selected.
    ///   - refresh: The closure that runs when a visitor refreshes the table (`POST ./refresh`), or nil for no refresh
    ///     button.
    public init(
        _ tableModel: TableModel, eventHandlerProvider: EventHandlerProvider = EventHandlerProvider(),
        refresh: (@TableActor @Sendable (TableView) async throws -> Void)? = nil
    ) {
        self.tableModel = tableModel
        self.eventHandlerProvider = eventHandlerProvider
        self.refresh = refresh
        super.init()
        tableModel.addObserver(self)
    }

    /// Returns the model of a row of the table, or nil if the row does not exist in this delegate.
    ///
    /// - Parameter indexPath: The position of the row in the table.
    public final func cellModel(at indexPath: IndexPath) -> CellModel? {
        entry(at: indexPath)?.model
    }

    /// Returns the model of a section of the table, or nil if the section does not exist in this delegate.
    ///
    /// - Parameter section: The position of the section in the table.
    public final func sectionModel(at section: Int) -> SectionModel? {
        guard let own = ownSection(at: section), tableModel.sectionModels.indices.contains(own) else { return nil }
        return tableModel.sectionModels[own]
    }

    private func entry(at indexPath: IndexPath) -> SectionModel.Entry? {
        ownIndexPath(at: indexPath).flatMap(tableModel.entry(at:))
    }

    // MARK: Handlers

    /// Returns the handler of a row. Its `view` is the cell as the table shows it.
    private func handler(_ tableView: TableView, at indexPath: IndexPath, cell: TableViewCell? = nil)
        -> (any CellEvents)?
    {
        guard let entry = entry(at: indexPath) else { return nil }
        let model = entry.model
        let handler = eventHandlerProvider.handler(for: entry, in: tableView) { [weak self, weak tableView] in
            guard cell == nil, let self, let tableView else { return cell ?? model.cell }
            return self.tableView(tableView, cellForRowAt: indexPath)
        }
        handler?.indexPath = indexPath
        return handler
    }

    private func handler(
        _ tableView: TableView, for model: SectionAccessoryModel?, view: TableViewHeaderFooterView? = nil
    ) -> (any SectionAccessoryEvents)? {
        guard let model else { return nil }
        return eventHandlerProvider.handler(for: model, in: tableView) { view ?? model.view }
    }

    private func view(_ tableView: TableView, for model: SectionAccessoryModel?) -> TableViewHeaderFooterView? {
        guard let handler = handler(tableView, for: model) else { return model?.view }
        handler.willReuseView()
        return handler.view
    }

    // MARK: Contents

    open override func prepare(tableView: TableView) {
        super.prepare(tableView: tableView)
        if let refresh { tableView.refreshHandler = refresh }
    }

    open override func numberOfSections(in tableView: TableView) -> Int { tableModel.sectionModels.count }

    open override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        sectionModel(at: section)?.entries.count ?? 0
    }

    open override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        guard let model = cellModel(at: indexPath) else { return TableViewCell() }
        guard let handler = handler(tableView, at: indexPath, cell: model.cell) else { return model.cell }
        handler.willReuseView()
        return handler.view
    }

    open override func tableView(_ tableView: TableView, viewForHeaderInSection section: Int)
        -> TableViewHeaderFooterView?
    { view(tableView, for: sectionModel(at: section)?.header) }

    open override func tableView(_ tableView: TableView, viewForFooterInSection section: Int)
        -> TableViewHeaderFooterView?
    { view(tableView, for: sectionModel(at: section)?.footer) }

    open override func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
        sectionModel(at: section)?.identifier
    }

    open override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        entry(at: indexPath)?.name
    }

    open override func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String)
        -> IndexPath?
    { tableModel.indexPath { $0.name == identifier }.flatMap(tableIndexPath(ofOwn:)) }

    // MARK: Heights of at least one pixel

    open override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        cellModel(at: indexPath)?.shownHeight ?? .automatic
    }

    open override func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height {
        sectionModel(at: section)?.header?.shownHeight ?? 0
    }

    open override func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height {
        sectionModel(at: section)?.footer?.shownHeight ?? 0
    }

    // MARK: Index

    open override func sectionIndexTitles(for tableView: TableView) -> [String]? {
        if parentDelegate == nil, let titles = tableModel.sectionIndexTitles { return titles }
        let titles = indexedSections.compactMap { tableModel.sectionModels[$0].indexTitle }
        return titles.isEmpty ? nil : titles
    }

    /// Returns the section at the position in the index. If the index has custom titles, returns the section with that
    /// index title, or the first.
    open override func tableView(
        _ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int
    ) -> Int {
        let sections = indexedSections
        let isAtPlace = tableModel.sectionIndexTitles == nil && sections.indices.contains(index)
        let own = isAtPlace ? sections[index] : sections.first { tableModel.sectionModels[$0].indexTitle == title }
        return tableSection(ofOwn: own ?? 0) ?? self.index
    }

    private var indexedSections: [Int] {
        tableModel.sectionModels.indices.filter {
            tableModel.sectionModels[$0].indexTitle != nil && tableSection(ofOwn: $0) != nil
        }
    }

    // MARK: Display

    open override func tableView(
        _ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath
    ) { handler(tableView, at: indexPath, cell: cell)?.willDisplayView() }

    open override func tableView(
        _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath
    ) { handler(tableView, at: indexPath, cell: cell)?.didEndDisplayingView() }

    open override func tableView(
        _ tableView: TableView, willDisplayHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) { handler(tableView, for: sectionModel(at: section)?.header, view: view)?.willDisplayView() }

    open override func tableView(
        _ tableView: TableView, willDisplayFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) { handler(tableView, for: sectionModel(at: section)?.footer, view: view)?.willDisplayView() }

    open override func tableView(
        _ tableView: TableView, didEndDisplayingHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) { handler(tableView, for: sectionModel(at: section)?.header, view: view)?.didEndDisplayingView() }

    open override func tableView(
        _ tableView: TableView, didEndDisplayingFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) { handler(tableView, for: sectionModel(at: section)?.footer, view: view)?.didEndDisplayingView() }

    // MARK: Selecting

    open override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        handler(tableView, at: indexPath)?.shouldHighlightView() ?? false
    }

    open override func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
        handler(tableView, at: indexPath)?.didHighlightView()
    }

    open override func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
        handler(tableView, at: indexPath)?.didUnhighlightView()
    }

    open override func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        guard let handler = handler(tableView, at: indexPath) else { return indexPath }
        return handler.willSelectView()
    }

    open override func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
        guard let handler = handler(tableView, at: indexPath) else { return indexPath }
        return handler.willDeselectView()
    }

    open override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        let name = entry(at: indexPath)?.name
        handler(tableView, at: indexPath)?.didSelectView()
        guard clearsSelectionOnViewWillAppear, tableView.context.location != nil, let name,
            let place = self.tableView(tableView, indexPathForRowWithIdentifier: name)
        else { return }
        tableView.deselectRow(at: place)
    }

    open override func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
        handler(tableView, at: indexPath)?.didDeselectView()
    }

    open override func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
        handler(tableView, at: indexPath)?.accessoryButtonTapped()
    }

    // MARK: Editing

    open override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
        cellModel(at: indexPath)?.isEditable ?? false
    }

    /// Returns the editing style of the model, or `.none` if the model cannot make a row to insert.
    open override func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath)
        -> TableViewCell.EditingStyle
    {
        let style = cellModel(at: indexPath)?.editingStyle ?? .none
        let canInsert = sectionModel(at: indexPath.section)?.makeCellModelForInsertion != nil
        return style == .insert && !canInsert ? .none : style
    }

    /// Deletes the row, or inserts a new one in its place. The visitor can undo either change.
    open override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) throws {
        guard let section = sectionModel(at: indexPath.section) else { return }
        switch editingStyle {
        case .none: break
        case .delete:
            let title = self.tableView(tableView, cellForRowAt: indexPath).title ?? "Row"
            try section.removeUndoably(at: indexPath.row, as: "Delete \(title)", in: tableView)
        case .insert:
            guard let model = section.makeCellModelForInsertion?() else { return }
            try section.insertUndoably(model, at: indexPath.row, as: "Insert row", in: tableView)
        }
    }

    open override func tableView(_ tableView: TableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath)
        -> String?
    { cellModel(at: indexPath)?.titleForDeleteConfirmationButton }

    open override func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath)
        -> [TableViewRowAction]?
    { handler(tableView, at: indexPath)?.editActions() }

    open override func tableView(_ tableView: TableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool {
        cellModel(at: indexPath)?.shouldIndentWhileEditing ?? false
    }

    open override func tableView(_ tableView: TableView, willBeginEditingRowAt indexPath: IndexPath) {
        handler(tableView, at: indexPath)?.willBeginEditing()
    }

    open override func tableView(_ tableView: TableView, didEndEditingRowAt indexPath: IndexPath?) {
        if let indexPath { handler(tableView, at: indexPath)?.didEndEditing() }
    }

    open override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    { handler(tableView, at: indexPath)?.fieldsForEditing() ?? [] }

    open override func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) throws { try handler(tableView, at: indexPath)?.commit(values) }

    // MARK: Moving and indenting

    open override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
        cellModel(at: indexPath)?.isMovable ?? false
    }

    /// Returns the proposed position. In a tree of delegates, returns the source if the row would leave this section.
    /// The row would also leave the model.
    open override func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath {
        ownSection(at: source.section) != nil && ownSection(at: proposed.section) != nil ? proposed : source
    }

    open override func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) throws
    {
        guard let from = ownIndexPath(at: source), let to = ownIndexPath(at: destination) else { return }
        try tableModel.moveCellModel(from: from, to: to)
    }

    open override func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
        max(cellModel(at: indexPath)?.indentationLevel ?? 0, 0)
    }

    // MARK: Copy and paste

    open override func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool {
        cellModel(at: indexPath)?.shouldShowMenu ?? false
    }

    open override func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool {
        handler(tableView, at: indexPath)?.canPerformAction(action, withSender: sender) ?? false
    }

    open override func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) {
        handler(tableView, at: indexPath)?.performAction(action, withSender: sender)
    }
}
