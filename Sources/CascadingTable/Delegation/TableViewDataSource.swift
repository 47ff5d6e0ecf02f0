public import FoundationEssentials

/// Is asked what a table shows; UIKit's names, and a default for everything but rows and cells.
@TableActor
public protocol TableViewDataSource: AnyObject {
    // MARK: What there is
    func numberOfSections(in tableView: TableView) -> Int
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
    /// Many rows of a section in one call, in the order of their numbers; nil, the default, to be asked row by row.
    ///
    /// Answer it if you can read many rows at once. A row of a batch is complete: on a page that only shows it, its cell,
    /// identifier, height and all else that the delegate says about single rows are not asked for. In edit mode, and for
    /// everything that a visitor does to a row, rows are asked one by one.
    func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch?
    /// The columns of cells in the `columns` style, in order; none by default.
    func columns(in tableView: TableView) -> [TableViewColumn]

    // MARK: Headers and footers
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?
    func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String?

    // MARK: Identity
    /// A name of the row that stays with it when it moves; unique in the table, or nil to be known by its place.
    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String?
    /// Where the row of that name is now. By default every row is asked for its name.
    func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath?
    /// The first row after that one, or of all where it is nil, that is known by a text that begins with this one;
    /// see ``TableViewCell/begins(with:)``. By default rows are looked at until one would have to be loaded.
    func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath?
    /// A table with the rows that match a query, in its order, made with ``TableView/init(root:answering:of:)``. By default nil:
    /// the rows keep their places, and ``tableView(_:rowsInSection:matching:)`` is asked for them.
    ///
    /// Answer it if your database can read the rows of a query page by page. Rows are numbered as they are shown then, so give
    /// them identifiers. Keep the table to answer the next page with it, until your rows change. If it must be loaded first, call
    /// ``TableView/needs(_:)`` and return nil.
    func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView?
    /// The section's rows that match a query, in its order, by their places. By default nil: the table looks at the cells.
    func tableView(_ tableView: TableView, rowsInSection section: Int, matching query: TableQuery) -> TableRowOrder?
    /// A name of the section that stays with it when it moves, or nil to be known by its place.
    func tableView(_ tableView: TableView, identifierForSection section: Int) -> String?

    // MARK: Loading
    /// What must be awaited before these rows can be asked for, or nil when all of it is in memory.
    ///
    /// It runs before the rows are rendered, with the tree free for others whenever it waits.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch?
    /// Those rows are not needed any more; what is being loaded for them may be given up.
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
    /// Work that counts the rows of a section, or nil, the default, when `numberOfRowsInSection` is exact.
    ///
    /// Answer it if counting takes long. Until the rows are counted, return the number of rows known so far from
    /// `numberOfRowsInSection`; the page says that there are more. The work is awaited when somebody asks for a row after the
    /// known ones. Call ``TableView/reloadData()`` once the number is known.
    func tableView(_ tableView: TableView, prefetchNumberOfRowsInSection section: Int) -> TablePrefetch?

    // MARK: Editing and moving
    func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool
    func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool
    func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath)
    func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath)
    func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool
    func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int)

    // MARK: Index
    func sectionIndexTitles(for tableView: TableView) -> [String]?
    /// The section an index title leads to; `index` is the title's place in the index.
    func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int
}

extension TableViewDataSource {
    public func numberOfSections(in tableView: TableView) -> Int { 1 }
    public func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? { nil }
    public func columns(in tableView: TableView) -> [TableViewColumn] { [] }
    public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }
    public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { nil }
    public func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? { nil }
    public func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
        tableView.searchForRow(withIdentifier: identifier)
    }
    public func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        tableView.searchForRow(startingWith: text, after: indexPath)
    }
    public func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? { nil }
    public func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? { nil }
    public func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? { nil }
    public func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? { nil }
    public func tableView(_ tableView: TableView, prefetchNumberOfRowsInSection section: Int) -> TablePrefetch? { nil }
    public func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
    public func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
    public func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {}
    public func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool { false }
    public func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) {}
    public func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
    public func sectionIndexTitles(for tableView: TableView) -> [String]? { nil }
    public func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { 0 }
}
