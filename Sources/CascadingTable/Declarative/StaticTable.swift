public import FoundationEssentials

/// A table that is written down: sections of rows, each with what pressing it does.
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
/// It is the root of a table; one of a single section may stand in a tree as well. What its rows show, and what
/// becomes of settings in it, is everybody's and not one visitor's.
@TableActor
open class StaticTable: CascadingBareTableDelegate {
    /// Replacing them is one update of the table, in which sections and rows that keep their names stay themselves.
    public final var sections: [Section] { didSet { update() } }

    private final var shown = Snapshot()
    private final var rows: [[any StaticRow]] = []
    private final var depth = 0

    public init(_ sections: [Section] = []) {
        self.sections = sections
        super.init()
        showSections()
    }

    public convenience init(@TableBuilder<Section> sections: () -> [Section]) {
        self.init(sections())
    }

    /// Looks at every row anew and tells the table what has changed: rows come, go, move and are reloaded.
    ///
    /// It runs by itself when the sections or a settings row change, and after each press of a row or an accessory.
    public final func update() {
        guard depth == 0 else { return }
        let (snapshot, rows) = preparedSnapshot()
        announce(shown.update(to: snapshot)) {
            shown = snapshot
            self.rows = rows
        }
    }

    /// Makes several changes one update.
    public final func performUpdates(_ updates: () throws -> Void) rethrows {
        depth += 1
        defer {
            depth -= 1
            update()
        }
        try updates()
    }

    private func showSections() {
        (shown, rows) = preparedSnapshot()
    }

    private func preparedSnapshot() -> (snapshot: Snapshot, rows: [[any StaticRow]]) {
        // A row that changes while it is asked is not asked again for that.
        depth += 1
        defer { depth -= 1 }
        for section in sections {
            for row in section.rows { row.prepare(table: self) }
        }
        return makeSnapshot()
    }

    private func row(at indexPath: IndexPath) -> (any StaticRow)? {
        guard let own = ownIndexPath(at: indexPath), rows.indices.contains(own.section),
            rows[own.section].indices.contains(own.row)
        else { return nil }
        return rows[own.section][own.row]
    }

    private func shownRow(at indexPath: IndexPath) -> Snapshot.Row? {
        ownIndexPath(at: indexPath).flatMap(shown.row(at:))
    }

    private func shownSection(at section: Int) -> Snapshot.Section? {
        ownSection(at: section).flatMap(shown.section(at:))
    }

    // MARK: What there is

    /// The names depend on whether it is in a tree, which is known now.
    open override func prepare(tableView: TableView) {
        super.prepare(tableView: tableView)
        showSections()
    }

    open override func numberOfSections(in tableView: TableView) -> Int { shown.sections.count }

    open override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        shownSection(at: section)?.rows.count ?? 0
    }

    open override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        shownRow(at: indexPath)?.content.cell ?? TableViewCell()
    }

    open override func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
        shownSection(at: section)?.id
    }

    open override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        shownRow(at: indexPath)?.id
    }

    open override func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String)
        -> IndexPath?
    { shown.indexPath(ofRow: identifier).flatMap(tableIndexPath(ofOwn:)) }

    // MARK: Headers, footers and index

    open override func tableView(_ tableView: TableView, viewForHeaderInSection section: Int)
        -> TableViewHeaderFooterView?
    { shownSection(at: section)?.content.header }

    open override func tableView(_ tableView: TableView, viewForFooterInSection section: Int)
        -> TableViewHeaderFooterView?
    { shownSection(at: section)?.content.footer }

    open override func sectionIndexTitles(for tableView: TableView) -> [String]? {
        let titles = shown.sections.compactMap(\.content.indexTitle)
        return titles.isEmpty ? nil : titles
    }

    open override func tableView(
        _ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int
    ) -> Int {
        let sections = shown.sections.indices.filter { shown.sections[$0].content.indexTitle != nil }
        let section = sections.indices.contains(index) ? sections[index] : 0
        return tableSection(ofOwn: section) ?? self.index
    }

    // MARK: What happens

    /// False for a row that does nothing, and for one that is disabled.
    open override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        shownRow(at: indexPath)?.content.isSelectable ?? false
    }

    open override func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        self.tableView(tableView, shouldHighlightRowAt: indexPath) ? indexPath : nil
    }

    /// Does what the row does, or follows its link; the row does not stay selected.
    open override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        guard let row = row(at: indexPath), let cell = shownRow(at: indexPath)?.content.cell else { return }
        tableView.deselectRow(at: indexPath)
        if let link = cell.link { tableView.navigate(to: link) }
        performUpdates { tableView.refusing { try row.didSelect(in: tableView, at: indexPath) } }
    }

    open override func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
        guard let row = row(at: indexPath), shownRow(at: indexPath)?.content.cell.isEnabled == true else { return }
        performUpdates { tableView.refusing { try row.accessoryButtonTapped(in: tableView, at: indexPath) } }
    }

    open override func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath)
        -> [TableViewRowAction]?
    {
        guard let actions = row(at: indexPath)?.actions, !actions.isEmpty,
            shownRow(at: indexPath)?.content.cell.isEnabled == true
        else { return nil }
        return actions
    }
}
