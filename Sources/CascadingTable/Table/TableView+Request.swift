extension TableView {
    /// What came of answering a request.
    public struct Outcome<Result> {
        public var result: Result
        /// What delegates read of the request.
        public var reads: TableRequest.Reads
        /// Where a delegate sent the visitor.
        public var location: String?
    }

    /// Runs the body with `session` and `query` being those of the request.
    ///
    /// Answers that were made from either are not kept when it ends, for they are not everybody's.
    public func answering<Result>(
        _ request: TableRequest, _ body: () throws -> Result
    ) rethrows -> Outcome<Result> {
        let outer = context
        forgetPersonalAnswers()
        context = TableRequestContext(request: request)
        defer {
            forgetPersonalAnswers()
            context = outer
        }
        let result = try body()
        return Outcome(result: result, reads: context.reads, location: context.location)
    }

    /// The visitor whose request is being answered; without a server, the table's only one.
    public var session: TableSession {
        note(read: .session)
        return context.request.session
    }

    /// The parameters of the request being answered.
    public var query: [(name: String, value: String)] {
        note(read: .query)
        return context.request.query
    }

    /// Sends the visitor to another page once the request is answered, as pushing a view controller would.
    ///
    /// - Parameter location: a relative, `http` or `https` address.
    public func navigate(to location: String) {
        context.location = location
    }

    func note(read: TableRequest.Reads) {
        context.reads.formUnion(read)
        answers.reads.formUnion(read)
    }

    /// Forgets what was answered from one request, so that the next is not given it.
    private func forgetPersonalAnswers() {
        if !answers.reads.isEmpty { answers.forget() }
    }
}
