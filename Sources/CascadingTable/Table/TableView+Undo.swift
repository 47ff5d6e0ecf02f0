public import LocalizedMessages

extension TableView {
    /// Undoes something, and refuses by throwing.
    public typealias UndoHandler = @TableActor (TableView) throws -> Void

    /// Something that can be undone: what it was, and the name it is asked for with.
    public struct Undo: Sendable, Hashable {
        public let title: LocalizedMessage
        /// Whether it does again what was undone.
        public let isRedo: Bool
        public let token: String
    }

    /// Lets the visitor take back what he is doing: has its inverse ready, which may register its own to be done again.
    ///
    /// ```swift
    /// try storage.removeItem(at: indexPath)
    /// tableView.registerUndo("Delete Milk") { _ in try storage.insertItem(milk, at: indexPath) }
    /// ```
    ///
    /// What one request registers is undone together, the last first, under the title that was given last. Nothing
    /// comes of it when the gesture is refused, nor outside of one.
    public func registerUndo(_ title: LocalizedMessage, _ handler: @escaping UndoHandler) {
        if context.isRequest { context.register(title, handler) }
    }

    /// Takes back what was registered under that name, once; what is left of it after a failure can be tried again.
    public func undo(_ token: String) throws {
        let session = context.session
        guard var entry = session.undoStack.take(token) else {
            throw TableViewError(.noSuchUndo, "This can no longer be undone.")
        }
        context.isRedo = !entry.isRedo
        while let step = entry.steps.last {
            do {
                try carryOut { try step(self) }
            } catch {
                session.undoStack.keep(entry)
                throw error
            }
            entry.steps.removeLast()
        }
    }

    /// Has what the request registered ready for its visitor.
    func keepUndos() -> Undo? {
        guard let title = context.undos.last?.title else { return nil }
        let entry = UndoStack.Entry(title: title, isRedo: context.isRedo, steps: context.undos.map(\.handler))
        context.undos = []
        context.session.undoStack.keep(entry)
        return Undo(title: title, isRedo: entry.isRedo, token: entry.token)
    }
}
