import CascadingTable
import TableManagers
import FoundationEssentials
import TableTesting
import TestSupport
import Testing

/// One event of a row: a closure for the event, and the answer of this closure.
struct CellEventCase: Sendable, CustomTestStringConvertible {
    /// A log of the arguments that the closures received.
    @TableActor final class Log {
        var entries: [String] = []

        func note(_ cell: PostCell, _ post: Post, _ indexPath: IndexPath, _ rest: String...) {
            entries.append(([cell.cell.title ?? "", post.title, "\(indexPath)"] + rest).joined(separator: " "))
        }

        func note(_ post: Post, _ indexPath: IndexPath) {
            entries.append("\(post.title) \(indexPath)")
        }
    }

    /// The delegate method that the table calls.
    var method: TableDelegateCall.Method
    /// Attaches a closure that answers `answer(flag)`. Boolean events answer the flag itself, because either value
    /// could be the default.
    var attach: @TableActor @Sendable (CellMapping<PostCell, Post>, Log, Bool) -> Void
    /// The expected answer. Events that are only reported have none.
    var answer: @TableActor @Sendable (Bool) -> TableDelegateAnswer
    /// The closure's further arguments, besides cell, model and index path.
    var rest: [String] = []
    var isGivenCell = true

    var testDescription: String { method.rawValue }

    var isTold: Bool

    /// The question about this event.
    var question: TableDelegateQuestion {
        get throws { try #require(TableDelegateQuestion.all.first { $0.method == method }) }
    }

    func entry(cell: String, post: String, at indexPath: IndexPath) -> String {
        ((isGivenCell ? [cell] : []) + [post, "\(indexPath)"] + rest).joined(separator: " ")
    }
}

extension CellEventCase {
    private typealias Events = CellMapping<PostCell, Post>

    static func told(
        _ method: TableDelegateCall.Method, rest: [String] = [], isGivenCell: Bool = true,
        attach: @escaping @TableActor @Sendable (CellMapping<PostCell, Post>, Log) -> Void
    ) -> Self {
        Self(
            method: method, attach: { events, log, _ in attach(events, log) }, answer: { _ in .nothing }, rest: rest,
            isGivenCell: isGivenCell, isTold: true)
    }

    static func flag(
        _ method: TableDelegateCall.Method, rest: [String] = [],
        attach: @escaping @TableActor @Sendable (CellMapping<PostCell, Post>, Log, Bool) -> Void
    ) -> Self {
        Self(method: method, attach: attach, answer: { .bool($0) }, rest: rest, isTold: false)
    }

    static func asked(
        _ method: TableDelegateCall.Method, _ answer: TableDelegateAnswer, rest: [String] = [],
        isGivenCell: Bool = true,
        attach: @escaping @TableActor @Sendable (CellMapping<PostCell, Post>, Log) -> Void
    ) -> Self {
        Self(
            method: method, attach: { events, log, _ in attach(events, log) }, answer: { _ in answer }, rest: rest,
            isGivenCell: isGivenCell, isTold: false)
    }
}
