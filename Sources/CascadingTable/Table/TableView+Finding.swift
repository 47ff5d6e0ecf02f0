public import FoundationEssentials

extension TableView {
    /// The most cells that are looked at to find one.
    static let searchLimit = 100_000

    /// The first row after that one whose text begins with this one, begun again from the top where there is none.
    ///
    /// Rows that would have to be loaded end the search, unless their data source answers by other means.
    public func indexPath(forRowStartingWith text: String, after indexPath: IndexPath? = nil) -> IndexPath? {
        guard !text.isEmpty, let dataSource else { return nil }
        cellsToSearch = Self.searchLimit
        defer { cellsToSearch = Self.searchLimit }
        var found = dataSource.tableView(self, indexPathForRowStartingWith: text, after: indexPath)
        if found == nil, indexPath != nil {
            found = dataSource.tableView(self, indexPathForRowStartingWith: text, after: nil)
        }
        return found.flatMap { hasRow(at: $0) ? $0 : nil }
    }

    /// Looks at the cells that are in memory, of one section or of all.
    func searchForRow(startingWith text: String, after place: IndexPath?, inSection only: Int? = nil) -> IndexPath? {
        let beginning = PrefixMatcher(text)
        let place = place.flatMap { $0.count == 2 ? $0 : nil }
        let sections = 0..<numberOfSections
        for section in only.map({ $0..<$0 + 1 })?.clamped(to: sections) ?? sections {
            if let place, section < place.section { continue }
            let count = numberOfRows(inSection: section)
            var row = place?.section == section ? min(max(place?.row ?? 0, -1), count - 1) + 1 : 0
            while row < count {
                guard cellsToSearch > 0 else { return nil }
                // Asked for some at a time, because each question may go through the whole tree.
                let rows = row..<min(row + 64, count)
                cellsToSearch -= rows.count
                guard prefetch(rowsAt: rows.map { IndexPath(row: $0, section: section) }) == nil else {
                    cellsToSearch = 0
                    return nil
                }
                for row in rows {
                    let indexPath = IndexPath(row: row, section: section)
                    if cellForRow(at: indexPath)?.begins(with: beginning) == true { return indexPath }
                }
                row = rows.upperBound
            }
            needRowsCounted(inSection: section)
        }
        return nil
    }
}
