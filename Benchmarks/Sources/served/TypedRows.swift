import CascadingTable
import TypedTables

/// The rows of the measured table as a `Table` of their type, in one section.
@TableActor
final class TypedRows {
    struct Row: Codable, Identifiable, Equatable {
        var id: Int
        var name: String
        var state = "Changed 0 times"
        var weight: Int64
    }

    private var rows: [Row]
    private let change: Change
    private(set) lazy var table = Table { [unowned self] in rows }
        .title("Numbers")
        .columns { $0.id.hidden() }

    init(rows count: Int, change: Change) {
        rows = (1...count).map { Row(id: $0, name: "Row \($0)", weight: Int64($0 * 97)) }
        self.change = change
    }

    func prepareForRequest() {
        guard change == .all else { return }
        for index in rows.indices { rows[index].weight += 1 }
        table.reload()
    }
}
