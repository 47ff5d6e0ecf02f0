public import FoundationEssentials

/// The rows of a table that match a query, in its order: what pages are turned through in place of all rows.
///
/// Each is known by its place in the data source, so that whatever is done to a row is done to the right one.
public struct QueryResult: Sendable, Hashable {
    public let query: TableQuery
    /// The sections that have such rows, in order.
    public let sections: [Section]
    /// The rows of all sections.
    public let count: Int

    public struct Section: Sendable, Hashable {
        public let section: Int
        public let rows: [Int32]
        /// How many rows come before those of the section.
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

    /// The row that has that many rows before it; nil past the last.
    public func indexPath(forRowAtOffset offset: Int) -> IndexPath? {
        guard offset >= 0, offset < count, let section = section(atOffset: offset) else { return nil }
        return IndexPath(row: Int(section.rows[offset - section.offset]), section: section.section)
    }

    /// How many rows come before that one; nil for a row that does not match.
    ///
    /// - Parameter indexPath: The place of the row in the table.
    /// - Parameter expected: where it probably is, which saves the search.
    public func offset(ofRowAt indexPath: IndexPath, expected: Int? = nil) -> Int? {
        if let expected, self.indexPath(forRowAtOffset: expected) == indexPath { return expected }
        guard indexPath.count == 2, let row = Int32(exactly: indexPath.row),
            let section = section(indexPath.section), let index = section.rows.firstIndex(of: row)
        else { return nil }
        return section.offset + index
    }

    /// The rows of that section; nil for one that has none.
    public func section(_ section: Int) -> Section? {
        let index = sections.partitioningIndex { $0.section >= section }
        return index < sections.count && sections[index].section == section ? sections[index] : nil
    }

    /// How many rows come before those of that section.
    public func offset(ofSection section: Int) -> Int {
        let index = sections.partitioningIndex { $0.section >= section }
        return index < sections.count ? sections[index].offset : count
    }

    /// The page of `size` rows that begins after so many.
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
    /// The first place from which on all elements are such, in an array where those that are come last.
    fileprivate func partitioningIndex(where isSuch: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isSuch(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
