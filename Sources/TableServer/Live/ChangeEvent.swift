import Bytes
import CascadingTable
import TableRendering

/// The changes of a table since a revision, without personal data.
struct ChangeEvent {
    let revision: UInt64
    /// The revision that clients see.
    private let published: UInt64
    let changes: [TableViewChange]
    /// The inserted, moved and reloaded rows, by their current index paths.
    private let rows: [IndexPath: (identifier: String, cell: TableViewCell?)]

    /// The limit of changed rows. Larger changes are sent as `reloadData`.
    private static let maxRowCount = 1000
    /// The limit of rows whose cells are sent.
    private static let maxCellCount = 100

    /// - Parameters:
    ///   - tableView: The table.
    ///   - tag: The tag that distinguishes the table's revisions from those of other tables.
    ///   - version: The revision that the client knows. For an unknown revision, the event is `reloadData`.
    ///   - end: The last revision of the event.
    @TableActor
    init(of tableView: TableView, tag: String, since version: RevisionToken, through end: UInt64) {
        revision = end
        published = tableView.hosting.announcesChanges ? end : 0
        let isOurs = version.tag == nil || version.tag == tag
        let known = isOurs ? tableView.history.changes(since: version.revision, through: end) : nil
        guard let known, !known.contains(.reloadData), known.reduce(0, { $0 + $1.rowCount }) <= Self.maxRowCount,
            !Self.differsByVisitor(known, in: tableView)
        else {
            changes = [.reloadData]
            rows = [:]
            return
        }
        changes = known
        // Index paths of earlier updates may differ from the current ones.
        let isOneUpdate = version.revision + 1 == end && end == tableView.revision
        rows = isOneUpdate ? Self.rows(thatCameBy: known, in: tableView) : [:]
    }

    @TableActor
    private static func rows(
        thatCameBy changes: [TableViewChange], in tableView: TableView
    ) -> [IndexPath: (identifier: String, cell: TableViewCell?)] {
        let areAllReloads = changes.allSatisfy { if case .reloadRows = $0 { true } else { false } }
        let places = changes.flatMap { change -> [IndexPath] in
            switch change {
            case .insertRows(let rows, _): rows
            case .moveRow(_, let row): [row]
            case .reloadRows(let rows, _): areAllReloads ? rows : []
            default: []
            }
        }
        // Personal cells, and cells that must be loaded first, are not sent. Clients request them.
        let names = tableView.answering(TableRequest(session: TableSession())) {
            places.filter(tableView.hasRow).map { ($0, tableView.identifier(forRowAt: $0)) }
        }
        guard !names.reads.contains(.visitor) else { return [:] }
        let cells = tableView.answering(TableRequest(session: TableSession())) {
            let places = names.result.map(\.0)
            return places.count <= maxCellCount && tableView.prefetch(rowsAt: places) == nil
                ? places.map(tableView.cellForRow) : places.map { _ in nil }
        }
        let areShared = cells.reads.isEmpty
        return Dictionary(
            zip(names.result, cells.result).map { name, cell in (name.0, (name.1, areShared ? cell : nil)) }
        ) { $1 }
    }

    /// Returns whether a delegate reads the visitor to tell the number of sections, or of rows in a changed section.
    ///
    /// Index paths then mean other rows to other visitors.
    @TableActor
    private static func differsByVisitor(_ changes: [TableViewChange], in tableView: TableView) -> Bool {
        tableView.answering(TableRequest(session: TableSession())) {
            let count = tableView.numberOfSections
            for section in Set(changes.flatMap(\.sectionsOfRows)) where section < count {
                _ = tableView.numberOfRows(inSection: section)
            }
        }.reads.contains(.visitor)
    }

