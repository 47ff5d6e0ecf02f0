public import LocalizedMessages
import OrderedCollections

extension TableView {
    /// The result of a request, with what the delegates read and did while it was answered.
    public struct Outcome<Result> {
        /// The result of the body.
        public var result: Result
        /// The parts of the request that delegates read. If it is empty, the result can be cached for every visitor.
        package var reads: TableRequest.Reads
        /// The address that a delegate redirects the visitor to (``TableView/navigate(to:)``); nil for none.
        public var location: String?
        /// The identifiers of the expanded rows; nil if the visitor did not expand or collapse any row.
        public var expandedRows: [String]?
        /// A Boolean value that indicates whether the action turned edit mode on or off in the visitor's session.
        package var setsEditing: Bool
        /// The undo of the visitor's action; nil if none was registered.
        public var undo: Undo?
        /// The sentence of ``TableView/tell(_:)``; nil for none.
        public var message: LocalizedMessage?

        @TableActor
        init(_ result: consuming Result, of tableView: TableView) {
            let context = tableView.context
            self.result = result
            (reads, location, message) = (context.reads, context.location, context.message)
            expandedRows = context.hasExpanded ? context.expandedRows.elements : nil
            setsEditing = context.hasSetEditing
            undo = tableView.keepUndos()
        }
    }

    /// Runs the body for a request: ``session``, ``visitor``, ``query`` and ``traits`` are those of the request.
    ///
    /// Answers that delegates made from these values are not cached afterwards, because they are personal. Calls can be
    /// nested.
    ///
    /// - Parameters:
    ///   - request: The request to answer.
    ///   - body: The questions to the table.
    /// - Returns: The result of the body, with what the delegates read and did.
    /// - Throws: Errors of the body.
    package func answering<Result>(
        _ request: TableRequest, _ body: () throws -> Result
    ) rethrows -> Outcome<Result> {
        let outer = answeredContext
        defer { answeredContext = outer }
        isShown = true
        answeredContext = TableRequestContext(request)
        return Outcome(try body(), of: self)
    }

    /// The context of the request that is answered, or of the action that the task performs, or of the table itself.
    var context: TableRequestContext {
        if let answeredContext { return answeredContext }
        guard let action = Self.currentAction, action.tableView === self || action.tableView.host === self else {
            return ownContext
        }
        return action.context
    }

    /// The session of the visitor whose request is answered.
    ///
    /// Outside of a request, it is one session of the table itself. Reading it makes the answer personal: it is not
    /// cached for other visitors.
    public var session: TableSession {
        note(read: .session)
        return context.session
    }

    /// The visitor whose request is answered; an anonymous visitor outside of a request.
    ///
    /// The user is the one that `identify` of a `TableServer` returned. It is known in all delegate methods that a
    /// request or an action calls, also after an `await` in an action. Work that a prefetch, a sort or a search returns
    /// runs later, for all visitors who wait for it: read the visitor before you return the work.
    ///
    /// Reading it makes the answer personal: it is not cached for other visitors.
    public var visitor: TableVisitor {
        note(read: .visitor)
        let context = context
        let session = context.knownSession?.id
        return TableVisitor(user: context.request.user, sessionID: session?.isEmpty == false ? session : nil)
    }

    /// The query parameters of the request that is answered, in order; empty outside of a request.
    ///
    /// Reading it makes the answer specific to these parameters: it is not cached for other requests.
    public var query: [(name: String, value: String)] {
        note(read: .query)
        return context.request.query
    }

    /// The language and the writing direction of the page that is made.
    ///
    /// Reading it makes the answer specific to this language: it is not cached for other requests.
    public var traits: TableViewTraits {
        note(read: .traits)
        return context.request.traits
    }

    /// Redirects the visitor to another page after the request is answered, as pushing a view controller does in UIKit.
    ///
    /// - Parameter location: A relative, `http` or `https` address.
    public func navigate(to location: String) {
        context.location = location
    }

    /// A Boolean value that indicates whether the action that is performed leads to another page.
    package var isNavigating: Bool { context.location != nil }

    /// Tells the visitor what the current action did.
    ///
    /// ```swift
    /// tableView.tell("\(rows.count) orders were marked as shipped.")
    /// ```
    ///
    /// The page shows the sentence, and JSON has it as `message`. The last one counts. It has no effect outside of an
    /// action, or if the action is refused.
    ///
    /// - Parameter message: A sentence.
    public func tell(_ message: LocalizedMessage) {
        if context.isRequest { context.message = message }
    }

    /// Refuses the action of the visitor, from a delegate method that cannot throw.
    ///
    /// ```swift
    /// func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
    ///     do { try storage.moveItem(at: source, to: destination) } catch { tableView.refuse(error) }
    /// }
    /// ```
    ///
    /// The visitor gets the first error of an action. It takes the place of the sentence for a method that returns nil or
    /// false, such as `willSelectRowAt`. A move that is refused is not announced. The call has no effect outside of an
    /// action.
    ///
    /// - Parameter error: The reason for the refusal.
    public func refuse(_ error: any Error) {
        if context.refusal == nil { context.refusal = error }
    }

    /// Refuses the action of the visitor with a message. The error is a ``TableViewError`` with `vetoed`.
    ///
    /// - Parameter message: A sentence that the visitor sees.
    public func refuse(_ message: LocalizedMessage) {
        refuse(TableViewError(.vetoed, message))
    }

    func note(read: TableRequest.Reads) {
        let context = context
        context.note(read)
        answers.owner = context
    }
}

extension TableView.Outcome: Sendable where Result: Sendable {}
