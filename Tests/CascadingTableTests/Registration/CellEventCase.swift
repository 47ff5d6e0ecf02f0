import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// One event of a row: how a closure is attached to it, and what that closure answers.
struct CellEventCase: Sendable, CustomTestStringConvertible {
    /// What a closure was given.
    @TableActor final class Log {
        var entries: [String] = []

        func note(_ cell: PostCell, _ post: Post, _ indexPath: IndexPath, _ rest: String...) {
            entries.append(([cell.cell.title ?? "", post.title, "\(indexPath)"] + rest).joined(separator: " "))
        }

        func note(_ post: Post, _ indexPath: IndexPath) {
            entries.append("\(post.title) \(indexPath)")
        }
    }

    /// The method by which a table asks or tells.
    var method: TableDelegateCall.Method
    /// Attaches a closure that answers what `answer` says for that flag; the flag is the answer where that is true or
    /// false, for either could be the default.
    var attach: @TableActor @Sendable (CellReactions<PostCell, Post>, Log, Bool) -> Void
    /// What comes of it; nothing for an event that is only told.
    var answer: @TableActor @Sendable (Bool) -> TableDelegateAnswer
    /// What the closure is given beside cell, model and place.
    var rest: [String] = []
    var isGivenCell = true

    var testDescription: String { method.rawValue }

    var isTold: Bool

    /// The question by which the table asks.
    var question: TableDelegateQuestion {
        get throws { try #require(TableDelegateQuestion.all.first { $0.method == method }) }
    }

    func entry(cell: String, post: String, at indexPath: IndexPath) -> String {
        ((isGivenCell ? [cell] : []) + [post, "\(indexPath)"] + rest).joined(separator: " ")
    }
}

extension CellEventCase {
    private typealias Events = CellReactions<PostCell, Post>

    static func told(
        _ method: TableDelegateCall.Method, rest: [String] = [], isGivenCell: Bool = true,
        attach: @escaping @TableActor @Sendable (CellReactions<PostCell, Post>, Log) -> Void
    ) -> Self {
        Self(
            method: method, attach: { events, log, _ in attach(events, log) }, answer: { _ in .nothing }, rest: rest,
            isGivenCell: isGivenCell, isTold: true)
    }

    static func flag(
        _ method: TableDelegateCall.Method, rest: [String] = [],
        attach: @escaping @TableActor @Sendable (CellReactions<PostCell, Post>, Log, Bool) -> Void
    ) -> Self {
        Self(method: method, attach: attach, answer: { .bool($0) }, rest: rest, isTold: false)
    }

    static func asked(
        _ method: TableDelegateCall.Method, _ answer: TableDelegateAnswer, rest: [String] = [],
        isGivenCell: Bool = true,
        attach: @escaping @TableActor @Sendable (CellReactions<PostCell, Post>, Log) -> Void
    ) -> Self {
        Self(
            method: method, attach: { events, log, _ in attach(events, log) }, answer: { _ in answer }, rest: rest,
            isGivenCell: isGivenCell, isTold: false)
    }
}
