import Bytes
import CascadingTable
import TableRendering

/// What has changed in a table since a version of it, for everybody.
struct ChangeEvent {
    let revision: UInt64
    let changes: [TableViewChange]
    /// Rows that have come, by the place where they are now.
    private let rows: [IndexPath: (identifier: String, cell: TableViewCell?)]

    /// A record of more rows than that only says that all has changed.
    private static let maxRowCount = 1000
    /// The most rows whose cells are told.
    private static let maxCellCount = 100

    /// - Parameters:
    ///   - tag: tells the table's revisions from those of others.
    ///   - version: what is known; of another table or too long ago, all has changed.
    ///   - end: the last revision whose changes are meant.
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
        // The places of earlier updates are not those of now.
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
        // A cell that is made for one visitor, or has to be loaded first, is for who asks for it.
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

    /// `{"revision":18,"changes":[{"type":"insertRows","rows":[[0,3]],"ids":["x"],"cells":[{…}]}]}`, a row being its
    /// section and row; ids and cells are there where they are known.
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
