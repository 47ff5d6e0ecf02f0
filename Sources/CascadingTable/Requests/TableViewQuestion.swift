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
    /// The values that the visitor enters before choosing: texts of one line, numbers, days, e-mail addresses and passwords.
    /// Default: none.
    public var fields: [TableViewEditableField]
    /// The problems of the values that were entered.
    package var issues: [TableViewValidationError.Issue] = []
    /// The number of questions of the action before this one, so that two of the same words have answers of their own.
    var number = 0

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
    public init(
        _ title: String, message: String? = nil, fields: [TableViewEditableField] = [], choices: [Choice]
    ) {
        (self.title, self.message, self.fields, self.choices) = (title, message, fields, choices)
    }
}

extension TableViewQuestion {
    /// The values of `_answer` for the choices. Each contains a hash value of the question and its choices, so that a
    /// visitor who has agreed to one question has not agreed to another.
    package var answers: [String] { choices.indices.map { "\($0).\(hash)" } }

    /// The names of parameters with the values of the fields.
    package var valueNames: [String] { fields.indices.map { "_value.\($0).\(hash)" } }

    /// Returns whether the name of a parameter is that of a value.
    package static func isValueName(_ name: String) -> Bool { name.wholeMatch(of: /_value\.[0-9]+\.[0-9a-z]+/) != nil }

    private var hash: String {
        var hash = ContentHash()
        hash.add("\(number)")
        let named = fields.flatMap { [$0.name, $0.label] }
        for text in [title, message ?? ""] + choices.map(\.title) + named { hash.add(text) }
        return hash.text
    }
}

/// The answer of a visitor to a ``TableViewQuestion``.
public struct TableViewAnswer: Sendable, Hashable {
    /// The index of the choice.
    public var choice: Int
    /// The values of the fields by their names, as a form passes them to `commitValues`.
    public var values: [String: String]
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
    public func choice(of question: TableViewQuestion) throws -> Int { try answer(to: question).choice }

    /// Asks the visitor of the current action a question with fields, as ``choice(of:)`` does.
    ///
    /// Values that the fields do not accept are asked for again, with the reason. A script adds a parameter for each field,
    /// whose `name` the question has, to the address or to its form. A value that it leaves out is that of the field.
    ///
    /// - Parameter question: The question.
    /// - Returns: The choice, and the values.
    /// - Throws: The question if it is not answered yet; let it end the action.
    public func answer(to question: TableViewQuestion) throws -> TableViewAnswer {
        let context = context
        var question = question
        question.number = context.answerCount
        guard context.answers.indices.contains(context.answerCount),
            let choice = question.answers.firstIndex(where: context.answers[context.answerCount].isExactly)
        else { throw question }
        var entered: [String: String] = [:]
        for (field, name) in zip(question.fields, question.valueNames) {
            entered[field.name] = context.request.values[name]
        }
        do {
            let values = try question.fields.checked(entered)
            context.answerCount += 1
            return TableViewAnswer(choice: choice, values: values)
        } catch {
            question.issues = error.issues
            for index in question.fields.indices {
                question.fields[index].value = entered[question.fields[index].name] ?? question.fields[index].value
            }
            throw question
        }
    }
}
