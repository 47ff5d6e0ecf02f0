public import FoundationEssentials

/// A run of rows counted over sections: what one page of a table shows.
public struct TableWindow: Sendable, Hashable {
    /// The sections of the page in order, each with its rows; a section without rows has an empty range.
    public var sections: [Section]
    /// The first row of the page before this one, or nil on the first page.
    public var previous: IndexPath?
    /// The first row of the page after this one, or nil on the last page.
    public var next: IndexPath?
    /// How many rows of the table come before the page.
    public var offset: Int
    /// The rows that pages are made of, where those are not all of the table in their own order.
    public var arrangement: QueryResult?

    public struct Section: Sendable, Hashable {
        public var section: Int
        /// Which of the section's rows, as they are counted on pages.
        public var rows: Range<Int>
        /// On an arranged page, the places of those rows in the data source.
        public var arranged: ArraySlice<Int32>?
        /// On an arranged page, how many rows of the section match.
        public var count: Int?

        public init(section: Int, rows: Range<Int>, arranged: ArraySlice<Int32>? = nil, count: Int? = nil) {
            self.section = section
            self.rows = rows
            self.arranged = arranged
            self.count = count
        }

        /// The place in the data source of the row at that place among those shown.
        public func row(at place: Int) -> Int {
            if let arranged { return Int(arranged[arranged.startIndex + place]) }
            return rows.lowerBound + place
        }

        /// The places in the data source of its rows.
        package var rowNumbers: [Int] {
            if let arranged { return arranged.map(Int.init) }
            return Array(rows)
        }

        /// The rows by their places in the data source.
        public var indexPaths: [IndexPath] {
            var indexPaths: [IndexPath] = []
            append(to: &indexPaths)
            return indexPaths
        }

        /// The row of the data source at that place among those shown.
        fileprivate func indexPath(at place: Int) -> IndexPath { IndexPath(row: row(at: place), section: section) }

        fileprivate func append(to indexPaths: inout [IndexPath]) {
            indexPaths.reserveCapacity(indexPaths.count + rows.count)
            for place in 0..<rows.count { indexPaths.append(indexPath(at: place)) }
        }
    }

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

    /// The rows of the page.
    public var indexPaths: [IndexPath] {
        var indexPaths: [IndexPath] = []
        for section in sections { section.append(to: &indexPaths) }
        return indexPaths
    }

    /// The number of rows of the page.
    public var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

    /// The first row of the page; nil for a page without rows.
    public var firstIndexPath: IndexPath? { sections.first { !$0.rows.isEmpty }?.indexPath(at: 0) }

    /// The last row of the page; nil for a page without rows.
    public var lastIndexPath: IndexPath? {
        sections.last { !$0.rows.isEmpty }.map { $0.indexPath(at: $0.rows.count - 1) }
    }
}

extension TableView {
    /// The page of `size` rows that begins at `start`, or at the first row when nil.
    ///
    /// A section whose rows begin or end with the page is shown with it; one without rows is shown after the rows
    /// before it, or on the first page. Cost: one count a section.
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

    /// The row that has that many rows before it, or nil past the last row.
    public func indexPath(forRowAtOffset offset: Int) -> IndexPath? {
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

    /// How many rows come before that row; where there is no such row, before the nearest place that there is.
    public func offset(ofRowAt indexPath: IndexPath) -> Int {
        if indexPath.row > 0 { _ = hasRow(at: indexPath) }
        let sections = 0..<min(max(indexPath.section, 0), numberOfSections)
        let row = min(max(indexPath.row, 0), numberOfRows(inSection: indexPath.section))
        return sections.reduce(row) { $0 + numberOfRows(inSection: $1) }
    }
}
