import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// One method of data source or delegate, as a row of the propagation grid.
struct TableDelegateQuestion: Sendable, CustomTestStringConvertible {
    var method: TableDelegateCall.Method
    var key: Key
    /// What is answered where no child answers.
    var fallback: @Sendable (IndexPath) -> TableDelegateAnswer
    /// What a section answers for itself, to a question about its section.
    var own: @TableActor @Sendable (CascadingSectionTableDelegate) -> TableDelegateAnswer = { _ in .nothing }
    /// What a child with `TableDelegateAnswers.distinctive` answers.
    var recorded: TableDelegateAnswer
    /// What the child must have been called with.
    var arguments: @Sendable (IndexPath) -> [TableDelegateCall.Argument]
    var ask: @TableActor @Sendable (any CascadingTableDelegate, TableView, IndexPath) throws -> TableDelegateAnswer

    /// Which part of an index path a root finds the child by; a section uses the row, and passes nothing on about
    /// sections.
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

    /// A question about one row that passes nothing but its index path.
    static func row(
        _ method: TableDelegateCall.Method, fallback: TableDelegateAnswer = .nothing,
        recorded: TableDelegateAnswer = .nothing,
        ask:
            @escaping @TableActor @Sendable (any CascadingTableDelegate, TableView, IndexPath) throws ->
            TableDelegateAnswer
    ) -> Self {
        Self(
            method: method, key: .row, fallback: { _ in fallback }, recorded: recorded,
            arguments: { [.indexPath($0)] }, ask: ask)
    }

    /// A question about one section that passes nothing but its number.
    static func section(
        _ method: TableDelegateCall.Method, fallback: TableDelegateAnswer = .nothing,
        own: @escaping @TableActor @Sendable (CascadingSectionTableDelegate) -> TableDelegateAnswer = { _ in .nothing },
        recorded: TableDelegateAnswer = .nothing,
        ask: @escaping @TableActor @Sendable (any CascadingTableDelegate, TableView, Int) throws -> TableDelegateAnswer
    ) -> Self {
        Self(
            method: method, key: .section, fallback: { _ in fallback }, own: own, recorded: recorded,
            arguments: { [.section($0.section)] }, ask: { try ask($0, $1, $2.section) })
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
