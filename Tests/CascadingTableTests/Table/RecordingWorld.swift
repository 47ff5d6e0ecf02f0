import CascadingTable
import FoundationEssentials
import TableTesting

/// A table with one section of rows that record their calls.
@TableActor
struct RecordingWorld {
    let rows: [RecordingTableDelegate]
    let section: CascadingSectionTableDelegate
    let tableView: TableView
    let log = RecordingLog()

    init(rows count: Int = 3) {
        rows = (0..<count).map { _ in RecordingTableDelegate() }
        for (number, row) in rows.enumerated() { row.answers.rowIdentifier = "r\(number)" }
        section = CascadingSectionTableDelegate(childDelegates: rows)
        tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.anomalies.action = { [log] in log.anomalies.append($0.code) }
        _ = tableView.numberOfRows
        for row in rows { row.calls = [] }
    }

    /// Returns the calls that a row received, except the questions about its cell and its identifier.
    func calls(ofRow row: Int) -> [TableDelegateCall] {
        rows[row].calls.filter { ![.cellForRow, .identifierForRow].contains($0.method) }
    }

    func told(_ method: TableDelegateCall.Method, row: Int) -> [TableDelegateCall] {
        rows[row].calls.filter { $0.method == method }
    }

    /// Returns an action that logs its row and then runs the body.
    func action(
        _ id: String = "act",
        do body:
            @escaping @TableActor @Sendable (TableView, IndexPath) throws ->
            TableViewRowAction.Result = { _, _ in .keep }
    ) -> TableViewRowAction {
        TableViewRowAction(id: id, title: id) { [log] tableView, indexPath in
            log.entries.append("\(id) \(indexPath.section).\(indexPath.row)")
            return try body(tableView, indexPath)
        }
    }

    var revisions: [UInt64] { [tableView.revision, tableView.session.revision] }
}

@TableActor
final class RecordingLog {
    var entries: [String] = []
    var anomalies: [Anomaly.Code] = []
}
