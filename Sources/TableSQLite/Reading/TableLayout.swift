import Bytes
import CascadingTable
import TableDatabase

/// The sections of a table and their numbers of rows, in one state of the file.
struct TableLayout: Sendable {
    /// The token of that state.
    let token: SQLiteDatabase.ChangeToken
    var reader: TableReader
    private(set) var sections: [KeysetIndex]
    /// The rowids of each section in order, or nil if each page is found by its keys.
    ///
    /// They are set for results of a search by relevance, and for a copy that is read to its end.
    var rowids: [[Int64]]?
    /// All rows, if they were read with their number; otherwise nil.
    var firstRows: RowWindow?
    /// The reason why no row can match the query, or nil.
    var refusal: TableViewError?
    /// The reasons why finding the rows of the query took long; nil if it did not.
    var advice: QueryAdvice?
    /// The tables that foreign keys refer to; nil before the first link was read.
    private var references: [ReferenceReader]?

    init(_ token: SQLiteDatabase.ChangeToken, _ reader: TableReader, sections: [KeysetIndex]) {
        self.token = token
        self.reader = reader
        self.sections = sections
    }

    /// A Boolean value that indicates whether the rows of all sections were counted.
    var isCounted: Bool { sections.allSatisfy(\.isCounted) }

    /// Counts the rows of the largest page.
    mutating func countFirstRows(in database: Transaction) throws {
        try sections[0].countFirstRows(with: reader.queries, in: database, within: nil)
    }

    /// Counts the rows that are not counted yet.
    mutating func countRows(in database: Transaction) throws {
        for index in sections.indices { try sections[index].countRowsIfNeeded(with: reader.queries, in: database) }
    }

    /// Copies the rows of a view or statement, which are then found sooner.
    mutating func copyRows(in database: Transaction) throws {
        guard sections.count == 1, sections[0].group == nil, let copy = try reader.copied(in: database) else { return }
        reader = copy
        sections = [KeysetIndex()]
        try sections[0].countRows(with: copy.queries, in: database)
    }

    /// Adopts the anchors and the counts of another layout of the same state of the file.
    mutating func merge(_ other: TableLayout) {
        if references == nil { references = other.references }
        for index in sections.indices {
            let (own, new) = (sections[index], other.sections[index])
            let isBetter =
                own.isCounted == new.isCounted
                ? own.anchors.count < new.anchors.count || own.count < new.count : new.isCounted
            if isBetter {
                sections[index] = new
            }
        }
    }

    /// Adds the anchors that reading windows found.
    mutating func addAnchors(of windows: [Int: RowWindow]) {
        for (section, window) in windows {
            if let end = window.end, sections.indices.contains(section) { sections[section].add(end) }
        }
    }

    /// Returns whether a page is found faster after ``findAnchors(in:)``.
    func needsAnchors(for window: TableWindow, _ position: TablePageRequest.Position) -> Bool {
        guard rowids == nil else { return false }
        // The row can be anywhere.
        if case .row = position { return sections.contains { $0.needsAnchors(before: $0.count, with: reader.queries) } }
        return window.sections.contains { part in
            sections.indices.contains(part.section)
                && sections[part.section].needsAnchors(before: part.rows.upperBound, with: reader.queries)
        }
    }

    /// Finds the anchors of all sections that need them. The cost is one pass over their keys.
    mutating func findAnchors(in database: Transaction) throws {
        for index in sections.indices where sections[index].needsAnchors(before: .max, with: reader.queries) {
            try findAnchors(ofSection: index, in: database)
        }
    }

    /// Finds the anchors of a section, if that is not done yet.
    private mutating func findAnchors(ofSection section: Int, in database: Transaction) throws {
        guard !sections[section].isMeasured else { return }
        try sections[section].findAnchors(with: reader.queries, in: database)
    }

    /// Reads rows by their sections. Rows outside of the layout are omitted, and so are rows after too many bytes.
    mutating func windows(_ rows: [Int: RowRuns], in database: Transaction) throws -> [Int: RowWindow] {
        var windows: [Int: RowWindow] = [:]
        var bytes = 0
        for (section, runs) in rows.sorted(by: { $0.key < $1.key }) where sections.indices.contains(section) {
            guard bytes < reader.configuration.maxPageBytes else { break }
            defer { bytes += windows[section]?.bytes ?? 0 }
            let runs = runs.clamped(to: 0..<sections[section].count)
            guard !runs.isEmpty else { continue }
            if rowids == nil, runs.bounds.upperBound > KeysetIndex.rowsReadWithoutAnchors {
                try findAnchors(ofSection: section, in: database)
            }
            if let rowids, let window = try reader.window(runs, of: rowids[section], in: database) {
                windows[section] = window
                continue
            }
            windows[section] = try reader.window(runs, of: sections[section], in: database)
        }
        return windows
    }

