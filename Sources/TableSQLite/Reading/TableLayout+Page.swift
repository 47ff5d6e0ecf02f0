import Bytes
import CascadingTable
import FoundationEssentials
import TableDatabase

extension TableLayout: PagedSections {
    var numberOfSections: Int { sections.count }
    var leavesOutEmptySections: Bool { false }
    func numberOfRows(inSection section: Int) -> Int {
        sections.indices.contains(section) ? sections[section].count : 0
    }
    func needRowsCounted(inSection section: Int) {}

    /// The rows of a page, as they were read.
    struct PageRead: Sendable {
        var page: TablePage
        var windows: [Int: RowWindow]
        /// The links that were not known before.
        var links: [ReferenceLinks.Key: TableLink?] = [:]
    }

    /// Reads the rows of a page, and the rows of other tables that it has links to.
    mutating func page(
        _ request: TablePageRequest, knowing links: ReferenceLinks, in database: Transaction
    ) throws -> PageRead {
        let start = ContinuousClock.now
        var read = try page(request, in: database)
        if request.isForPeople {
            read.page.advice = start + QueryAdvice.slowTime < .now ? try? reader.advice(in: database) : advice
        }
        guard request.isForPeople, !reader.table.foreignKeys.isEmpty else { return read }
        var missing: Set<ReferenceLinks.Key> = []
        read.page.links = read.page.rows.mapValues {
            links.links(in: $0, reader.columns, missing: &missing)
        }
        read.links = self.links(for: missing, in: database)
        return read
    }

    /// Reads the rows of a page, and searches for its place if rows have moved.
    ///
    /// - Throws: ``SQLiteTableError`` with `unknownRow`; errors of the database.
    private mutating func page(_ request: TablePageRequest, in database: Transaction) throws -> PageRead {
        var request = request
        var (place, isGone, isFirst) = (request.position.neighbour?.indexPath, false, false)
        if case .row(let identifier) = request.position {
            place = try find(identifier.wrappedValue, in: database)
            guard place != nil else {
                throw SQLiteTableError(.unknownRow, "There is no row \"\(identifier.wrappedValue)\".")
            }
        }
        // The row beside the page is read together with the page, to see whether it is still there.
        var expected = request.position.neighbour
        while true {
            let window = page(request, beside: place, isGone: isGone, isFirst: isFirst)
            // The rows of one section may be counted in part. The page may go on beyond them.
            if !isCounted, window.sections.contains(where: { $0.rows.upperBound >= sections[0].count }) {
                if sections[0].count < KeysetIndex.rowsCountedAtFirst {
                    try countFirstRows(in: database)
                } else {
                    try countRows(in: database)
                }
                continue
            }
            var runs: [Int: [Int]] = [:]
            for part in window.sections where !part.rows.isEmpty { runs[part.section] = Array(part.rows) }
            if let row = expected?.indexPath { runs[row.section, default: []].append(row.row) }
            let windows = try self.windows(runs.mapValues { RowRuns($0) }, in: database)
            if let row = expected {
                expected = nil
                // Rows in groups of a view have no identifiers.
                let isNamed =
                    sections.indices.contains(row.indexPath.section)
                    && reader.namesRows(of: sections[row.indexPath.section])
                if isNamed, windows[row.indexPath.section]?.identifier(ofRow: row.indexPath.row) != row.identifier {
                    let found = try find(row.identifier, in: database)
                    isGone = found == nil
                    place =
                        try found ?? RowKey(text: row.identifier).flatMap {
                            try indexPath(afterMissing: $0, in: database)
                        }
                        ?? row.indexPath
                    continue
                }
            }
            var count = 0
            for part in window.sections {
                let read = windows[part.section]?.count(of: part.rows) ?? 0
                count += read
                if read < part.rows.count { break }
            }
            guard count < window.rowCount else {
                return PageRead(page: TablePage(window, rows: rows(of: window, in: windows)), windows: windows)
            }
            // The rows are too large for one page.
            switch request.position {
            case .before where request.size > 1: request.size = max(count - 1, 1)
            case .row where !isFirst: isFirst = true
            default:
                if count == 0, request.size > 1 {
                    request.size = 1
                } else {
                    let part = window.prefix(max(count, 1))
                    return PageRead(page: TablePage(part, rows: rows(of: part, in: windows)), windows: windows)
                }
            }
        }
    }

    /// Returns the place of the row with an identifier; nil if there is none.
    private mutating func find(_ identifier: String, in database: Transaction) throws -> IndexPath? {
        guard let key = RowKey(text: identifier), let place = try indexPath(ofRowWith: key, in: database) else {
            return nil
        }
        if place.row >= numberOfRows(inSection: place.section) { try countRows(in: database) }
        return place
    }

    private func rows(of window: TableWindow, in windows: [Int: RowWindow]) -> [Int: RowBatch] {
        var batches: [Int: RowBatch] = [:]
        for part in window.sections { batches[part.section] = windows[part.section]?.batch(of: Array(part.rows)) }
        return batches
    }
}
