import CascadingTable

/// Whether nothing has changed of what a page is made from, as any thread sees without entering the tree.
///
/// The rule: it is noted inside the tree, before the page is made or found; where anything changes from then on, be it
/// while the page is made, it holds no more. A page is made from its table and from what is remembered of the visitor;
/// the visitor's counter also tells when he is forgotten, and when something is to be said to him once.
struct Unchanged: Sendable {
    private let table: Mark
    private let visitor: Mark?

    private struct Mark: Sendable {
        let counter: ChangeCounter
        let count: UInt64

        init(_ counter: ChangeCounter) {
            self.counter = counter
            count = counter.count
        }

        var holds: Bool { counter.count == count }
    }

    /// - Returns: nil for a visitor whom nobody knows, for he may come to be known.
    @TableActor
    init?(_ table: TableView, _ session: TableSession?, ofVisitor visitor: String?) {
        guard visitor == session?.id else { return nil }
        self.table = Mark(table.changeCounter)
        self.visitor = session.map { Mark($0.changeCounter) }
    }

    var holds: Bool { table.holds && visitor?.holds != false }
}
