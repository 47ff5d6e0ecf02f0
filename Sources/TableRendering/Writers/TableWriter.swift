import Bytes
public import CascadingTable

/// A type that writes a table in one format. ``PageSnapshot/write(to:)`` calls its methods in reading order.
///
/// A writer gets all data as arguments and asks for nothing else. All formats therefore show equal data.
public protocol TableWriter: ~Copyable {
    /// A Boolean value that indicates whether the format numbers lines. Default: false.
    ///
    /// If true, the snapshot asks for all headers and footers of the table.
    static var numbersLines: Bool { get }

    /// Begins the table. Called once, before all other methods.
    ///
    /// - Parameter head: The metadata of the table.
    mutating func beginTable(_ head: TableMetadata)
    /// Begins a section.
    ///
    /// - Parameter head: The header of the section.
    mutating func beginSection(_ head: SectionHeader)
    /// Writes a row of the current section.
    ///
    /// - Parameter row: The row.
    mutating func row(_ row: TableRow)
    /// Ends the current section.
    ///
    /// - Parameter foot: The footer of the section.
    mutating func endSection(_ foot: SectionFooter)
    /// Ends the table. Called once, after all other methods of a row, a section and the table.
    mutating func endTable()
    /// Returns the bytes that were written since the last call, so that a table of any length needs little memory.
    mutating func takeOutput() -> [UInt8]
}

extension TableWriter where Self: ~Copyable {
    /// A Boolean value that indicates whether the format numbers lines. False by default.
    public static var numbersLines: Bool { false }
}

/// The metadata of a table, which writers get before the first section.
///
/// ``SectionHeader`` and ``SectionFooter`` are classes, because they are passed on often.
public struct TableMetadata: Sendable {
    /// The title of the table.
    public let title: String
    /// The description of the table; nil for none.
    public let prompt: String?
    /// The columns of the table; empty for a table of cells.
    public let columns: [TableViewColumn]
    /// The revision of the table.
    public let revision: UInt64
    /// The number of rows in all sections, including rows that are not written.
    public let count: Int
    /// How exact `count` is.
    public let countAccuracy: RowCountAccuracy
    /// The query that selects and sorts the rows; nil for all rows in their original order.
    public let query: TableQuery?
    /// The number of rows in the table, including rows that do not match the query.
    public let total: Int
    /// A Boolean value that indicates whether `total` is the number of all rows of the table. Otherwise there are more.
    public let totalsAllRows: Bool
    /// The contents of the database whose tables the table lists; nil for other tables.
    package let inventory: TableHosting.Inventory?
    /// The number of rows that were grouped, if they are not all; otherwise nil.
    package let groupedCount: Int?
    /// A Boolean value that indicates whether the page shows all columns in their order.
    package let hasAllColumns: Bool
    /// The number of columns of the table, shown or not.
    let columnCount: Int
    /// A Boolean value that indicates whether one column tells the rows apart, so that a filter finds some of them.
    let hasKeyColumn: Bool
    /// The number of columns of a cross table that are left out.
    let leftOutColumns: Int
    /// The queries that the table offers: sorting, filtering and searching.
    public let queryOptions: TableQueryOptions
    /// The columns that queries can name.
    public let queryColumns: [TableViewColumn]
    /// The number of rows before the first written row.
    public internal(set) var offset: Int
    /// The number of written rows.
    public internal(set) var windowCount: Int
    /// The number of lines on all pages together: column headings, headers, rows and footers.
    ///
    /// -1 if rows are not counted yet, as ARIA defines. Nil if all lines are on this page, if their number is unknown,
    /// or if the format does not number lines.
    public let lineCount: Int?
    /// The appearance of the table: style, density, animation and the views around it.
    public let appearance: TableViewAppearance
    /// A Boolean value that indicates whether the table is in edit mode.
    public let isEditing: Bool
    /// The titles of the section index, each with the section that it leads to.
    public let sectionIndex: [(title: String, section: Int)]
    /// The sections that the index beside the table leads to; empty for formats without links.
    package internal(set) var outline: [OutlineEntry] = []
    /// A Boolean value that indicates whether the table has a refresh handler.
    package let canRefresh: Bool
    /// The actions of the whole table.
    package internal(set) var toolbar: [Action]
    /// The actions on selected rows.
    package internal(set) var selectionActions: [Action]
    /// The number of rows that the visitor has selected, including rows that are not written.
    package internal(set) var selectedCount: Int
    /// The written sections to which visitors can add rows.
    package internal(set) var newRowSections: [NewRowSection]
    /// The forms of a table of a database, or of the row that it shows.
    package let forms: Forms
    /// The kinds of changes that the database does not allow.
    let refusedKinds: Set<RowChange.Kind>
    /// The language of the table's texts, as a BCP 47 tag.
    public let language: String
    /// The selection of several rows; nil if only one row can be selected.
    package let multipleSelection: MultipleSelection?
    /// The kinds of values in each column of the page.
    var contents: [ColumnContents]

