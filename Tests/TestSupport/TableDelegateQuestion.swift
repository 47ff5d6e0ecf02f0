public import CascadingTable
public import FoundationEssentials
public import TableTesting
public import Testing

/// One method of the data source or the delegate, as a row of the propagation grid.
public struct TableDelegateQuestion: Sendable, CustomTestStringConvertible {
    public var method: TableDelegateCall.Method
    public var key: Key
    /// The answer if no child answers.
    public var fallback: @Sendable (IndexPath) -> TableDelegateAnswer
    /// The section's own answer to a question about the section.
    public var own: @TableActor @Sendable (CascadingSectionTableDelegate) -> TableDelegateAnswer = { _ in .nothing }
    /// The answer of a child with `TableDelegateAnswers.distinctive`.
    public var recorded: TableDelegateAnswer
    /// The arguments that the child must receive.
    public var arguments: @Sendable (IndexPath) -> [TableDelegateCall.Argument]
    public var ask:
        @TableActor @Sendable (any CascadingTableDelegate, TableView, IndexPath) async throws -> TableDelegateAnswer

    /// The component of an index path by which a root finds the child. A section uses the row, and does not pass on
    /// questions about sections.
    public enum Key: Sendable {
        case row, section
    }

    public static let all = aboutRows + aboutSections

    public var testDescription: String { method.rawValue }

    public func call(at indexPath: IndexPath) -> TableDelegateCall {
        var call = TableDelegateCall(method)
        call.arguments = arguments(indexPath)
        return call
    }

    /// Creates a question about one row whose only argument is the index path.
    public static func row(
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
    public static func section(
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

    public func with(_ arguments: @escaping @Sendable (IndexPath) -> [TableDelegateCall.Argument]) -> Self {
        var question = self
        question.arguments = arguments
        return question
    }

    public func falling(back: @escaping @Sendable (IndexPath) -> TableDelegateAnswer) -> Self {
        var question = self
        question.fallback = back
        return question
    }
}
