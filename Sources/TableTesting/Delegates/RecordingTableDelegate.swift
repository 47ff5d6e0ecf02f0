public import CascadingTable

/// A table delegate that records each call and returns the answers that you set.
///
/// Use it as a section or a row in a tree of delegates, or alone. It forwards no call to its child delegates.
///
/// ```swift
/// let row = RecordingTableDelegate()
/// let section = CascadingSectionTableDelegate(childDelegates: [row])
/// section.tableView(tableView, didSelectRowAt: [0, 0])
/// #expect(row.calls == [.init(.didSelectRow, .indexPath([0, 0]))])
/// ```
public final class RecordingTableDelegate: CascadingTableDelegate {
    /// The recorded calls, in the order of their arrival.
    public var calls: [TableDelegateCall] = []

    /// The values that the methods return. Each property belongs to one method.
    public var answers: TableDelegateAnswers

    /// A closure that runs during each call, after recording and before the answer. It may change the tree or the
    /// table.
    public var handler: (@TableActor (TableDelegateCall, TableView) -> Void)?

    /// The position among the child delegates of the parent. The parent sets it.
    public var index: Int
    /// The child delegates. They receive no calls.
    public var childDelegates: [any CascadingTableDelegate] = []
    /// The delegate above this one in the tree, or nil.
    public weak var parentDelegate: (any CascadingTableDelegate)?

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - index: The position among the child delegates of the parent.
    ///   - answers: The values that the methods return. By default, each is the default of its method.
    public init(index: Int = 0, answers: TableDelegateAnswers = .init()) {
        self.index = index
        self.answers = answers
    }

    /// The methods of the recorded calls, in the order of their arrival.
    public var methods: [TableDelegateCall.Method] { calls.map(\.method) }

    /// Returns the number of recorded calls of a method.
    ///
    /// - Parameter method: The method.
    public func count(of method: TableDelegateCall.Method) -> Int {
        calls.count { $0.method == method }
    }

    /// Records the call.
    public func prepare(tableView: TableView) {
        record(tableView, .init(.prepare))
    }

    /// Records a call and returns its answer, which the handler may have changed.
    func record<Answer>(
        _ tableView: TableView, _ call: TableDelegateCall, _ answer: KeyPath<TableDelegateAnswers, Answer>
    ) -> Answer {
        record(tableView, call)
        return answers[keyPath: answer]
    }

    func record(_ tableView: TableView, _ call: TableDelegateCall) {
        calls.append(call)
        handler?(call, tableView)
    }
}
