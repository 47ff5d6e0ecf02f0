public import CascadingTable

/// A node that writes down each call it receives and answers what it was told to.
///
/// It stands for a section or a row in a tree, or alone for a table's data source and delegate; it passes nothing on.
///
/// ```swift
/// let row = RecordingTableDelegate(answers: .distinctive)
/// let section = CascadingSectionTableDelegate(childDelegates: [row])
/// section.tableView(tableView, didSelectRowAt: [0, 0])
/// #expect(row.calls == [.init(.didSelectRow, .indexPath([0, 0]))])
/// ```
public final class RecordingTableDelegate: CascadingTableDelegate {
    /// The calls received, the earliest first.
    public var calls: [TableDelegateCall] = []

    public var answers: TableDelegateAnswers

    /// Runs in the middle of each call, after it was recorded and before it is answered: a handler that changes the
    /// tree or the table it was called from.
    public var handler: (@TableActor (TableDelegateCall, TableView) -> Void)?

    public var index: Int
    public var childDelegates: [any CascadingTableDelegate] = []
    public weak var parentDelegate: (any CascadingTableDelegate)?

    public init(index: Int = 0, answers: TableDelegateAnswers = .init()) {
        self.index = index
        self.answers = answers
    }

    /// The methods called, the earliest first.
    public var methods: [TableDelegateCall.Method] { calls.map(\.method) }

    /// How often the method was called.
    public func count(of method: TableDelegateCall.Method) -> Int {
        calls.count { $0.method == method }
    }

    public func prepare(tableView: TableView) {
        record(tableView, .init(.prepare))
    }

    func record(_ tableView: TableView, _ call: TableDelegateCall) {
        calls.append(call)
        handler?(call, tableView)
    }
}
