import Bytes
public import CascadingTable

/// Writes a table in one representation; told what is there in reading order by the one traversal there is.
///
/// A writer is asked nothing and asks nothing: what it is given is all that any representation shows, so no two can
/// disagree.
public protocol TableWriter: ~Copyable {
    /// Whether it is to be told how lines are numbered; not by default, for it means asking for every header.
    static var numbersLines: Bool { get }

    mutating func beginTable(_ head: TableMetadata)
    mutating func beginSection(_ head: SectionHeader)
    mutating func row(_ row: TableRow)
    mutating func endSection(_ foot: SectionFooter)
    mutating func endTable()
}

extension TableWriter where Self: ~Copyable {
    public static var numbersLines: Bool { false }
}

/// What is known of a table before its first section.
///
/// An object, as are ``SectionHeader`` and ``SectionFooter``, for it is handed about.
public final class TableMetadata: Sendable {
    public let title: String
    public let columns: [TableViewColumn]
    public let revision: UInt64
    /// The rows of all sections, also of those that are not written.
    public let count: Int
    /// Whether `count` is all rows. Otherwise there are more, which are not counted yet.
    public let countsAllRows: Bool
    /// The query that the table answers with these rows; nil where it is all of them in their own order.
    public let query: TableQuery?
    /// The rows of the table, also of those that do not match a query.
    public let total: Int
    /// Whether `total` is all rows of the table. Otherwise there are more.
    public let totalsAllRows: Bool
    /// What readers may ask for.
    public let queryOptions: TableQueryOptions
    /// The columns that they may name in it.
    public let queryColumns: [TableViewColumn]
    /// How many rows come before the first that is written.
    public let offset: Int
    /// How many rows are written.
    public let windowCount: Int
    /// The number of lines on all pages together: rows, headers, footers and the titles of the columns.
    ///
    /// -1 as long as rows are still to be counted, as ARIA has it. Nil if all lines are on this page, if their number is not
    /// known, or if the format does not number lines.
    public let lineCount: Int?
    public let appearance: TableViewAppearance
    /// Whether rows are shown with what edits them.
    public let isEditing: Bool
    /// Each title of the index beside the table, and the section it leads to.
    public let sectionIndex: [(title: String, section: Int)]
    public let canRefresh: Bool
    /// The language of its texts, as a BCP 47 tag.
    public let language: String
    /// How several rows are selected; nil where only one can be.
    public let multipleSelection: MultipleSelection?

    public struct MultipleSelection: Sendable {
        /// The most rows that may be selected; nil for the default, 10,000.
        public var limit: Int?
        /// How many are selected, also of those that are not written.
        public var count: Int
    }

    init(
        title: String, columns: [TableViewColumn], revision: UInt64, count: Int, countsAllRows: Bool,
        query: TableQuery?, total: Int, totalsAllRows: Bool,
        queryOptions: TableQueryOptions, queryColumns: [TableViewColumn], offset: Int, windowCount: Int,
        lineCount: Int?, appearance: TableViewAppearance, isEditing: Bool,
        sectionIndex: [(title: String, section: Int)], canRefresh: Bool, language: String,
        multipleSelection: MultipleSelection?
    ) {
        self.title = title
        self.columns = columns
        self.revision = revision
        self.count = count
        self.countsAllRows = countsAllRows
        self.totalsAllRows = totalsAllRows
        self.query = query
        self.total = total
        self.queryOptions = queryOptions
        self.queryColumns = queryColumns
        self.offset = offset
        self.windowCount = windowCount
        self.lineCount = lineCount
        self.appearance = appearance
        self.isEditing = isEditing
        self.sectionIndex = sectionIndex
        self.canRefresh = canRefresh
        self.language = language
        self.multipleSelection = multipleSelection
    }

    /// Asks for what stands around the rows of a window.
    @TableActor
    convenience init(of window: TableWindow, in tableView: TableView, isEditing: Bool, lineCount: Int?) {
        let count = tableView.numberOfRows
        let arrangement = window.arrangement
        let answered = tableView.answered
        let countsAllRows = tableView.countsAllRows
        self.init(
            title: tableView.title, columns: tableView.columns, revision: tableView.revision,
            count: arrangement?.count ?? count, countsAllRows: arrangement != nil || countsAllRows,
            query: arrangement?.query ?? answered?.query,
            total: answered?.total ?? count, totalsAllRows: answered?.isExact ?? countsAllRows,
            queryOptions: tableView.queryOptions, queryColumns: tableView.queryColumns, offset: window.offset,
            windowCount: window.sections.reduce(0) { $0 + $1.rows.count },
            lineCount: lineCount.map { countsAllRows ? $0 : -1 },
            appearance: tableView.appearance, isEditing: isEditing,
            sectionIndex: tableView.sectionIndex.filter { entry in
                arrangement.map { $0.section(entry.section) != nil } ?? true
            },
            canRefresh: tableView.refreshHandler != nil,
            language: tableView.language ?? tableView.traits.language,
            multipleSelection: tableView.allowsMultipleSelection
                ? .init(limit: tableView.selectionLimit, count: tableView.numberOfSelectedRows) : nil)
    }

    /// Whether the page leads into edit mode, or out of it.
    var offersEditing: Bool { appearance.showsEditButton || isEditing }

    /// The same where all rows are written at once.
    var ofAllRows: TableMetadata {
        TableMetadata(
            title: title, columns: columns, revision: revision, count: count, countsAllRows: countsAllRows,
            query: query, total: total, totalsAllRows: totalsAllRows,
            queryOptions: queryOptions, queryColumns: queryColumns, offset: 0, windowCount: count, lineCount: lineCount,
            appearance: appearance, isEditing: isEditing, sectionIndex: sectionIndex, canRefresh: canRefresh,
            language: language, multipleSelection: multipleSelection)
    }
}

/// What is known of a section before its first row.
public final class SectionHeader: Sendable {
    public let index: Int
    public let identifier: String
    public let header: TableViewHeaderFooterView?
    public let height: Height
    /// Its rows, also those that are not written.
    public let count: Int
    /// How many of them come before the first that is written.
    public let offset: Int
    /// In edit mode, where the section can be moved by one step.
    public let moves: Moves<Int>?
    /// The number of its first line among all lines of the table, from 1.
    public let line: Int?
    init(
        index: Int, identifier: String, header: TableViewHeaderFooterView?, height: Height, count: Int, offset: Int,
        moves: Moves<Int>?, line: Int?
    ) {
        self.index = index
        self.identifier = identifier
        self.header = header
        self.height = height
        self.count = count
        self.offset = offset
        self.moves = moves
        self.line = line
    }

}

/// The places one step before and after a row or section that can be moved.
public struct Moves<Place: Sendable & Equatable>: Sendable, Equatable {
    public var up: Place?
    public var down: Place?
}

/// What is known of a section after its last row.
public final class SectionFooter: Sendable {
    public let footer: TableViewHeaderFooterView?
    public let height: Height
    init(footer: TableViewHeaderFooterView?, height: Height) {
        (self.footer, self.height) = (footer, height)
    }

}

/// A writer whose bytes can be taken away while it writes, so that a table of any length needs little memory.
public protocol StreamedTableWriter: TableWriter, ~Copyable {
    /// Returns the bytes that were written since the last call.
    mutating func takeOutput() -> [UInt8]
}

extension JSONTableWriter: StreamedTableWriter {
    public mutating func takeOutput() -> [UInt8] { output.take() }
}
