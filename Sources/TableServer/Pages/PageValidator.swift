import CascadingTable

/// Tells whether a page is still what it was made from, on any thread and without entering the table's actor.
///
/// It is made inside the actor before the page is made or found, so a change that comes meanwhile makes the page stale. A
/// page is made from its table and from what is remembered of the visitor. The visitor's counter also tells when the
/// visitor is forgotten, and when the visitor is to be told something once.
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

    /// - Returns: Nil for a visitor who is not known, because that may change at any time.
    @TableActor
    init?(_ table: TableView, _ session: TableSession?, ofVisitor visitor: String?) {
        guard visitor == session?.id else { return nil }
        self.table = Mark(table.changeCounter)
        self.visitor = session.map { Mark($0.changeCounter) }
    }

    var isFresh: Bool { table.isCurrent && visitor?.isCurrent != false }
}
