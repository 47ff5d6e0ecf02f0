import FoundationEssentials
import OrderedCollections

/// What a table remembers for one visitor: which rows are selected, and whether rows are being edited.
///
/// Rows are remembered by identifier, so a selection stays with its row when rows come, go and move.
@TableActor
public final class TableSession {
    /// Rises with each change of what is remembered.
    public private(set) var revision: UInt64 = 0

    /// Names the visitor among the server's; empty for a table that is used without a server.
    public nonisolated let id: String

    private var states: [String: State] = [:]

    struct State: Equatable {
        /// Where each selected row was when it was selected, in the order of selection.
        var selection: OrderedDictionary<String, IndexPath> = [:]
        var isEditing = false

        var isEmpty: Bool { selection.isEmpty && !isEditing }
    }

    public nonisolated init(id: String = "") {
        self.id = id
    }

    /// Whether the visitor has left nothing in that table, so that it looks to him as to any other.
    public func isEmpty(forTable name: String) -> Bool {
        states[name] == nil
    }

    func state(of table: TableView) -> State {
        states[table.name] ?? State()
    }

    func update(_ table: TableView, _ change: (inout State) -> Void) {
        let before = state(of: table)
        var state = before
        change(&state)
        guard state != before else { return }
        states[table.name] = state.isEmpty ? nil : state
        revision += 1
    }
}
