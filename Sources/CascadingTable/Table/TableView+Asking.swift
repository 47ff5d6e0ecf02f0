public import FoundationEssentials

extension TableView {
    public var numberOfSections: Int {
        if let count = answers.sectionCount { return count }
        let count = askForNumberOfSections()
        answers.sectionCount = count
        return count
    }

    /// Asks for it, whatever is known.
    func askForNumberOfSections() -> Int {
        checked(count: dataSource?.numberOfSections(in: self) ?? 0, of: "numberOfSections", limit: 1 << 20)
    }

    /// Asks for it, whatever is known; there must be such a section.
    func askForNumberOfRows(inSection section: Int) -> Int {
        askForNumberOfRows(inSection: section, of: dataSource)
    }

    /// Whether there are those sections, of so many rows each, whatever is known.
    func hasSections(ofCounts counts: [Int]) -> Bool {
        guard askForNumberOfSections() == counts.count else { return false }
        let dataSource = dataSource
        for section in counts.indices
        where askForNumberOfRows(inSection: section, of: dataSource) != counts[section] {
            return false
        }
        return true
    }

    private func askForNumberOfRows(inSection section: Int, of dataSource: (any TableViewDataSource)?) -> Int {
        checked(
            count: dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0,
            of: "numberOfRowsInSection \(section)", limit: 1 << 40)
    }

    /// How many rows the section has; 0 where there is no such section.
    public func numberOfRows(inSection section: Int) -> Int {
        guard (0..<numberOfSections).contains(section) else { return 0 }
        if let count = answers.rowCount(ofSection: section) { return count }
        let count = askForNumberOfRows(inSection: section)
        answers.keep(rowCount: count, ofSection: section)
        return count
    }

    /// The number of rows in all sections.
    public var numberOfRows: Int {
        // A closure would be checked for the actor it is called on, section by section.
        var count = 0
        for section in 0..<numberOfSections { count += numberOfRows(inSection: section) }
        return count
    }

    /// Whether ``numberOfRows`` is all rows. Otherwise there are more, which are still to be counted.
    public var countsAllRows: Bool {
        if let known = answers.countsAllRows { return known }
        let countsAll = (0..<numberOfSections).allSatisfy { rowsToCount(inSection: $0) == nil }
        answers.countsAllRows = countsAll
        return countsAll
    }

    /// Whether there is that row. If that is not known because rows are still to be counted, the request needs them counted.
    public func hasRow(at indexPath: IndexPath) -> Bool {
        guard indexPath.count == 2 else { return false }
        if (0..<numberOfRows(inSection: indexPath.section)).contains(indexPath.row) { return true }
        if indexPath.row >= 0 { needRowsCounted(inSection: indexPath.section) }
        return false
    }

    /// Has the rows of a section counted before the request is answered, if they are not.
    func needRowsCounted(inSection section: Int) {
        if let prefetch = rowsToCount(inSection: section) { needs(prefetch) }
    }

    /// Has all rows counted before the request is answered, if they are not.
    package func needRowsCounted() {
        for section in 0..<numberOfSections { needRowsCounted(inSection: section) }
    }

    private func rowsToCount(inSection section: Int) -> TablePrefetch? {
        guard (0..<numberOfSections).contains(section) else { return nil }
        return dataSource?.tableView(self, prefetchNumberOfRowsInSection: section)
    }

    /// The cell of a row, or nil where there is no such row.
    public func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
        guard hasRow(at: indexPath) else { return nil }
        return questions(forRowAt: indexPath).cell
    }

    public var columns: [TableViewColumn] {
        if let columns = answers.columns { return columns }
        let columns = dataSource?.columns(in: self) ?? []
        answers.columns = columns
        return columns
    }

    /// What stands above a section: its view, else its title, else nothing.
    public func headerView(forSection section: Int) -> TableViewHeaderFooterView? {
        guard (0..<numberOfSections).contains(section) else { return nil }
        return questions(inSection: section).headerView
    }

    /// What stands below a section: its view, else its title, else nothing.
    public func footerView(forSection section: Int) -> TableViewHeaderFooterView? {
        guard (0..<numberOfSections).contains(section) else { return nil }
        return questions(inSection: section).footerView
    }

    /// Returns the identifier that the data source gives the row, or one made from its place.
    ///
    /// The identifier of a place ends with the revision that last moved the row there, such as `0-3@17`. So it never means
    /// another row that came to the place later.
    public func identifier(forRowAt indexPath: IndexPath) -> String {
        questions(forRowAt: indexPath).identifier
    }

    /// The name of a section: the data source's, else one of its place.
    public func identifier(forSection section: Int) -> String {
        questions(inSection: section).identifier
    }

    /// Where the row of that name is now, or nil when it is gone.
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

    /// The same for a row that was seen at a place, where it is looked for first.
    public func currentIndexPath(ofRow identifier: String, lastSeenAt indexPath: IndexPath) -> IndexPath? {
        if hasRow(at: indexPath), self.identifier(forRowAt: indexPath) == identifier { return indexPath }
        return self.indexPath(forRowWithIdentifier: identifier)
    }

    /// Asks every row for its name until one has it.
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

    /// The index beside the table: each title and the section it leads to.
    public var sectionIndex: [(title: String, section: Int)] {
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

    /// What must be awaited before those rows are asked for.
    public func prefetch(rowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        if indexPaths.count == 1, let root {
            return root.responder(forRowAt: indexPaths[0]).tableView(self, prefetchRowsAt: indexPaths)
        }
        return dataSource?.tableView(self, prefetchRowsAt: indexPaths)
    }

    /// The same of rows by section, those of one that follow each other given together: every node is asked what it
    /// would be asked for their paths.
    package func prefetch(_ sections: [SectionRows]) -> TablePrefetch? {
        if let root = dataSource as? CascadingRootTableDelegate, root.passesSectionsOn {
            return root.prefetch(sections, in: self)
        }
        return dataSource?.tableView(self, prefetchRowsAt: sections.flatMap(\.indexPaths))
    }

    /// A count that can be counted with: the limits keep the sum of all rows far below the largest integer.
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
    /// Reads the place from an identifier such as `0-3` or `0-3@17`.
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
