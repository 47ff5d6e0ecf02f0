public import Essentials

extension TableView {
    /// The number of sections of the table, at most 1,048,576.
    ///
    /// The data source is asked once between reloads.
    public var numberOfSections: Int {
        if let count = answers.sectionCount { return count }
        let asked = models.observing(.sectionCount, of: self) { dataSource?.numberOfSections(in: self) ?? 0 }
        let count = checked(count: asked, of: "numberOfSections", limit: 1 << 20)
        answers.sectionCount = count
        return count
    }

    /// Returns the number of rows of a section, or 0 if the section does not exist.
    ///
    /// The data source is asked once between reloads.
    public func numberOfRows(inSection section: Int) -> Int {
        guard (0..<numberOfSections).contains(section) else { return 0 }
        if let count = answers.rowCount(ofSection: section) { return count }
        let asked = models.observing(.count(section), of: self) {
            dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
        }
        let count = checked(count: asked, of: "numberOfRowsInSection \(section)", limit: 1 << 40)
        answers.keep(rowCount: count, ofSection: section)
        return count
    }

    /// The number of rows in all sections.
    ///
    /// A section that is still being counted counts with the rows known so far. Cost: one cached count for each section.
    public var numberOfRows: Int {
        // A loop, because a closure costs an isolation check for each section.
        var count = 0
        for section in 0..<numberOfSections { count += numberOfRows(inSection: section) }
        return count
    }

    /// Asks for the numbers of rows again. Unlike a reload, it makes no revision.
    package func forgetCounts() { answers.forget() }

    /// How exact ``numberOfRows`` is.
    package var countAccuracy: RowCountAccuracy {
        if let summary { return summary.isWhole ? .exact : .moreThan }
        if let known = answers.countAccuracy { return known }
        var accuracy = RowCountAccuracy.exact
        for section in 0..<numberOfSections {
            guard let prefetch = rowsToCount(inSection: section) else { continue }
            accuracy = prefetch.replacesEstimate ? .about : .moreThan
            if accuracy == .about { break }
        }
        answers.countAccuracy = accuracy
        return accuracy
    }

    /// Returns whether a row exists.
    ///
    /// If the row may be one that is still to be counted, the request counts the rows and starts again.
    package func hasRow(at indexPath: IndexPath) -> Bool {
        guard indexPath.count == 2 else { return false }
        if (0..<numberOfRows(inSection: indexPath.section)).contains(indexPath.row) { return true }
        if indexPath.row >= 0 { needRowsCounted(inSection: indexPath.section) }
        return false
    }

    /// Makes the request count the rows of a section before it is answered, if they are not counted yet.
    package func needRowsCounted(inSection section: Int) {
        if let prefetch = rowsToCount(inSection: section) { needs(prefetch) }
    }

    /// Makes the request count the rows of all sections before it is answered, if they are not counted yet.
    package func needRowsCounted() {
        for section in 0..<numberOfSections { needRowsCounted(inSection: section) }
    }

    private func rowsToCount(inSection section: Int) -> TablePrefetch? {
        guard (0..<numberOfSections).contains(section) else { return nil }
        return dataSource?.tableView(self, prefetchNumberOfRowsInSection: section)
    }