    /// The event as JSON: `{"revision":18,"changes":[{"type":"insertRows","rows":[[0,3]],"ids":["x"],"cells":[{…}]}]}`.
    ///
    /// Each row is an array of its section and row. `ids` and `cells` are left out if they are unknown.
    var json: JSON {
        let changes = changes.map { change in
            let rows = change.updatedRows.compactMap { self.rows[$0] }
            guard !rows.isEmpty, rows.count == change.updatedRows.count else { return change.json }
            let cells = rows.compactMap(\.cell).map { cell in JSON { $0.cell(cell) } }
            return change.json(
                with: #"""
                    ,"ids":\#(rows.map { "\($0.identifier)" } as [JSON])\#
                    \#(cells.count < rows.count ? nil : #","cells":\#(cells)"#)
                    """#)
        }
        return #"{"revision":\#(published),"changes":\#(changes)}"#
    }
}

extension TableViewChange {
    fileprivate var rowCount: Int {
        switch self {
        case .insertRows(let rows, _), .deleteRows(let rows, _), .reloadRows(let rows, _): rows.count
        default: 1
        }
    }

    /// The sections whose rows are named by index paths.
    fileprivate var sectionsOfRows: [Int] {
        switch self {
        case .insertRows(let rows, _), .deleteRows(let rows, _), .reloadRows(let rows, _): rows.map(\.section)
        case .moveRow(let row, let place): [row.section, place.section]
        default: []
        }
    }

    /// The rows that are written with their cells: inserted, reloaded or moved rows, at their new places.
    fileprivate var updatedRows: [IndexPath] {
        switch self {
        case .insertRows(let rows, _), .reloadRows(let rows, _): rows
        case .moveRow(_, let row): [row]
        default: []
        }
    }
}

/// A revision of a table. The tag distinguishes it from revisions of other tables and processes.
struct RevisionToken: Hashable, Sendable {
    /// The tag of the table; nil for any table.
    var tag: String?
    /// The revision number.
    var revision: UInt64

    /// The revision that no table has. Its clients are told to load the table again.
    static let unknown = RevisionToken(tag: "", revision: 0)
}

extension RevisionToken {
    /// Reads `17` or `tag.17`, as in an entity tag; nil for any other text.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let digits = parts.last?.utf8, (1...19).contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) }), let revision = UInt64(String(parts[parts.count - 1]))
        else { return nil }
        self.init(tag: parts.count == 2 ? String(parts[0]) : nil, revision: revision)
        if tag?.isEmpty == true || tag.map({ $0.utf8.count > 32 }) == true { return nil }
    }
}

extension TableViewChange {
    /// The change as JSON: `{"type":"insertRows","rows":[[0,3]],"animation":"fade"}`.
    var json: JSON { json(with: nil) }

    /// Returns the change as JSON. Each row is an array of its section and row. The automatic animation is left out.
    ///
    /// - Parameter more: Additional keys about the rows.
    func json(with more: JSON?) -> JSON {
        switch self {
        case .reloadData: #"{"type":"reloadData"}"#
        case .insertSections(let sections, let animation): Self.json("insertSections", sections: sections, animation)
        case .deleteSections(let sections, let animation): Self.json("deleteSections", sections: sections, animation)
        case .reloadSections(let sections, let animation): Self.json("reloadSections", sections: sections, animation)
        case .moveSection(let from, let to): Self.json("moveSection", sections: [from, to], .automatic)
        case .insertRows(let rows, let animation): Self.json("insertRows", rows, animation, more)
        case .deleteRows(let rows, let animation): Self.json("deleteRows", rows, animation, more)
        case .reloadRows(let rows, let animation): Self.json("reloadRows", rows, animation, more)
        case .moveRow(let from, let to): Self.json("moveRow", [from, to], .automatic, more)
        }
    }

    private static func json(_ type: String, sections: [Int], _ animation: TableView.RowAnimation) -> JSON {
        #"{"type":\#(type),"sections":\#(sections.map { "\($0)" } as [JSON])\#(suffix(animation))}"#
    }

    private static func json(
        _ type: String, _ rows: [IndexPath], _ animation: TableView.RowAnimation, _ more: JSON?
    ) -> JSON {
        let rows = rows.map { "[\($0.section),\($0.row)]" as JSON }
        return #"{"type":\#(type),"rows":\#(rows)\#(more)\#(suffix(animation))}"#
    }

    private static func suffix(_ animation: TableView.RowAnimation) -> JSON? {
        animation == .automatic ? nil : #","animation":\#(animation.rawValue)"#
    }
}
