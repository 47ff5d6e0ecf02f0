public import FoundationEssentials

/// The rows of a table that match a query, in the order of the query.
///
/// Rows keep their numbers in the data source, so that an action on a row affects the right one.
public struct QueryResult: Sendable, Hashable {
    /// The query that the rows match.
    public let query: TableQuery
    /// The sections that have matching rows, in order.
    public let sections: [Section]
    /// The number of matching rows in all sections.
    public let count: Int

    /// The matching rows of one section.
    public struct Section: Sendable, Hashable {
        /// The position of the section in the table.
        public let section: Int
        /// The row numbers in the data source, in the order of the query.
        public let rows: [Int32]
        /// The number of matching rows before this section.
        public let offset: Int
    }

    init(_ query: TableQuery, sections: [(section: Int, rows: [Int32])]) {
        self.query = query
        var offset = 0
        self.sections = sections.compactMap { section, rows in
            guard !rows.isEmpty else { return nil }
            defer { offset += rows.count }
            return Section(section: section, rows: rows, offset: offset)
        }
        count = offset
    }

    /// Returns the row with this number of matching rows before it; nil after the last row.
    ///
    /// Cost: O(log n) for n sections.
    public func indexPath(forRowAtOffset offset: Int) -> IndexPath? {
        guard offset >= 0, offset < count, let section = section(atOffset: offset) else { return nil }
        return IndexPath(row: Int(section.rows[offset - section.offset]), section: section.section)
    }

    /// Returns the number of matching rows before a row; nil for a row that does not match.
    ///
    /// Cost: O(rows of the section).
    ///
    /// - Parameters:
    ///   - indexPath: The index path of the row in the data source.
    ///   - expected: The probable result. If it is right, no search is made.
    public func offset(ofRowAt indexPath: IndexPath, expected: Int? = nil) -> Int? {
        if let expected, self.indexPath(forRowAtOffset: expected) == indexPath { return expected }
        guard indexPath.count == 2, let row = Int32(exactly: indexPath.row),
            let section = section(indexPath.section), let index = section.rows.firstIndex(of: row)
        else { return nil }
        return section.offset + index
    }

    /// Returns the matching rows of a section; nil if it has none.
    public func section(_ section: Int) -> Section? {
        let index = sections.partitioningIndex { $0.section >= section }
        return index < sections.count && sections[index].section == section ? sections[index] : nil
    }

    /// Returns the number of matching rows before a section.
    public func offset(ofSection section: Int) -> Int {
        let index = sections.partitioningIndex { $0.section >= section }
        return index < sections.count ? sections[index].offset : count
    }

    /// Returns the page with a number of rows that begins after a number of matching rows.
    ///
    /// - Parameters:
    ///   - start: The number of matching rows before the page.
    ///   - size: The maximum number of rows on the page.
    public func window(fromOffset start: Int, size: Int) -> TableWindow {
        let size = max(size, 1)
        let offset = min(max(start, 0), count)
        var window = TableWindow(sections: [], offset: offset, arrangement: self)
        var room = size
        let first = sections.partitioningIndex { $0.offset + $0.rows.count > offset }
        for section in sections[first...] where room > 0 {
            let from = max(offset - section.offset, 0)
            let rows = from..<min(from + room, section.rows.count)
            room -= rows.count
            window.sections.append(
                .init(section: section.section, rows: rows, arranged: section.rows[rows], count: section.rows.count))
        }
        if offset > 0 { window.previous = indexPath(forRowAtOffset: max(offset - size, 0)) }
        window.next = indexPath(forRowAtOffset: offset + size - room)
        return window
    }

    private func section(atOffset offset: Int) -> Section? {
        let index = sections.partitioningIndex { $0.offset > offset }
        return index > 0 ? sections[index - 1] : nil
    }
}

extension Array {
    /// Returns the first index at which the predicate is true. All elements for which it is true must come last.
    fileprivate func partitioningIndex(where isSuch: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isSuch(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
