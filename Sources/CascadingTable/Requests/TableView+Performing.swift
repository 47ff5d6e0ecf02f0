/// The context of an action that may wait, and the table on which it is performed.
struct ActionContext: Sendable {
    let tableView: TableView
    let context: TableRequestContext
}

/// The work of a delegate for an action. It may wait, and throws an error to refuse the action.
package typealias ActionWork = @TableActor () async throws -> Void

extension TableView {
    /// The action that the current task performs; nil outside of an action.
    ///
    /// Other requests are answered while an action waits, so the context of an action belongs to its task.
    @TaskLocal static var currentAction: ActionContext?

    /// Performs an action of a visitor, which may wait: ``session``, ``visitor``, ``query`` and ``traits`` are
    /// those of the request.
    ///
    /// - Parameters:
    ///   - request: The request of the visitor.
    ///   - body: The action.
    /// - Returns: The result of the body, with what the delegates did.
    /// - Throws: Errors of the body.
    public func performing<Result>(
        _ request: TableRequest, _ body: () async throws -> Result
    ) async throws -> Outcome<Result> {
        let action = ActionContext(tableView: self, context: TableRequestContext(request))
        return try await Self.$currentAction.withValue(action) {
            do {
                let result = try await body()
                return Outcome(result, of: self)
            } catch {
                // A delegate that says no to a question may have given its reason before.
                throw action.context.refusal ?? error
            }
        }
    }

    /// Runs a part of the current action, and returns the changes that were announced meanwhile.
    ///
    /// - Parameter body: The part of the action, which may wait.
    /// - Returns: The changes of the action, in order; nil if something else changed the table meanwhile.
    /// - Throws: Errors of the body.
    package func changesOfAction(_ body: () async throws -> Void) async rethrows -> [TableViewChange]? {
        let (start, count) = (revision, context.announcementCount)
        try await body()
        guard revision - start == UInt64(context.announcementCount - count) else { return nil }
        return history.changes(since: start)
    }

    /// Runs work of a delegate as a part of the current action. The action ends after the work.
    ///
    /// It is for synchronous code, such as a method that forwards to a child. Asynchronous code awaits the work itself.
    /// The work starts at once, on this thread. If it ends without waiting, the call throws its error. Otherwise the
    /// call returns when the work begins to wait, and the action throws the error later. Outside of an action, such an
    /// error is ignored.
    ///
    /// - Parameter work: The work, such as a call of a delegate's method.
    /// - Throws: Errors of work that did not wait.
    package func start(_ work: @escaping ActionWork) throws {
        let end = WorkEnd()
        let task = TableActor.begin {
            do { try await work() } catch {
                end.result = .failure(error)
                throw error
            }
            end.result = .success(())
        }
        if let result = end.result { return try result.get() }
        if let task { context.waiting.append(task) }
    }

    /// Runs work as ``start(_:)`` does. The changes that it announces until it waits are one revision.
    func startUpdates(_ work: @escaping ActionWork) throws {
        try performBatchUpdates { try start(work) }
    }

    /// Runs a part of the work of an action.
    ///
    /// - Throws: Errors of the work; any error passed to `refuse(_:)`.
    func finish(_ work: ActionWork?) async throws {
        try await work?()
        if let refusal = context.refusal { throw refusal }
    }

    /// Runs the body, and waits for the work that it started.
    ///
    /// - Throws: Errors of the body and of the work; any error passed to `refuse(_:)`. Undos of a failed action are
    ///   dropped.
    func carryOut<Result>(_ body: () async throws -> Result) async throws -> Result {
        let context = context
        let (outer, undoCount) = (context.refusal, context.undos.count)
        context.refusal = nil
        defer { context.refusal = outer }
        do {
            let result: Result
            do {
                result = try await body()
            } catch {
                for task in context.waiting { task.cancel() }
                try? await context.finishWork()
                throw error
            }
            try await context.finishWork()
            if let refusal = context.refusal { throw refusal }
            return result
        } catch {
            context.undos = Array(context.undos.prefix(undoCount))
            throw context.refusal ?? error
        }
    }
}

extension TableView {
    /// Runs the body as ``carryOut(_:)`` does, and returns whether a change was announced meanwhile.
    func announces(_ body: () async throws -> Void) async throws -> Bool {
        let context = context
        let before = context.announcementCount
        try await carryOut(body)
        return context.announcementCount != before
    }
}

/// The end of a delegate's work.
@TableActor
private final class WorkEnd {
    var result: Result<Void, any Error>?
}

extension TableRequestContext {
    /// Waits for all work that was started, also if some of it fails or the action is cancelled.
    ///
    /// - Throws: The first error.
    fileprivate func finishWork() async throws {
        var failure: (any Error)?
        while !waiting.isEmpty {
            let task = waiting.removeFirst()
            let result = await withTaskCancellationHandler {
                await task.result
            } onCancel: {
                task.cancel()
            }
            if case .failure(let error) = result, failure == nil { failure = error }
        }
        if let failure { throw failure }
    }
}
