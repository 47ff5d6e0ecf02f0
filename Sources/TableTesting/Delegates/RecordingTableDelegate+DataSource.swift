public import CascadingTable
public import FoundationEssentials

extension RecordingTableDelegate {
    // MARK: Contents
    /// Records the call and returns ``TableDelegateAnswers/numberOfSections``.
    public func numberOfSections(in tableView: TableView) -> Int {
        record(tableView, .init(.numberOfSections), \.numberOfSections)
    }
    public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        record(tableView, .init(.numberOfRows, .section(section)), \.numberOfRows)
    }
    public func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        record(tableView, .init(.cellForRow, .indexPath(indexPath)), \.cell)
    }
    /// Records the call and returns ``TableDelegateAnswers/columns``.
    public func columns(in tableView: TableView) -> [TableViewColumn] {
        record(tableView, .init(.columns), \.columns)
    }

    // MARK: Headers and footers
    public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        record(tableView, .init(.titleForHeader, .section(section)), \.headerTitle)
    }
    public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        record(tableView, .init(.titleForFooter, .section(section)), \.footerTitle)
    }

    // MARK: Editing and moving
    public func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.canEditRow, .indexPath(indexPath)), \.canEdit)
    }
    public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.canMoveRow, .indexPath(indexPath)), \.canMove)
    }
    public func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        record(tableView, .init(.commit, .editingStyle(editingStyle), .indexPath(indexPath)))
    }
    public func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
        record(tableView, .init(.moveRow, .indexPath(source), .indexPath(destination)))
    }
    public func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool {
        record(tableView, .init(.canMoveSection, .section(section)), \.canMoveSection)
    }
    public func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) {
        record(tableView, .init(.moveSection, .section(source), .section(destination)))
    }

    // MARK: Index
    /// Records the call and returns ``TableDelegateAnswers/sectionIndexTitles``.
    public func sectionIndexTitles(for tableView: TableView) -> [String]? {
        record(tableView, .init(.sectionIndexTitles), \.sectionIndexTitles)
    }
    public func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
        record(tableView, .init(.sectionForIndexTitle, .text(title), .place(index)), \.sectionForIndexTitle)
    }

    // MARK: Identity and loading
    public func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
        record(tableView, .init(.identifierForSection, .section(section)), \.sectionIdentifier)
    }
    public func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        record(tableView, .init(.identifierForRow, .indexPath(indexPath)), \.rowIdentifier)
    }
    public func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
        record(tableView, .init(.rowWithIdentifier, .text(identifier)), \.rowWithIdentifier)
    }
    public func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        record(tableView, .init(.rowStartingWith, .text(text), .indexPath(indexPath)), \.rowStartingWith)
    }
    public func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? {
        record(tableView, .init(.tableAnswering, .query(query)), \.tableAnswering)
    }
    public func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? {
        record(tableView, .init(.rowsMatching, .section(section), .query(query)), \.rowsMatching)
    }
    public func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
        record(
            tableView,
            .init(.rowsAt, .indexPaths(rows.map { IndexPath(row: $0, section: section) }), .section(section)),
            \.rows)
    }
    public func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        record(tableView, .init(.prefetchRows, .indexPaths(indexPaths)), \.prefetch)
    }
    public func tableView(_ tableView: TableView, prefetchNumberOfRowsInSection section: Int) -> TablePrefetch? {
        record(tableView, .init(.prefetchNumberOfRows, .section(section)), \.prefetchNumberOfRows)
    }
    public func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        record(tableView, .init(.cancelPrefetching, .indexPaths(indexPaths)))
    }
}
