import CascadingTable
import HTTPTypes
import TableRendering

/// What came of a gesture for the rows it was meant for.
enum TouchOutcome: Sendable {
    /// The row as it is then; nil when it is gone or none was meant.
    case row(RowLocation?)
    case rows([RowLocation], refused: [TouchedRows.Refusal])

    var row: RowLocation? {
        if case .row(let row) = self { row } else { nil }
    }
}

extension Touch {
    /// Passes the gesture to the table.
    @TableActor
    func perform(on tableView: TableView) throws -> TouchOutcome {
        switch gesture.perform {
        case .one(let perform): return .row(try perform(tableView, self))
        case .rows(let perform, let every):
            let arrangement = try arrangement(of: tableView)
            let touched = try perform(
                tableView, list?.indexPaths(in: tableView, of: arrangement, every: every) ?? [])
            return .rows(touched.rows.compactMap(tableView.location(ofRowAt:)), refused: touched.refused)
        }
    }
}

extension Touch {
    /// The rows of the page that the gesture was made on, which are known since its rows were loaded; nil where they are
    /// all in their own order.
    @TableActor
    fileprivate func arrangement(of tableView: TableView) throws -> TableArrangement? {
        switch try pageQuery.query(of: tableView, known: "").map(tableView.arrangement) {
        case nil: return nil
        case .ready(let arrangement): return arrangement
        case .awaiting: throw Problem.changesTooFast
        }
    }
}

extension ByteWriter {
    /// The row of a gesture as JSON, null where there is none, or the rows and, by a key of their own, those refused.
    mutating func outcome(_ outcome: TouchOutcome) {
        switch outcome {
        case .row(nil): raw("null")
        case .row(let row?): self.row(row) { _ in }
        case .rows(let rows, let refused):
            array(rows) { writer, row in writer.row(row) { _ in } }
            key("refused")
            array(refused) { $0.refusal($1) }
        }
    }

    private mutating func refusal(_ refusal: TouchedRows.Refusal) {
        let problem = Problem(refusal.error)
        row(RowLocation(indexPath: refusal.indexPath, identifier: refusal.identifier)) { writer in
            writer.key("status")
            writer.integer(problem.status.code)
            writer.key("detail")
            writer.jsonString(problem.detail)
        }
    }

    /// - Parameter more: writes further keys.
    private mutating func row(_ row: RowLocation, more: (inout ByteWriter) -> Void) {
        raw("{\"section\":")
        integer(row.indexPath.section)
        key("row")
        integer(row.indexPath.row)
        key("id")
        jsonString(row.identifier)
        more(&self)
        byte(0x7D)
    }
}