    /// An action of the table, of a section or of selected rows.
    package struct Action: Sendable, Equatable {
        /// The identifier of the action in its route.
        package var id: String
        /// The title of the button.
        package var title: String
        /// The style of the button.
        package var style: TableViewRowAction.Style

        init<Body>(_ action: TableViewAction<Body>) {
            (id, title, style) = (action.id, action.title, action.style)
        }
    }

    /// The forms of a table of a database.
    package enum Forms: Sendable, Equatable {
        /// None: the rows are only read, or belong to no database.
        case none
        /// None: the rows are only read. Visitors can list some of them.
        case choice
        /// The form of a new row.
        case rows
        /// The forms of one row, with its identifier.
        case record(String)
        /// The form that puts the values of one row back, with the moment of which they are.
        case past(String)
    }

    /// A section that the index beside the table leads to.
    package struct OutlineEntry: Sendable, Equatable {
        /// The title of the section, or its entry in the index of the table.
        var title: String
        /// The index of the section.
        var section: Int
        /// The number of rows in the section; nil if it is not known exactly.
        var count: Int?
    }

    /// A section to which visitors can add rows.
    package struct NewRowSection: Sendable, Equatable {
        /// The index of the section.
        package var index: Int
        /// The title of the section; nil for none.
        package var title: String?
    }

    /// The selection of several rows.
    package struct MultipleSelection: Sendable {
        /// The limit of selected rows; nil for the default limit of 10,000.
        package var limit: Int?
        /// The number of selected rows, including rows that are not written.
        package var count: Int
    }
}

extension TableMetadata {
    /// Asks for the metadata of a page.
    @TableActor
    init(of window: TableWindow, in tableView: TableView, isEditing: Bool, lineCount: Int?) {
        // A table of matching rows looks like the table that was queried, whose look may change.
        let original = tableView.original
        let count = tableView.numberOfRows
        let answered = tableView.answered
        let accuracy = tableView.countAccuracy
        self.init(
            title: original.title, prompt: original.navigationItem.prompt, columns: tableView.shownColumns,
            revision: tableView.publishedRevision,
            count: count, countAccuracy: accuracy, query: answered?.query,
            total: answered?.total ?? count,
            totalsAllRows: tableView.summary == nil && answered?.isExact ?? (accuracy == .exact),
            inventory: original.hosting.inventory, groupedCount: tableView.summary?.readCount,
            hasAllColumns: tableView.shownColumns.map(\.name) == tableView.columns.map(\.name),
            columnCount: tableView.columns.count,
            hasKeyColumn: original.hasKeyColumn,
            leftOutColumns: tableView.summary?.leftOutColumns ?? 0,
            queryOptions: original.queryOptions,
            queryColumns: tableView.queryColumns, offset: window.offset,
            windowCount: window.sections.reduce(0) { $0 + $1.rows.count },
            lineCount: lineCount.map { accuracy == .exact ? $0 : -1 },
            appearance: original.appearance, isEditing: isEditing,
            sectionIndex: tableView.sectionIndex, canRefresh: original.refreshHandler != nil,
            toolbar: original.toolbar.map(Action.init), selectionActions: original.selectionActions.map(Action.init),
            selectedCount: original.selectionActions.isEmpty ? 0 : tableView.numberOfSelectedRows,
            newRowSections: window.sections.map(\.section).compactMap { section in
                guard !tableView.gestures.fieldsForNewRow(inSection: section).isEmpty else { return nil }
                return NewRowSection(index: section, title: tableView.headerView(forSection: section)?.title)
            },
            // Groups and statistics are no rows of the table.
            forms: tableView.summary == nil
                ? Forms(original.hosting, canList: original.hasKeyColumn) : .none,
            refusedKinds: original.hosting.editing?.refusedKinds ?? [],
            language: original.language ?? tableView.traits.language,
            multipleSelection: original.selectsSeveralRows
                ? .init(limit: original.selectionLimit, count: tableView.numberOfSelectedRows) : nil,
            contents: tableView.shownColumns.map { ColumnContents(of: $0) })
    }

