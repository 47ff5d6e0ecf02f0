package import Bytes
import Essentials

/// The part of a table that a page shows.
package struct TablePageRequest: Sendable, Hashable {
    package var scope: Scope
    package var position: Position
    /// The maximum number of rows.
    package var size: Int
    /// A Boolean value that indicates whether the rows are for a page for people, which has links to rows of other tables
    /// and says why it was slow.
    package var isForPeople: Bool

    package init(_ scope: Scope, _ position: Position, size: Int, isForPeople: Bool = false) {
        (self.scope, self.position, self.size, self.isForPeople) = (scope, position, size, isForPeople)
    }

    /// The rows that are divided into pages.
    package enum Scope: Sendable, Hashable {
        case table
        case section(Int)
        case row(IndexPath)
    }

    /// The place where the page begins or ends.
    package enum Position: Sendable, Hashable {
        case first
        /// The page begins with a section.
        case section(Int)
        /// The page contains the row with an identifier. Pages are counted from the first row.
        case row(ExactString)
        /// The page begins with a row, whose place may have changed.
        case from(RowReference)
        /// The page begins after a row, whose place may have changed.
        case after(RowReference)
        /// The page ends before a row, whose place may have changed.
        case before(RowReference)

        /// The row beside the page.
        package var neighbour: RowReference? {
            switch self {
            case .first, .section, .row: nil
            case .from(let row), .after(let row), .before(let row): row
            }
        }
    }
}

/// The rows of a page.
package struct TablePage: Sendable {
    package var window: TableWindow
    /// The rows that were read for the page, by section. The data source is asked for rows of other sections.
    package var rows: [Int: RowBatch]
    /// The links of those rows to rows of other tables, by section and by the name of the referring column, as far as they
    /// were read. The data source is asked for others.
    package var links: [Int: [ExactString: RowLinks]] = [:]
    /// The reasons why reading the rows took long; nil if it did not.
    package var advice: QueryAdvice?

    package init(_ window: TableWindow, rows: [Int: RowBatch] = [:]) {
        (self.window, self.rows) = (window, rows)
    }

    /// Returns the row at an index path of the page. The table is asked for a row that was not read for the page.
    @TableActor
    package func reference(to indexPath: IndexPath, in tableView: TableView) -> RowReference {
        let part = window.sections.first { $0.section == indexPath.section && $0.rows.contains(indexPath.row) }
        let known = part.flatMap { part in
            rows[part.section].map { rows in
                rows.identifier(at: indexPath.row - part.rows.lowerBound)
                    ?? tableView.history.placeIdentifier(of: indexPath)
            }
        }
        return RowReference(
            indexPath: indexPath, identifier: known ?? tableView.identifier(forRowAt: indexPath))
    }
}

extension TablePage {
    /// The rows of a page, or the work that reads them.
    package enum Reading: Sendable {
        case ready(TablePage)
        case needed(Load)
    }

    /// Work that reads the rows of a page, outside of ``TableActor`` if possible.
    package struct Load: Sendable {
        /// The rows that are read, as far as they are known.
        package var rows: [IndexPath] = []
        /// The revision for which rows are loaded into memory; nil for work that returns them.
        private(set) var revision: UInt64?
        /// Reads without waiting; nil if it would have to wait.
        package var quick: @Sendable () throws -> Adoption? = { nil }
        /// Reads, and may wait. Returns nil if the table has to be asked again.
        package var work: @TableActor @Sendable () async throws -> TablePage?

        /// Stores what was read. Returns nil if the table has to be asked again.
        package typealias Adoption = @TableActor @Sendable () -> TablePage?

        package init(
            rows: [IndexPath] = [], quick: @escaping @Sendable () throws -> Adoption? = { nil },
            work: @escaping @TableActor @Sendable () async throws -> TablePage?
        ) {
            (self.rows, self.quick, self.work) = (rows, quick, work)
        }

        /// Creates work after which the rows are in memory.
        init(_ prefetch: TablePrefetch, rows: [IndexPath], revision: UInt64) {
            (self.rows, self.revision) = (rows, revision)
            work = {
                try await prefetch()
                return nil
            }
        }
    }
}

/// A data source that reads the rows of a page in one go, with the search for the place of the page.
@TableActor
package protocol PagedTableDataSource: WholeTableDataSource {
    /// A Boolean value that indicates whether the table reads its pages so. Otherwise it is asked for each row.
    var readsPages: Bool { get }
    /// Returns the rows of a page, or the work that reads them.
    ///
    /// - Throws: ``TableViewError`` with `noSuchSection` or `noSuchRow`.
    func tableView(_ tableView: TableView, readPage request: TablePageRequest) throws -> TablePage.Reading
}

