import CascadingTable

/// Tells whether a cached page is still fresh, on any thread and without entering the table's actor.
///
/// A page depends on its table and on the visitor's session. The validator is made inside the actor, before the page is
/// made or found. A change during that time therefore makes the page stale. The visitor's counter also advances when
/// the visitor is forgotten, or when a notice is to be shown.
struct PageValidator: Sendable {
    private let table: Mark
    private let visitor: Mark?

    private struct Mark: Sendable {
        let counter: ModificationCounter
        let count: UInt64

        init(_ counter: ModificationCounter) {
            self.counter = counter
            count = counter.count
        }

        var isCurrent: Bool { counter.count == count }
    }

    /// - Returns: Nil for a cookie without a session, because a session may begin at any time.
    @TableActor
    init?(_ table: TableView, _ session: TableSession?, ofVisitor visitor: String?) {
        guard visitor == session?.id else { return nil }
        self.table = Mark(table.changeCounter)
        self.visitor = session.map { Mark($0.changeCounter) }
    }

    var isFresh: Bool { table.isCurrent && visitor?.isCurrent != false }
}
