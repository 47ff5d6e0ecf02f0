public import CascadingTable
import Essentials
import LocalizedMessages
public import TableManagers
import TableStorage

/// A manager that shows a ``TableModel``. Event handlers fill in its views and respond to their events.
///
/// ```swift
/// let tableView = TableView(
///     title: "Market",
///     root: ModelTableDelegate(market, eventHandlerProvider: provider) { _ in try await market.update() })
/// ```
///
/// Use it as the root of a table. In a tree of delegates it shows one section, the model's first.
@TableActor
open class ModelTableDelegate: TableManager<CellModel> {
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
    ///   - refresh: The closure that runs when a visitor refreshes the table, or nil for no refresh button.
    public init(
        _ tableModel: TableModel, eventHandlerProvider: EventHandlerProvider = EventHandlerProvider(),
        refresh: (@TableActor @Sendable (TableView) async throws -> Void)? = nil
    ) {
        self.tableModel = tableModel
        self.eventHandlerProvider = eventHandlerProvider
        self.refresh = refresh
        super.init(
            storage: tableModel, cells: eventHandlerProvider.cells,
            headersAndFooters: eventHandlerProvider.headersAndFooters)
    }

    /// Returns the model of a row of the table, or nil if the row does not exist in this delegate.
    ///
    /// - Parameter indexPath: The position of the row in the table.
    public final func cellModel(at indexPath: IndexPath) -> CellModel? {
        storagePath(indexPath).flatMap { tableModel.cellModel(at: $0) }
    }

    /// Returns the model of a section of the table, or nil if the section does not exist in this delegate.
    ///
    /// - Parameter section: The position of the section in the table.
    public final func sectionModel(at section: Int) -> SectionModel? {
        ownSection(at: section).flatMap { tableModel.sectionModel(at: $0) }
    }

    // MARK: Contents and index

    open override func prepare(tableView: TableView) {
        super.prepare(tableView: tableView)
        if let refresh { tableView.refreshHandler = refresh }
    }

    open override func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
        sectionModel(at: section)?.identifier
    }

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

    // MARK: Selecting and editing

    open override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {
        let name = self.tableView(tableView, identifierForRowAt: indexPath)
        try super.tableView(tableView, didSelectRowAt: indexPath)
        guard clearsSelectionOnViewWillAppear, tableView.isNavigating, let name,
            let place = self.tableView(tableView, indexPathForRowWithIdentifier: name)
        else { return }
        tableView.deselectRow(at: place)
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
            try removeUndoably(at: indexPath.row, of: section, as: "Delete \(title)", in: tableView)
        case .insert:
            guard let model = section.makeCellModelForInsertion?() else { return }
            try insertUndoably(model, at: indexPath.row, of: section, as: "Insert row", in: tableView)
        }
    }

    private func insertUndoably(
        _ model: CellModel, at row: Int, of section: SectionModel, as title: LocalizedMessage, in tableView: TableView
    ) throws {
        try section.insertCellModel(model, at: row)
        tableView.registerUndo(title) { [self] tableView in
            guard let row = section.cellModels.lastIndex(where: { $0 === model }) else {
                throw StorageError(.itemNotFound, "The row no longer exists.")
            }
            try removeUndoably(at: row, of: section, as: title, in: tableView)
        }
    }

    /// Removes a row. Undo inserts it at its previous position, or at the end if the section has fewer rows by then.
    private func removeUndoably(
        at row: Int, of section: SectionModel, as title: LocalizedMessage, in tableView: TableView
    ) throws {
        let model = try section.removeCellModel(at: row)
        tableView.registerUndo(title) { [self] tableView in
            try insertUndoably(model, at: min(row, section.entries.count), of: section, as: title, in: tableView)
        }
    }

    // MARK: Moving

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
}
