public import CascadingTable
import Essentials
import TableStorage

/// A table of sections and rows that you list in code. Each row defines its contents and its reaction to a selection.
///
/// ```swift
/// let settings = StaticTable {
///     Section("Fruit") {
///         Row("Apple", detail: "red", accessory: .disclosure) { tableView, indexPath in
///             tableView.navigate(to: "apple/")
///         }
///         for name in names { Row(name) }
///     } footer: {
///         "Sorted by taste"
///     }
/// }
/// ```
///
/// Use it as the root of a table. In a tree of delegates it shows one section, its first. All visitors share its
/// contents and the state of the settings in it.
@TableActor
open class StaticTable: CascadingBareTableDelegate {
    /// The sections of the table, from top to bottom. A new value updates the table.
    ///
    /// The update compares identifiers: sections and rows that keep their identifier are moved or reloaded, not
    /// replaced.
    public final var sections: [Section] { didSet { update() } }

    private final var shown: [ShownSection] = []
    private final var depth = 0

    /// Creates a table from an array of sections.
    ///
    /// - Parameter sections: The sections, from top to bottom.
    public init(_ sections: [Section] = []) {
        self.sections = sections
        super.init()
        shown = preparedSections()
    }

    /// Creates a table from sections that a closure builds.
    ///
    /// - Parameter sections: A closure that builds the sections.
    public convenience init(@TableBuilder<Section> sections: () -> [Section]) {
        self.init(sections())
    }

    /// Compares all rows with their previous contents and inserts, deletes, moves and reloads the rows that changed.
    ///
    /// The table calls it when ``sections`` or a settings row changes, and after each selected row or tapped accessory.
    /// The cost is O(n) in the rows, and O(n log n) in the rows that change their order.
    public final func update() {
        guard depth == 0 else { return }
        let new = preparedSections()
        func identified(_ sections: [ShownSection]) -> [IdentifiedSection<String, ShownRow>] {
            sections.map { IdentifiedSection(id: $0.id, items: $0.rows) }
        }
        let update = StorageUpdate(
            from: identified(shown), to: identified(new), id: \.id, isChanged: { !$0.looksLike($1) },
            isSectionChanged: { !shown[$0].looksLike(new[$1]) })
        announce(update) { shown = new }
    }

    /// Runs a closure and combines all changes that it makes into one update.
    ///
    /// - Parameter updates: A closure that changes sections or rows.
    /// - Throws: The error of the closure. The changes made before it are kept.
    public final func performUpdates(_ updates: () throws -> Void) rethrows {
        depth += 1
        defer {
            depth -= 1
            update()
        }
        try updates()
    }

    private func preparedSections() -> [ShownSection] {
        // A row that changes in `prepare` or `makeCell` must not start another update.
        depth += 1
        defer { depth -= 1 }
        for section in sections {
            for row in section.rows { row.prepare(table: self) }
        }
        return makeSections()
    }

    private func shownRow(at indexPath: IndexPath) -> ShownRow? {
        guard let rows = shownSection(at: indexPath.section)?.rows, rows.indices.contains(indexPath.row) else {
            return nil
        }
        return rows[indexPath.row]
    }

    private func shownSection(at section: Int) -> ShownSection? {
        ownSection(at: section).flatMap { shown.indices.contains($0) ? shown[$0] : nil }
    }

    // MARK: Contents

    open override func prepare(tableView: TableView) {
        // Identifiers depend on the position in a tree of delegates, which is known from here on.
        super.prepare(tableView: tableView)
        shown = preparedSections()
    }

    open override func numberOfSections(in tableView: TableView) -> Int { shown.count }

    open override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        shownSection(at: section)?.rows.count ?? 0
    }

    open override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        shownRow(at: indexPath)?.cell ?? TableViewCell()
    }

    open override func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
        shownSection(at: section)?.id
    }

    open override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        shownRow(at: indexPath)?.id
    }

    open override func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String)
        -> IndexPath?
    {
        for (number, section) in shown.enumerated() {
            guard let row = section.rows.firstIndex(where: { $0.id == identifier }) else { continue }
            return tableIndexPath(ofOwn: [number, row])
        }
        return nil
    }

    // MARK: Headers, footers and index

    open override func tableView(_ tableView: TableView, viewForHeaderInSection section: Int)
        -> TableViewHeaderFooterView?
    { shownSection(at: section)?.section.header }

    open override func tableView(_ tableView: TableView, viewForFooterInSection section: Int)
        -> TableViewHeaderFooterView?
    { shownSection(at: section)?.section.footer }

    open override func sectionIndexTitles(for tableView: TableView) -> [String]? {
        let titles = shown.compactMap(\.section.indexTitle)
        return titles.isEmpty ? nil : titles
    }

    open override func tableView(
        _ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int
    ) -> Int {
        let sections = shown.indices.filter { shown[$0].section.indexTitle != nil }
        let section = sections.indices.contains(index) ? sections[index] : 0
        return tableSection(ofOwn: section) ?? self.index
    }

    // MARK: Events

    /// Returns false for a disabled row, and for a row without an action or a link.
    open override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        shownRow(at: indexPath)?.isSelectable ?? false
    }

    open override func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        self.tableView(tableView, shouldHighlightRowAt: indexPath) ? indexPath : nil
    }

    /// Runs the action of the row, opens its link if it has one, and deselects the row.
    open override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {
        guard let shown = shownRow(at: indexPath) else { return }
        tableView.deselectRow(at: indexPath)
        if let link = shown.cell.link { tableView.navigate(to: link) }
        try performUpdates { try tableView.start { try await shown.row.didSelect(in: tableView, at: indexPath) } }
    }

    open override func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) throws {
        guard let shown = shownRow(at: indexPath), shown.cell.isEnabled else { return }
        try performUpdates {
            try tableView.start { try await shown.row.accessoryButtonTapped(in: tableView, at: indexPath) }
        }
    }

    open override func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath)
        -> [TableViewRowAction]?
    {
        guard let shown = shownRow(at: indexPath), shown.cell.isEnabled, !shown.row.actions.isEmpty else { return nil }
        return shown.row.actions
    }
}
