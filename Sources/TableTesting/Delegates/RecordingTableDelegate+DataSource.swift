public import CascadingTable
public import FoundationEssentials

extension RecordingTableDelegate {
    // MARK: Contents
    /// Records the call and returns ``TableDelegateAnswers/numberOfSections``.
    public func numberOfSections(in tableView: TableView) -> Int {
        record(tableView, .init(.numberOfSections))
        return answers.numberOfSections
    }
    public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        record(tableView, .init(.numberOfRows, .section(section)))
        return answers.numberOfRows
    }
    public func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        record(tableView, .init(.cellForRow, .indexPath(indexPath)))
        return answers.cell
    }
    /// Records the call and returns ``TableDelegateAnswers/columns``.
    public func columns(in tableView: TableView) -> [TableViewColumn] {
        record(tableView, .init(.columns))
        return answers.columns
    }

    // MARK: Headers and footers
    public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        record(tableView, .init(.titleForHeader, .section(section)))
        return answers.headerTitle
    }
    public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        record(tableView, .init(.titleForFooter, .section(section)))
        return answers.footerTitle
    }

    // MARK: Editing and moving
    public func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.canEditRow, .indexPath(indexPath)))
        return answers.canEdit
    }
    public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.canMoveRow, .indexPath(indexPath)))
        return answers.canMove
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
        record(tableView, .init(.canMoveSection, .section(section)))
        return answers.canMoveSection
    }
    public func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) {
        record(tableView, .init(.moveSection, .section(source), .section(destination)))
    }

    // MARK: Index
    /// Records the call and returns ``TableDelegateAnswers/sectionIndexTitles``.
    public func sectionIndexTitles(for tableView: TableView) -> [String]? {
        record(tableView, .init(.sectionIndexTitles))
        return answers.sectionIndexTitles
    }
    public func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
        record(tableView, .init(.sectionForIndexTitle, .text(title), .place(index)))
        return answers.sectionForIndexTitle
    }

    // MARK: Identity and loading
    public func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
        record(tableView, .init(.identifierForSection, .section(section)))
        return answers.sectionIdentifier
    }
    public func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        record(tableView, .init(.identifierForRow, .indexPath(indexPath)))
        return answers.rowIdentifier
    }
    public func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
        record(tableView, .init(.rowWithIdentifier, .text(identifier)))
        return answers.rowWithIdentifier
    }
    public func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        record(tableView, .init(.rowStartingWith, .text(text), .indexPath(indexPath)))
        return answers.rowStartingWith
    }
    public func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? {
        record(tableView, .init(.tableAnswering, .query(query)))
        return answers.tableAnswering
    }
    public func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? {
        record(tableView, .init(.rowsMatching, .section(section), .query(query)))
        return answers.rowsMatching
    }
    public func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
        record(
            tableView, .init(.rowsAt, .indexPaths(rows.map { IndexPath(row: $0, section: section) }), .section(section))
        )
        return answers.rows
    }
    public func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        record(tableView, .init(.prefetchRows, .indexPaths(indexPaths)))
        return answers.prefetch
    }
    public func tableView(_ tableView: TableView, prefetchNumberOfRowsInSection section: Int) -> TablePrefetch? {
        record(tableView, .init(.prefetchNumberOfRows, .section(section)))
        return answers.prefetchNumberOfRows
    }
    public func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        record(tableView, .init(.cancelPrefetching, .indexPaths(indexPaths)))
    }
}