    /// Returns the cell of a row, or nil if the row does not exist.
    ///
    /// Unlike UIKit, the data source is asked at each call, and the row need not be visible.
    public func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
        guard hasRow(at: indexPath) else { return nil }
        return responder(forRowAt: indexPath).cell
    }

    /// The columns of the table, from the data source; empty for a table without columns.
    ///
    /// The data source is asked once between reloads.
    public var columns: [TableViewColumn] {
        if let columns = answers.columns { return columns }
        let columns = dataSource?.columns(in: self) ?? []
        answers.columns = columns
        return columns
    }

    /// Returns the header of a section, or nil if it has none.
    ///
    /// It is the view of the delegate, or else a view with the title from the data source.
    public func headerView(forSection section: Int) -> TableViewHeaderFooterView? {
        guard (0..<numberOfSections).contains(section) else { return nil }
        return responder(inSection: section).headerView
    }

    /// Returns the footer of a section, or nil if it has none.
    ///
    /// It is the view of the delegate, or else a view with the title from the data source.
    public func footerView(forSection section: Int) -> TableViewHeaderFooterView? {
        guard (0..<numberOfSections).contains(section) else { return nil }
        return responder(inSection: section).footerView
    }

    /// Returns the identifier that the data source gives a row, or one made from the position of the row.
    ///
    /// An identifier made from a position, such as `0-3@17`, ends with the revision that last moved a row there. So it
    /// never means another row that comes to the position later.
    ///
    /// - Parameter indexPath: The index path of an existing row.
    public func identifier(forRowAt indexPath: IndexPath) -> String {
        responder(forRowAt: indexPath).identifier
    }

    /// Returns the identifier that the data source gives a section, or else the number of the section as a text.
    public func identifier(forSection section: Int) -> String {
        responder(inSection: section).identifier
    }

    /// Returns the current index path of the row with an identifier, or nil if there is no such row.
    ///
    /// The cost depends on the data source. By default, every row is asked for its identifier.
    public func indexPath(forRowWithIdentifier identifier: String) -> IndexPath? {
        if let place = IndexPath(placeIdentifier: identifier), hasRow(at: place),
            self.identifier(forRowAt: place) == identifier
        {
            return place
        }
        guard let indexPath = dataSource?.tableView(self, indexPathForRowWithIdentifier: identifier),
            hasRow(at: indexPath)
        else { return nil }
        return indexPath
    }

    /// Returns the current index path of the row with an identifier. It looks first at the place where the row was last
    /// seen.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the row.
    ///   - indexPath: The index path where the row was last seen. If the row is still there, no search is made.
    /// - Returns: The index path, or nil if there is no such row.
    package func currentIndexPath(ofRow identifier: String, lastSeenAt indexPath: IndexPath) -> IndexPath? {
        if hasRow(at: indexPath), self.identifier(forRowAt: indexPath) == identifier { return indexPath }
        return self.indexPath(forRowWithIdentifier: identifier)
    }

    /// Asks every row for its identifier until one matches. Cost: O(rows).
    func searchForRow(withIdentifier identifier: String) -> IndexPath? {
        for section in 0..<numberOfSections {
            for row in 0..<numberOfRows(inSection: section) {
                let indexPath = IndexPath(row: row, section: section)
                if self.identifier(forRowAt: indexPath) == identifier { return indexPath }
            }
            needRowsCounted(inSection: section)
        }
        return nil
    }

    /// The entries of the index beside the table: each title and the section that it leads to.
    ///
    /// The data source is asked once between reloads. Entries that lead to a missing section are left out and reported
    /// as an anomaly.
    package var sectionIndex: [(title: String, section: Int)] {
        if let origin { return origin.sectionIndex.filter { numberOfRows(inSection: $0.section) > 0 } }
        if let entries = answers.sectionIndex { return entries }
        guard let dataSource else { return [] }
        let titles = dataSource.sectionIndexTitles(for: self) ?? []
        let entries = titles.enumerated().compactMap { index, title -> (title: String, section: Int)? in
            let section = dataSource.tableView(self, sectionForSectionIndexTitle: title, at: index)
            guard (0..<numberOfSections).contains(section) else {
                report(.indexOutOfRange, "The index title \(title) leads to section \(section), which is not there.")
                return nil
            }
            return (title, section)
        }
        answers.sectionIndex = entries
        return entries
    }

    /// Returns the work that loads rows, or nil if all of them are in memory.
    ///
    /// Await the work before you ask for the rows.
    package func prefetch(rowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        if indexPaths.count == 1, let root {
            return root.forwardingTarget(forRowAt: indexPaths[0]).tableView(self, prefetchRowsAt: indexPaths)
        }
        return dataSource?.tableView(self, prefetchRowsAt: indexPaths)
    }

    /// Returns the work that loads rows, which are given by section; nil if all of them are in memory.
    ///
    /// Each delegate of the tree is asked for the index paths that it would be asked for by ``prefetch(rowsAt:)``.
    func prefetch(_ sections: [SectionRows]) -> TablePrefetch? {
        if let root = dataSource as? CascadingRootTableDelegate, root.passesSectionsOn {
            return root.prefetch(sections, in: self)
        }
        return dataSource?.tableView(self, prefetchRowsAt: sections.flatMap(\.indexPaths))
    }

    /// Returns a valid count and reports an invalid one. The limits keep the sum of all rows below `Int.max`.
    private func checked(count: Int, of question: @autoclosure () -> String, limit: Int) -> Int {
        if count < 0 {
            report(.negativeCount, "\(question()) answered \(count); it counts as 0.")
            return 0
        }
        if count > limit {
            report(.excessiveCount, "\(question()) answered \(count); it counts as \(limit).")
            return limit
        }
        return count
    }
}

extension IndexPath {
    /// Reads the index path from an identifier such as `0-3` or `0-3@17`.
    fileprivate init?(placeIdentifier identifier: String) {
        let numbers = identifier.prefix { $0 != "@" }.split(
            separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard numbers.count == 2, let section = Int(numbers[0]), let row = Int(numbers[1]), section >= 0, row >= 0
        else {
            return nil
        }
        self.init(row: row, section: section)
    }
}

/// How exact a number of rows is.
public enum RowCountAccuracy: String, Sendable, Hashable {
    /// There are exactly so many rows.
    case exact
    /// There are more rows, which are still to be counted.
    case moreThan = "more than"
    /// There are about so many rows, as a database estimates.
    case about
}
