public import Essentials

/// The rows of one page of a table, which can extend over several sections.
public struct TableWindow: Sendable, Hashable {
    /// The sections of the page in order, each with its rows. The range of a section without rows is empty.
    package var sections: [Section]
    /// The first row of the previous page, or nil on the first page.
    public var previous: IndexPath?
    /// The first row of the next page, or nil on the last page.
    public var next: IndexPath?
    /// The number of rows of the table before the page.
    public var offset: Int

    /// A section of a page, with the rows that the page shows.
    package struct Section: Sendable, Hashable {
        /// The position of the section in the table.
        package var section: Int
        /// The range of rows in the section.
        package var rows: Range<Int>

        /// Creates a section of a page.
        ///
        /// - Parameters:
        ///   - section: The position of the section in the table.
        ///   - rows: The range of rows in the section.
        package init(section: Int, rows: Range<Int>) {
            self.section = section
            self.rows = rows
        }

        /// The index paths of the rows.
        package var indexPaths: [IndexPath] { rows.map { IndexPath(row: $0, section: section) } }
    }

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - sections: The sections of the page.
    ///   - previous: The first row of the previous page.
    ///   - next: The first row of the next page.
    ///   - offset: The number of rows before the page.
    package init(sections: [Section], previous: IndexPath? = nil, next: IndexPath? = nil, offset: Int = 0) {
        self.sections = sections
        self.previous = previous
        self.next = next
        self.offset = offset
    }

    /// The index paths of the page's rows.
    public var indexPaths: [IndexPath] { sections.flatMap(\.indexPaths) }

    /// Returns the beginning of the page. The row after it becomes the first row of the next page.
    ///
    /// - Parameter count: The number of rows, at least 1.
    package func prefix(_ count: Int) -> TableWindow {
        var window = self
        var rest = count
        window.sections = []
        for var part in sections {
            if part.rows.count > rest {
                part.rows = part.rows.prefix(rest)
                window.next = IndexPath(row: part.rows.upperBound, section: part.section)
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
    public var firstIndexPath: IndexPath? {
        sections.first { !$0.rows.isEmpty }.map { IndexPath(row: $0.rows.lowerBound, section: $0.section) }
    }

    /// The last row of the page; nil for a page without rows.
    public var lastIndexPath: IndexPath? {
        sections.last { !$0.rows.isEmpty }.map { IndexPath(row: $0.rows.upperBound - 1, section: $0.section) }
    }
}

/// Sections with rows that are divided into pages.
package protocol PagedSections {
    var numberOfSections: Int { get }
    /// A Boolean value that indicates whether sections without rows are not shown.
    var leavesOutEmptySections: Bool { get }
    func numberOfRows(inSection section: Int) -> Int
    /// Is called for a section whose number of rows decides about the page.
    func needRowsCounted(inSection section: Int)
}

extension TableView: @TableActor PagedSections {
    package var leavesOutEmptySections: Bool { origin != nil }

    /// Returns the page with a number of rows that begins at a row.
    ///
    /// A section without rows is shown after the rows before it, or on the first page. A table of matching rows shows no
    /// such section. Cost: one count for each section.
    ///
    /// - Parameters:
    ///   - start: The first row of the page; nil for the first row of the table.
    ///   - size: The maximum number of rows.
    public func window(from start: IndexPath? = nil, size: Int) -> TableWindow { page(from: start, size: size) }
}

extension PagedSections {
    /// Returns the page that begins at a row; nil for the first row.
    func page(from start: IndexPath?, size: Int) -> TableWindow {
        var window = TableWindow(sections: [], offset: 0)
        window.sections.reserveCapacity(min(numberOfSections, 8))
        let first = start ?? IndexPath(row: 0, section: 0)
        var room = max(size, 1)
        for section in 0..<numberOfSections {
            let count = numberOfRows(inSection: section)
            if count == 0, leavesOutEmptySections { continue }
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
        } else if first.section > 0, !leavesOutEmptySections {
            let skipped = 0..<min(first.section, numberOfSections)
            window.sections.insert(contentsOf: skipped.map { .init(section: $0, rows: 0..<0) }, at: 0)
        }
        return window
    }

    /// Returns the page with rows of one section that begins at a row; nil for the first row.
    private func page(from start: IndexPath?, size: Int, inSection section: Int) -> TableWindow {
        let first = IndexPath(row: 0, section: section)
        var window = page(from: max(start ?? first, first), size: size)
        window.sections.removeAll { $0.section != section }
        if window.next?.section != section { window.next = nil }
        if let rows = window.sections.first?.rows {
            window.offset = rows.lowerBound
            window.previous =
                rows.lowerBound > 0 ? IndexPath(row: max(rows.lowerBound - size, 0), section: section) : nil
        }
        return window
    }

    /// Returns the rows of a requested page.
    ///
    /// - Parameters:
    ///   - request: The page.
    ///   - place: The place of the row that the page contains, or that it begins or ends beside; nil for the first page.
    ///   - isGone: Whether the row no longer exists, so that the row at its place follows it.
    ///   - isFirst: Whether the page begins with the row that it contains.
    package func page(
        _ request: TablePageRequest, beside place: IndexPath?, isGone: Bool = false, isFirst: Bool = false
    ) -> TableWindow {
        var start: IndexPath?
        switch request.position {
        case .first: break
        case .section(let section): start = IndexPath(row: 0, section: section)
        case .row, .from, .after, .before:
            guard let place else { break }
            let offset = offset(ofRowAt: place)
            let first =
                switch request.position {
                case .before: offset - request.size
                case .from: offset
                case .after: min(isGone ? offset : offset + 1, offsetOfLastRow)
                default: isFirst ? offset : offset - offset % request.size
                }
            start = indexPath(forRowAtOffset: max(first, 0))
        }
        switch request.scope {
        case .table: return page(from: start, size: request.size)
        case .section(let section): return page(from: start, size: request.size, inSection: section)
        case .row(let row):
            return TableWindow(sections: [.init(section: row.section, rows: row.row..<row.row + 1)], offset: 0)
        }
    }

    private var offsetOfLastRow: Int {
        (0..<numberOfSections).reduce(-1) { $0 + numberOfRows(inSection: $1) }
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
        if indexPath.row >= numberOfRows(inSection: indexPath.section) { needRowsCounted(inSection: indexPath.section) }
        let sections = 0..<min(max(indexPath.section, 0), numberOfSections)
        let row = min(max(indexPath.row, 0), numberOfRows(inSection: indexPath.section))
        return sections.reduce(row) { $0 + numberOfRows(inSection: $1) }
    }
}
