public import LocalizedMessages

extension TableView.Gestures {
    /// Runs the handlers that were registered under a token.
    ///
    /// If a handler fails, it and the remaining handlers can be run again with the token.
    ///
    /// - Throws: ``TableViewError`` with `noSuchUndo` if the token is unknown, used or too old; errors of the handlers.
    public func undo(_ token: String) async throws {
        let session = tableView.context.session
        guard var entry = session.undoStack.take(token) else {
            throw TableViewError(.noSuchUndo, "This can no longer be undone.")
        }
        tableView.context.isRedo = !entry.undo.isRedo
        while let step = entry.steps.last {
            do {
                try await tableView.carryOut { try await step(tableView) }
            } catch {
                session.undoStack.keep(entry)
                throw error
            }
            entry.steps.removeLast()
        }
    }
}

extension TableView {
    /// A closure that reverses an action of a visitor. It may wait, and throws to refuse.
    typealias UndoHandler = @TableActor (TableView) async throws -> Void

    /// An action that the visitor can undo.
    public struct Undo: Sendable, Hashable {
        /// The title of the action, such as "Delete Milk".
        public let title: LocalizedMessage
        /// A Boolean value that indicates whether it repeats an action that was undone.
        public let isRedo: Bool
        /// The token of the action. It can be used once.
        public let token: String
    }

    /// A notice of an action: a sentence, a button that undoes the action, or both.
    package struct Notice: Sendable, Hashable {
        package let message: LocalizedMessage?
        package let undo: Undo?

        /// Returns nil if there is nothing to tell.
        package init?(message: LocalizedMessage?, undo: Undo?) {
            guard message != nil || undo != nil else { return nil }
            (self.message, self.undo) = (message, undo)
        }
    }

    /// Registers a handler that reverses the current action of the visitor.
    ///
    /// ```swift
    /// try storage.removeItem(at: indexPath)
    /// tableView.registerUndo("Delete Milk") { _ in try storage.insertItem(milk, at: indexPath) }
    /// ```
    ///
    /// The handler may register its own undo, which then is a redo. All handlers that one request registers form one
    /// undo. They run in reverse order, under the last title. The call has no effect outside of an action, or if the
    /// action is refused.
    ///
    /// - Parameters:
    ///   - title: The title that the visitor sees.
    ///   - handler: The handler. It is kept for at most 10 minutes.
    public func registerUndo(
        _ title: LocalizedMessage, _ handler: @escaping @TableActor (TableView) async throws -> Void
    ) {
        registerUndo(title, holding: 0, handler)
    }

    /// Registers a handler that holds so many bytes. They count among those of the visitor's session.
    ///
    /// - Parameter token: The token of the action; nil for a new one.
    package func registerUndo(
        _ title: LocalizedMessage, holding byteCount: Int, token: String? = nil,
        _ handler: @escaping @TableActor (TableView) async throws -> Void
    ) {
        if context.isRequest { context.undos.append((title, handler, byteCount, token)) }
    }

    /// Stores the undo that the request registered in the visitor's session.
    func keepUndos() -> Undo? {
        guard let last = context.undos.last else { return nil }
        let entry = UndoStack.Entry(
            title: last.title, isRedo: context.isRedo, steps: context.undos.map(\.handler),
            holding: context.undos.reduce(0) { $0 + $1.byteCount }, token: last.token)
        context.undos = []
        context.session.undoStack.keep(entry)
        return entry.undo
    }
}
