import Bytes
import CascadingTable
import TableRendering

/// The changes of a table since a revision, without personal data.
struct ChangeEvent {
    let revision: UInt64
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
        let isOurs = version.tag == nil || version.tag == tag
        let known = isOurs ? tableView.changes(since: version.revision, through: end) : nil
        guard let known, !known.contains(.reloadData), known.reduce(0, { $0 + $1.rowCount }) <= Self.maxRowCount else {
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
        }.filter(tableView.hasRow)
        // Personal cells, and cells that must be loaded first, are not sent. Clients request them.
        let cells = tableView.answering(TableRequest(session: TableSession())) {
            places.count <= maxCellCount && tableView.prefetch(rowsAt: places) == nil
                ? places.map(tableView.cellForRow) : places.map { _ in nil }
        }
        let areShared = cells.reads.isEmpty
        return Dictionary(
            zip(places, cells.result).map { place, cell in
                (place, (tableView.identifier(forRowAt: place), areShared ? cell : nil))
            }
        ) { $1 }
    }

    /// Writes the event: `{"revision":18,"changes":[{"type":"insertRows","rows":[[0,3]],"ids":["x"],"cells":[{…}]}]}`.
    ///
    /// Each row is an array of its section and row. `ids` and `cells` are left out if they are unknown.
    func write(to writer: inout ByteWriter) {
        writer.raw("{\"revision\":")
        writer.integer(revision)
        writer.key("changes")
        writer.array(changes) { writer, change in
            writer.change(change) { writer in
                let rows = change.rowsThatCome.compactMap { self.rows[$0] }
                guard !rows.isEmpty, rows.count == change.rowsThatCome.count else { return }
                writer.key("ids")
                writer.array(rows) { $0.jsonString($1.identifier) }
                guard rows.allSatisfy({ $0.cell != nil }) else { return }
                writer.key("cells")
                writer.array(rows.compactMap(\.cell)) { $0.cell($1) }
            }
        }
        writer.byte(0x7D)
    }
}

extension TableViewChange {
    fileprivate var rowCount: Int {
        switch self {
        case .insertRows(let rows, _), .deleteRows(let rows, _), .reloadRows(let rows, _): rows.count
        default: 1
        }
    }

    fileprivate var rowsThatCome: [IndexPath] {
        switch self {
        case .insertRows(let rows, _), .reloadRows(let rows, _): rows
        case .moveRow(_, let row): [row]
        default: []
        }
    }
}