extension PagedTableDataSource {
    package func makeFrozenTable(of tableView: TableView) async throws -> FrozenTable {
        try await makeFrozenTable(of: tableView, answering: nil)
    }
}

extension TableView {
    /// Returns the rows of a page, or the work that reads them.
    ///
    /// - Parameters:
    ///   - request: The part of the table.
    ///   - load: The work that was done last for this request; nil at first. The same rows are not loaded again.
    ///   - mayLoad: Whether rows that are missing in memory can be loaded.
    /// - Throws: ``TableViewError`` with `noSuchSection` or `noSuchRow`.
    package func page(
        _ request: TablePageRequest, after load: TablePage.Load?, mayLoad: Bool = true
    ) throws -> TablePage.Reading {
        if case .section(let section) = request.scope { try requireSection(section) }
        if case .section(let section) = request.position { try requireSection(section) }
        if let dataSource = dataSource as? any PagedTableDataSource, dataSource.readsPages {
            guard mayLoad else { throw TableViewError.changesTooFast }
            return try dataSource.tableView(self, readPage: request)
        }
        var place: IndexPath?
        switch request.position {
        case _ where request.scope.isRow, .first, .section: break
        case .row(let identifier):
            guard let row = indexPath(forRowWithIdentifier: identifier.wrappedValue) else {
                throw missingRow(identifier.wrappedValue)
            }
            place = row
        case .from(let row), .after(let row), .before(let row):
            guard hasRow(at: row.indexPath) else {
                // The row may be one that is still to be counted.
                try requireLoaded()
                break
            }
            // The row is loaded together with the probable page, so that one query loads both.
            let likely = reading(request, beside: row.indexPath, with: row.indexPath, after: load, mayLoad: mayLoad)
            if case .needed = likely { return likely }
            if identifier(forRowAt: row.indexPath) == row.identifier { return likely }
        }
        if let row = request.position.neighbour {
            let found = indexPath(forRowWithIdentifier: row.identifier)
            return reading(request, beside: found ?? row.indexPath, isGone: found == nil, after: load, mayLoad: mayLoad)
        }
        if case .row(let indexPath) = request.scope { try requireRow(at: indexPath) }
        return reading(request, beside: place, after: load, mayLoad: mayLoad)
    }

    private func reading(
        _ request: TablePageRequest, beside place: IndexPath?, isGone: Bool = false, with other: IndexPath? = nil,
        after load: TablePage.Load?, mayLoad: Bool
    ) -> TablePage.Reading {
        let window = page(request, beside: place, isGone: isGone)
        var sections = window.sections.filter { !$0.rows.isEmpty }.map { part in
            SectionRows(section: part.section, rows: Array(part.rows))
        }
        if let other { sections.insertFirst(other) }
        let isLoaded = load?.revision == revision && load?.rows == sections.flatMap(\.indexPaths)
        if mayLoad, !sections.isEmpty, !isLoaded, let prefetch = prefetch(sections) {
            return .needed(TablePage.Load(prefetch, rows: sections.flatMap(\.indexPaths), revision: revision))
        }
        let count = max(numberOfLoadedRows(in: window), 1)
        guard count < window.rowCount else { return .ready(TablePage(window)) }
        if case .before = request.position, mayLoad {
            // The page ends before the row, so it begins later.
            var request = request
            request.size = max(count - 1, 1)
            return reading(request, beside: place, isGone: isGone, with: other, after: load, mayLoad: mayLoad)
        }
        return .ready(TablePage(window.prefix(count)))
    }

    func requireSection(_ section: Int) throws(TableViewError) {
        guard (0..<numberOfSections).contains(section) else {
            throw TableViewError(.noSuchSection, "There is no section \(section).")
        }
    }

    /// The error for a row that does not exist, or that a query leaves out.
    package func missingRow(_ identifier: String) -> TableViewError {
        let isLeftOut = origin?.indexPath(forRowWithIdentifier: identifier) != nil
        return TableViewError(
            .noSuchRow,
            isLeftOut
                ? "The row \"\(identifier)\" is not among the rows of this query."
                : "There is no row \"\(identifier)\".")
    }
}

extension TablePageRequest.Scope {
    fileprivate var isRow: Bool { if case .row = self { true } else { false } }
}
