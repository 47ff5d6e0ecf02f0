import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// One method of the data source or the delegate, as a row of the propagation grid.
struct TableDelegateQuestion: Sendable, CustomTestStringConvertible {
    var method: TableDelegateCall.Method
    var key: Key
    /// The answer if no child answers.
    var fallback: @Sendable (IndexPath) -> TableDelegateAnswer
    /// The section's own answer to a question about the section.
    var own: @TableActor @Sendable (CascadingSectionTableDelegate) -> TableDelegateAnswer = { _ in .nothing }
    /// The answer of a child with `TableDelegateAnswers.distinctive`.
    var recorded: TableDelegateAnswer
    /// The arguments that the child must receive.
    var arguments: @Sendable (IndexPath) -> [TableDelegateCall.Argument]
    var ask:
        @TableActor @Sendable (any CascadingTableDelegate, TableView, IndexPath) async throws -> TableDelegateAnswer

    /// The component of an index path by which a root finds the child. A section uses the row, and does not pass on
    /// questions about sections.
    enum Key: Sendable {
        case row, section
    }

    static let all = aboutRows + aboutSections

    var testDescription: String { method.rawValue }

    func call(at indexPath: IndexPath) -> TableDelegateCall {
        var call = TableDelegateCall(method)
        call.arguments = arguments(indexPath)
        return call
    }

    /// Creates a question about one row whose only argument is the index path.
    static func row(
        _ method: TableDelegateCall.Method, fallback: TableDelegateAnswer = .nothing,
        recorded: TableDelegateAnswer = .nothing,
        ask:
            @escaping @TableActor @Sendable (any CascadingTableDelegate, TableView, IndexPath) async throws ->
            TableDelegateAnswer
    ) -> Self {
        Self(
            method: method, key: .row, fallback: { _ in fallback }, recorded: recorded,
            arguments: { [.indexPath($0)] }, ask: ask)
    }

    /// Creates a question about one section whose only argument is the section's number.
    static func section(
        _ method: TableDelegateCall.Method, fallback: TableDelegateAnswer = .nothing,
        own: @escaping @TableActor @Sendable (CascadingSectionTableDelegate) -> TableDelegateAnswer = { _ in .nothing },
        recorded: TableDelegateAnswer = .nothing,
        ask:
            @escaping @TableActor @Sendable (any CascadingTableDelegate, TableView, Int) async throws ->
            TableDelegateAnswer
    ) -> Self {
        Self(
            method: method, key: .section, fallback: { _ in fallback }, own: own, recorded: recorded,
            arguments: { [.section($0.section)] }, ask: { try await ask($0, $1, $2.section) })
    }

    func with(_ arguments: @escaping @Sendable (IndexPath) -> [TableDelegateCall.Argument]) -> Self {
        var question = self
        question.arguments = arguments
        return question
    }

    func falling(back: @escaping @Sendable (IndexPath) -> TableDelegateAnswer) -> Self {
        var question = self
        question.fallback = back
        return question
    }
}
