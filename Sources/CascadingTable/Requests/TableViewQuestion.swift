import Bytes

/// A question about an action, with the choices of the visitor.
///
/// ```swift
/// TableViewToolbarAction(id: "clear", title: "Clear") { tableView in
///     switch try tableView.choice(of: TableViewQuestion("What shall be cleared?", choices: ["Done items", "All items"])) {
///     case 0: clearDoneItems()
///     default: clearAllItems()
///     }
/// }
/// ```
///
/// As an error, it ends the action. The visitor sees the question, and a choice performs the action again.
public struct TableViewQuestion: Error, Sendable, Hashable {
    /// The question.
    public var title: String
    /// The sentences below the question. Nil for none.
    public var message: String?
    /// The choices, in order. The visitor can also cancel.
    public var choices: [Choice]

    /// An answer to choose.
    public struct Choice: Sendable, Hashable, ExpressibleByStringLiteral {
        /// The title of the button.
        public var title: String
        /// A Boolean value that indicates whether the button is red, because the choice loses data.
        public var isDestructive: Bool

        /// Creates a choice.
        public init(_ title: String, isDestructive: Bool = false) {
            (self.title, self.isDestructive) = (title, isDestructive)
        }

        /// Creates a choice that loses no data.
        public init(stringLiteral title: String) { self.init(title) }
    }

    /// Creates a question.
    public init(_ title: String, message: String? = nil, choices: [Choice]) {
        (self.title, self.message, self.choices) = (title, message, choices)
    }
}

extension TableViewQuestion {
    /// The values of `_answer` for the choices. Each contains a hash value of the question and its choices, so that a
    /// visitor who has agreed to one question has not agreed to another.
    package var answers: [String] {
        var hash = ContentHash()
        for text in [title, message ?? ""] + choices.map(\.title) { hash.add(text) }
        return choices.indices.map { "\($0).\(hash.text)" }
    }
}

extension TableView {
    /// Asks the visitor of the current action a question, and returns the index of the choice.
    ///
    /// The first call ends the action with the question. When the visitor has chosen, the action is performed from its
    /// beginning, and the call returns. So ask before you change anything. If the question or its choices have changed
    /// meanwhile, the visitor is asked again. An action can ask several questions, one after another.
    ///
    /// A script gets the question with status 409. It adds `_answer=` and the `answer` of a choice to the address, once
    /// for each question.
    ///
    /// - Parameter question: The question.
    /// - Returns: The index of the choice.
    /// - Throws: The question if it is not answered yet; let it end the action.
    public func choice(of question: TableViewQuestion) throws -> Int {
        let context = context
        guard context.answers.indices.contains(context.answerCount),
            let choice = question.answers.firstIndex(where: context.answers[context.answerCount].isExactly)
        else { throw question }
        context.answerCount += 1
        return choice
    }
}
