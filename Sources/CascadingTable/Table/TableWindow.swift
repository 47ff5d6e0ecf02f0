public import FoundationEssentials

/// The rows of one page of a table, which can extend over several sections.
public struct TableWindow: Sendable, Hashable {
    /// The sections of the page in order, each with its rows. The range of a section without rows is empty.
    public var sections: [Section]
    /// The first row of the previous page, or nil on the first page.
    public var previous: IndexPath?
    /// The first row of the next page, or nil on the last page.
    public var next: IndexPath?
    /// The number of rows of the table before the page.
    public var offset: Int
    /// The query result that is divided into pages; nil if the page shows all rows in their own order.
    public var arrangement: QueryResult?

    /// A section of a page, with the rows that the page shows.
    public struct Section: Sendable, Hashable {
        /// The position of the section in the table.
        public var section: Int
        /// The range of rows in the section, or in the section's query result if there is one.
        public var rows: Range<Int>
        /// The row numbers in the data source, if the page shows a query result; otherwise nil.
        public var arranged: ArraySlice<Int32>?
        /// The number of rows of the section that match the query; nil without a query.
        public var count: Int?

        /// Creates a section of a page.
        ///
        /// - Parameters:
        ///   - section: The position of the section in the table.
        ///   - rows: The range of rows in the section or in its query result.
        ///   - arranged: The row numbers in the data source, for a query result.
        ///   - count: The number of rows that match the query.
        public init(section: Int, rows: Range<Int>, arranged: ArraySlice<Int32>? = nil, count: Int? = nil) {
            self.section = section
            self.rows = rows
            self.arranged = arranged
            self.count = count
        }

        /// Returns the row number in the data source.
        ///
        /// - Parameter place: The position among the rows of this section on the page, from 0.
        public func row(at place: Int) -> Int {
            if let arranged { return Int(arranged[arranged.startIndex + place]) }
            return rows.lowerBound + place
        }

        /// The row numbers in the data source.
        package var rowNumbers: [Int] {
            if let arranged { return arranged.map(Int.init) }
            return Array(rows)
        }

        /// The index paths of the rows in the data source.
        public var indexPaths: [IndexPath] {
            var indexPaths: [IndexPath] = []
            append(to: &indexPaths)
            return indexPaths
        }

        /// Returns the index path in the data source, for a position among the rows on the page.
        fileprivate func indexPath(at place: Int) -> IndexPath { IndexPath(row: row(at: place), section: section) }

        fileprivate func append(to indexPaths: inout [IndexPath]) {
            indexPaths.reserveCapacity(indexPaths.count + rows.count)
            for place in 0..<rows.count { indexPaths.append(indexPath(at: place)) }
        }
    }

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - sections: The sections of the page.
    ///   - previous: The first row of the previous page.
    ///   - next: The first row of the next page.
    ///   - offset: The number of rows before the page.
    ///   - arrangement: The query result that is divided into pages.
    public init(
        sections: [Section], previous: IndexPath? = nil, next: IndexPath? = nil, offset: Int = 0,
        arrangement: QueryResult? = nil
    ) {
        self.arrangement = arrangement
        self.sections = sections
        self.previous = previous
        self.next = next
        self.offset = offset
    }

    /// The index paths of the page's rows, in the data source.
    public var indexPaths: [IndexPath] {
        var indexPaths: [IndexPath] = []
        for section in sections { section.append(to: &indexPaths) }
        return indexPaths
    }

    /// Returns the beginning of the page. The row after it becomes the first row of the next page.
    ///
    /// - Parameter count: The number of rows, at least 1.
    package func prefix(_ count: Int) -> TableWindow {
        var window = self
        var rest = count
        window.sections = []
        for var part in sections {
            if part.rows.count > rest {
                window.next = part.indexPath(at: rest)
                part.rows = part.rows.prefix(rest)
                part.arranged = part.arranged?.prefix(rest)
                if rest > 0 { window.sections.append(part) }
                break
            }
            rest -= part.rows.count
            window.sections.append(part)
        }
        return window
    }

    /// The number of rows on the page.
    public var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

    /// The first row of the page; nil for a page without rows.
    public var firstIndexPath: IndexPath? { sections.first { !$0.rows.isEmpty }?.indexPath(at: 0) }

    /// The last row of the page; nil for a page without rows.
    public var lastIndexPath: IndexPath? {
        sections.last { !$0.rows.isEmpty }.map { $0.indexPath(at: $0.rows.count - 1) }
    }
}

extension TableView {
    /// Returns the page with a number of rows that begins at a row.
    ///
    /// A section without rows is shown after the rows before it, or on the first page. Cost: one count for each
    /// section.
    ///
    /// - Parameters:
    ///   - start: The first row of the page; nil for the first row of the table.
    ///   - size: The maximum number of rows.
    public func window(from start: IndexPath? = nil, size: Int) -> TableWindow {
        var window = TableWindow(sections: [], offset: 0)
        window.sections.reserveCapacity(min(numberOfSections, 8))
        let first = start ?? IndexPath(row: 0, section: 0)
        var room = max(size, 1)
        for section in 0..<numberOfSections {
            let count = numberOfRows(inSection: section)
            guard section >= first.section else {
                window.offset += count
                continue
            }
            let from = section == first.section ? min(max(first.row, 0), count) : 0
            if section == first.section { window.offset += from }
            if room == 0, count > 0 {
                window.next = IndexPath(row: 0, section: section)
                break
            }
            let rows = from..<(from + min(room, count - from))
            room -= rows.count
            window.sections.append(.init(section: section, rows: rows))
            if rows.upperBound < count {
                window.next = IndexPath(row: rows.upperBound, section: section)
                break
            }
            needRowsCounted(inSection: section)
        }
        if window.offset > 0 {
            window.previous = indexPath(forRowAtOffset: max(window.offset - max(size, 1), 0))
        } else if first.section > 0 {
            let skipped = 0..<min(first.section, numberOfSections)
            window.sections.insert(contentsOf: skipped.map { .init(section: $0, rows: 0..<0) }, at: 0)
        }
        return window
    }

    /// Returns the row with this number of rows before it, or nil after the last row.
    package func indexPath(forRowAtOffset offset: Int) -> IndexPath? {
        guard offset >= 0 else { return nil }
        var rest = offset
        for section in 0..<numberOfSections {
            let count = numberOfRows(inSection: section)
            if rest < count { return IndexPath(row: rest, section: section) }
            needRowsCounted(inSection: section)
            rest -= count
        }
        return nil
    }

    /// Returns the number of rows before a row.
    ///
    /// If the row does not exist, it is the number of rows before the nearest position.
    package func offset(ofRowAt indexPath: IndexPath) -> Int {
        if indexPath.row > 0 { _ = hasRow(at: indexPath) }
        let sections = 0..<min(max(indexPath.section, 0), numberOfSections)
        let row = min(max(indexPath.row, 0), numberOfRows(inSection: indexPath.section))
        return sections.reduce(row) { $0 + numberOfRows(inSection: $1) }
    }
}