    /// A Boolean value that indicates whether the page has a link into or out of edit mode.
    var offersEditing: Bool { appearance.showsEditButton || isEditing || forms == .rows || forms == .choice }

    /// The metadata for an export, which writes all rows.
    var ofAllRows: TableMetadata {
        var head = self
        (head.offset, head.windowCount, head.selectedCount) = (0, count, 0)
        (head.toolbar, head.selectionActions, head.newRowSections) = ([], [], [])
        return head
    }
}

extension TableView {
    fileprivate var hasKeyColumn: Bool { columns.count { $0.primaryKeyIndex != nil } == 1 }
}

extension TableMetadata.Forms {
    fileprivate init(_ hosting: TableHosting, canList: Bool) {
        if let editing = hosting.editing, editing.editor != nil {
            self = editing.moment.map(Self.past) ?? editing.record.map(Self.record) ?? .rows
        } else {
            self = canList && hosting.hasRecords && !hosting.isShared ? .choice : .none
        }
    }
}

/// The actions of a section's header or footer.
package struct SectionActions: Sendable, Equatable {
    /// The actions, at least one.
    package let actions: [TableMetadata.Action]
    /// The path of the actions below the path of the table: `header/SECTION/` or `footer/SECTION/`.
    package let path: String
    /// The identifier that requests send to be sure of the section: that of the data source, or one made from the
    /// position and the revision that last moved sections there.
    package let identifier: String

    /// Returns nil for a view without actions.
    @TableActor
    init?(
        of view: TableViewHeaderFooterView?, edge: String, section: Int, _ responder: SectionResponder
    ) {
        guard let actions = view?.actions, !actions.isEmpty else { return nil }
        self.actions = actions.map(TableMetadata.Action.init)
        path = "\(edge)/\(section)/"
        identifier = responder.lastingIdentifier
    }
}

/// The header of a section, which writers get before its first row.
public final class SectionHeader: Sendable {
    /// The index of the section.
    public let index: Int
    /// The identifier of the section.
    public let identifier: String
    /// The header view; nil for none.
    public let header: TableViewHeaderFooterView?
    /// The actions of the header view; nil for none.
    package let actions: SectionActions?
    /// The height of the header view.
    public let height: Height
    /// The number of rows in the section, including rows that are not written.
    public let count: Int
    /// The number of rows in the section before the first written row.
    public let offset: Int
    /// The places that the section can be moved to in edit mode; nil if it cannot be moved.
    package let moves: SectionMoves?
    /// The line number of the section's first line, from 1; nil if lines are not numbered.
    public let line: Int?
    init(
        index: Int, identifier: String, header: TableViewHeaderFooterView?, actions: SectionActions? = nil,
        height: Height, count: Int, offset: Int, moves: SectionMoves?, line: Int?
    ) {
        self.index = index
        self.identifier = identifier
        self.header = header
        self.actions = actions
        self.height = height
        self.count = count
        self.offset = offset
        self.moves = moves
        self.line = line
    }

}

/// The places one step before and after a section.
package struct SectionMoves: Sendable, Equatable {
    /// The index of the section before it; nil for the first section.
    package let up: Int?
    /// The index of the section after it; nil for the last section.
    package let down: Int?
    /// The identifier that requests send to be sure of the section: that of the data source, or one made from the
    /// position and the revision that last moved sections there.
    package let identifier: String
}

/// The footer of a section, which writers get after its last row.
public final class SectionFooter: Sendable {
    /// The footer view; nil for none, and on pages that end before the section does.
    public let footer: TableViewHeaderFooterView?
    /// The actions of the footer view; nil for none.
    package let actions: SectionActions?
    /// The height of the footer view.
    public let height: Height
    init(footer: TableViewHeaderFooterView?, actions: SectionActions? = nil, height: Height) {
        (self.footer, self.actions, self.height) = (footer, actions, height)
    }

}
