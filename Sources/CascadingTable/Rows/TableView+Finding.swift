public import Essentials

extension TableView.Gestures {
    /// Returns the index path of the next row whose text begins with the given text.
    ///
    /// The search continues at the top after the last row. It ends at rows that would have to be loaded, unless the
    /// data source implements `indexPathForRowStartingWith`. Cost: at most 100,000 cells are read.
    ///
    /// - Parameters:
    ///   - text: The beginning of the text. An empty text matches no row.
    ///   - indexPath: The index path after which the search begins; nil for the top.
    ///   - column: The name of the column whose values are compared; nil for titles and first values.
    /// - Returns: The index path, or nil if no row matches.
    public func indexPath(
        forRowStartingWith text: String, after indexPath: IndexPath? = nil, inColumn column: String? = nil
    ) -> IndexPath? {
        tableView.searchedRows = nil
        guard !text.isEmpty, let dataSource = tableView.dataSource else { return nil }
        tableView.cellsToSearch = TableView.searchLimit
        tableView.searchedColumn = column
        defer {
            tableView.cellsToSearch = TableView.searchLimit
            tableView.searchedColumn = nil
        }
        var found = dataSource.tableView(tableView, indexPathForRowStartingWith: text, after: indexPath)
        if found == nil, indexPath != nil {
            found = dataSource.tableView(tableView, indexPathForRowStartingWith: text, after: nil)
        }
        return found.flatMap { tableView.hasRow(at: $0) ? $0 : nil }
    }
}

extension TableView {
    /// The maximum number of cells that a search reads.
    static let searchLimit = 100_000

    /// Searches the cells that are in memory, of one section or of all sections.
    func searchForRow(startingWith text: String, after place: IndexPath?, inSection only: Int? = nil) -> IndexPath? {
        let beginning = PrefixMatcher(text)
        let place = place.flatMap { $0.count == 2 ? $0 : nil }
        let sections = 0..<numberOfSections
        for section in only.map({ $0..<$0 + 1 })?.clamped(to: sections) ?? sections {
            if let place, section < place.section { continue }
            let count = numberOfRows(inSection: section)
            var row = place?.section == section ? min(max(place?.row ?? 0, -1), count - 1) + 1 : 0
            while row < count {
                guard cellsToSearch > 0 else {
                    searchedRows = searchedRows ?? Self.searchLimit
                    return nil
                }
                // 64 rows at a time, because each question may pass through the whole tree.
                let rows = row..<min(row + 64, count)
                guard prefetch(rowsAt: rows.map { IndexPath(row: $0, section: section) }) == nil else {
                    searchedRows = Self.searchLimit - cellsToSearch
                    cellsToSearch = 0
                    return nil
                }
                cellsToSearch -= rows.count
                for row in rows {
                    let indexPath = IndexPath(row: row, section: section)
                    if cellForRow(at: indexPath)?.begins(with: beginning, inColumn: searchedColumn) == true {
                        return indexPath
                    }
                }
                row = rows.upperBound
            }
            needRowsCounted(inSection: section)
        }
        return nil
    }
}