    /// Returns the position of the row of a key, or nil if there is none.
    mutating func indexPath(ofRowWith key: RowKey, in database: Transaction) throws -> IndexPath? {
        let isGrouped = sections.first.map { $0.group != nil } ?? true
        if let rowids {
            guard let rowid = try reader.rowid(ofRowWith: key, in: database) else { return nil }
            for (section, rowids) in rowids.enumerated() {
                if let row = rowids.firstIndex(of: rowid) { return IndexPath(row: row, section: section) }
            }
            return nil
        }
        let section = isGrouped ? try reader.group(ofRowWith: key, among: sections, in: database) : 0
        guard let section else { return nil }
        try findAnchors(ofSection: section, in: database)
        return try reader.row(of: key, in: sections[section], in: database).map { IndexPath(row: $0, section: section) }
    }

    /// Returns the position after the rows whose keys come before a key that no row has; nil if rows are in another
    /// order.
    func indexPath(afterMissing key: RowKey, in database: Transaction) throws -> IndexPath? {
        let queries = reader.queries
        guard rowids == nil, let rows = sections.first, rows.group == nil, queries.isInKeyOrder,
            queries.namingColumns.isEmpty, key.components.count == queries.keys.count
        else { return nil }
        return IndexPath(row: try rows.row(at: key.components, with: queries, in: database), section: 0)
    }

    /// The result of a search for a row that begins with a text.
    struct Finding: Sendable {
        var place: IndexPath?
        /// The number of compared rows, if the search ended before the last row; otherwise nil.
        var searched: Int?
    }

    /// Returns the first row after a position that begins with a text.
    ///
    /// - Parameter column: The name of the column to compare; nil for the key and the first columns.
    mutating func row(
        beginningWith text: String, in column: String?, after place: IndexPath?, in database: Transaction
    ) throws -> Finding {
        try countRows(in: database)
        guard rowids == nil, reader.readsByKey, sections.count == 1, sections[0].group == nil else {
            return try rowByReading(beginningWith: text, in: column, after: place, in: database)
        }
        let after = try place.flatMap { try reader.position(ofRow: $0.row, of: sections[0], in: database) }
        let (position, searched) = try reader.position(
            ofRowBeginningWith: text, in: column, after: after, of: sections[0], in: database)
        guard let position else { return Finding(searched: searched) }
        try findAnchors(ofSection: 0, in: database)
        let row = try sections[0].row(at: position, with: reader.queries, in: database)
        if !reader.queries.isInKeyOrder { sections[0].add(.init(count: row + 1, position: position)) }
        return Finding(place: IndexPath(row: row, section: 0))
    }

    /// Searches rows in sections, rows of views, and rows in the order of their relevance.
    private mutating func rowByReading(
        beginningWith text: String, in column: String?, after place: IndexPath?, in database: Transaction
    ) throws -> Finding {
        var rest = Self.maxRowsToFind
        var searched = 0
        let beginning = PrefixMatcher(text)
        for section in min(max(place?.section ?? 0, 0), sections.count)..<sections.count {
            guard rest > 0 else { return Finding(searched: searched) }
            let start = place.map { section == $0.section ? min(max($0.row, -1), .max - 1) + 1 : 0 } ?? 0
            let count = min(max(sections[section].count - start, 0), rest)
            // Even a small section takes time.
            rest -= max(count, 100)
            searched += count
            guard count > 0 else { continue }
            var first = start
            while first < start + count {
                let rows = first..<min(first + Self.rowsReadToFind, start + count)
                first = rows.upperBound
                guard let batch = try windows([section: RowRuns(rows)], in: database)[section]?.batch else { continue }
                // A window ends early if its rows are large.
                if batch.cost >= reader.configuration.maxPageBytes { first = rows.lowerBound + batch.count }
                let place = (0..<batch.count).first {
                    batch.cell(at: $0).begins(with: beginning, inColumn: column)
                }
                if let place { return Finding(place: IndexPath(row: rows.lowerBound + place, section: section)) }
            }
            if start + count < sections[section].count { return Finding(searched: searched) }
        }
        return Finding()
    }

    /// The maximum number of rows that one search reads.
    private static let maxRowsToFind = 20_000
    private static let rowsReadToFind = 500

    /// Returns the row numbers in each section that match a query, in its order.
    func places(of query: TableQuery, in database: Transaction) throws -> [[Int32]] {
        try sections.map { try reader.places(of: query, in: $0.group, in: database) }
    }
}

extension TableLayout {
    /// Reads the rows that keys refer to.
    mutating func links(
        for keys: Set<ReferenceLinks.Key>, in database: Transaction
    ) -> [ReferenceLinks.Key: TableLink?] {
        guard !keys.isEmpty else { return [:] }
        let known = references ?? reader.references(in: database)
        references = known
        return known.links(for: keys, from: reader.configuration.linkPrefix, in: database)
    }
}
