import OrderedCollections

extension TableView {
    /// What came of answering a request.
    public struct Outcome<Result> {
        public var result: Result
        /// What delegates read of the request.
        public var reads: TableRequest.Reads
        /// Where a delegate sent the visitor.
        public var location: String?
        /// The names of the rows that are expanded then; nil where the visitor did not expand or collapse any.
        public var expandedRows: [String]?
        /// How what was done can be taken back.
        public var undo: Undo?

        @inlinable
        init(_ result: consuming Result, _ rest: Rest) {
            self.result = result
            (reads, location, expandedRows, undo) = rest
        }

        @usableFromInline
        typealias Rest = (TableRequest.Reads, String?, [String]?, Undo?)
    }

    /// Runs the body with `session`, `query` and `traits` being those of the request.
    ///
    /// Answers that were made from any of them are not kept when it ends, for they are not everybody's.
    @inlinable
    public func answering<Result>(
        _ request: TableRequest, _ body: () throws -> Result
    ) rethrows -> Outcome<Result> {
        let outer = beginAnswering(request)
        defer { endAnswering(outer) }
        let result = try body()
        return Outcome(consume result, whatElseCame)
    }

    /// - Returns: the context that is to be restored.
    @usableFromInline
    func beginAnswering(_ request: TableRequest) -> TableRequestContext {
        let outer = context
        forgetPersonalAnswers()
        context = TableRequestContext(request)
        return outer
    }

    /// What came of answering beside the result.
    @usableFromInline
    var whatElseCame: Outcome<Void>.Rest {
        (context.reads, context.location, context.hasExpanded ? context.expandedRows.elements : nil, keepUndos())
    }

    @usableFromInline
    func endAnswering(_ outer: TableRequestContext) {
        forgetPersonalAnswers()
        context = outer
    }

    /// The visitor whose request is being answered; without a server, the table's only one.
    public var session: TableSession {
        note(read: .session)
        return context.session
    }

    /// The parameters of the request being answered.
    public var query: [(name: String, value: String)] {
        note(read: .query)
        return context.request.query
    }

    /// The language and direction of the page that is being answered with.
    public var traits: TableViewTraits {
        note(read: .traits)
        return context.request.traits
    }

    /// Sends the visitor to another page once the request is answered, as pushing a view controller would.
    ///
    /// - Parameter location: a relative, `http` or `https` address.
    public func navigate(to location: String) {
        context.location = location
    }

    /// Refuses what the visitor is doing, from a method that cannot throw; the first error is the one he is told.
    ///
    /// ```swift
    /// func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
    ///     do { try storage.moveItem(at: source, to: destination) } catch { tableView.refuse(error) }
    /// }
    /// ```
    ///
    /// A move that is refused is not announced. Outside of a gesture nothing comes of it.
    public func refuse(_ error: any Error) {
        if context.refusal == nil { context.refusal = error }
    }

    /// Refuses with that sentence.
    public func refuse(_ message: LocalizedMessage) {
        refuse(TableViewError(.vetoed, message))
    }

    /// Calls what may throw where nothing can be thrown on.
    func refusing(_ body: () throws -> Void) {
        do { try body() } catch { refuse(error) }
    }

    /// Tells the delegate of a gesture, and throws what it is refused with.
    func carryOut<Result>(_ gesture: () throws -> Result) throws -> Result {
        let (outer, undoCount) = (context.refusal, context.undos.count)
        context.refusal = nil
        defer { context.refusal = outer }
        do {
            let result = try gesture()
            if let refusal = context.refusal { throw refusal }
            return result
        } catch {
            context.undos = Array(context.undos.prefix(undoCount))
            throw error
        }
    }

    func note(read: TableRequest.Reads) {
        context.note(read)
        answers.reads.formUnion(read)
    }

    /// The language of the page that is being answered with, for who keeps what delegates make of ``traits``.
    package var pageLanguage: String { context.request.traits.language }

    /// Forgets what was answered from one request, so that the next is not given it.
    private func forgetPersonalAnswers() {
        if !answers.reads.isEmpty { answers.forget() }
    }
}
