import Essentials
import Synchronization

/// The state that one table keeps for one visitor: selected rows, edit mode, focus and undos.
///
/// Rows are stored by identifier, so a selection follows its row when rows are inserted, deleted or moved.
@TableActor
public final class TableSession {
    /// The identifier of the visitor; empty for an unknown visitor, as in a table that is used without a server.
    public nonisolated let id: String

    /// A number that no other session of the process has.
    public nonisolated var serialNumber: Int {
        let known = number.load(ordering: .relaxed)
        if known != 0 { return known }
        let next = SerialNumber.next()
        let (isFirst, other) = number.compareExchange(expected: 0, desired: next, ordering: .relaxed)
        return isFirst ? next : other
    }
    // Assigned when it is first read, because most sessions serve one request of an unknown visitor.
    private nonisolated let number = Atomic<Int>(0)

    /// The number of changes of the selection and of edit mode.
    public var revision: UInt64 { currentRevision }
    // Private, which saves an exclusivity check at run time.
    private var currentRevision: UInt64 = 0

    /// The revision that a store of sessions has.
    package var savedRevision: UInt64 = 0

    /// The selected rows, with the index paths where they were last seen.
    private(set) var selection = SelectedRows()

    var isEditing = false { didSet { if isEditing != oldValue { currentRevision += 1 } } }

    /// The row that has the visitor's focus. The browser shows the focus, so a change of it makes no new page.
    var focus: RowReference?

    /// The actions that the visitor can undo, which are not visible on a page.
    var undoStack = UndoStack()

    /// Returns a random token of 128 bits for ``TableView/registerUndo(_:holding:token:_:)``.
    package nonisolated static func makeUndoToken() -> String { UndoStack.makeToken() }

    /// Keeps an undo that another server registered, unless it is known.
    package func keepUndo(
        _ title: LocalizedMessage, isRedo: Bool, token: String,
        _ handler: @escaping @TableActor (TableView) async throws -> Void
    ) {
        guard !undoStack.has(token) else { return }
        undoStack.keep(UndoStack.Entry(title: title, isRedo: isRedo, steps: [handler], token: token))
    }

    /// The notice of the last action, which the next page shows; nil for none.
    ///
    /// The server sets it to nil after it was shown.
    package var notice: TableView.Notice?

    /// A Boolean value that indicates whether the visitor has a table that was made for them.
    package var hasTable = false

    /// Creates the session of a visitor.
    ///
    /// - Parameter id: The identifier of the visitor; empty for an unknown visitor.
    public nonisolated init(id: String = "") {
        self.id = id
    }

    /// A Boolean value that indicates whether the table looks to this visitor as it does to everybody.
    ///
    /// It is true if no row is selected and edit mode is off.
    public var isEmpty: Bool { currentRevision == 0 || selection.isEmpty && !isEditing }

    /// A Boolean value that indicates whether the session stores nothing, so that it need not be kept.
    public var isForgettable: Bool {
        isEmpty && focus == nil && undoStack.isEmpty && notice == nil && !hasTable
    }

    /// Stores a row as selected at an index path: in addition to the others, or instead of them.
    ///
    /// In addition to the others, the cost does not depend on their number.
    ///
    /// - Returns: The change of the selection; nil if nothing changed.
    func select(_ identifier: String, at indexPath: IndexPath, besideOthers: Bool) -> SelectedRows.Change? {
        guard besideOthers || selection.count == (selection[identifier] == nil ? 0 : 1) else {
            let before = selection
            selection = SelectedRows()
            _ = selection.insert(identifier, at: indexPath)
            currentRevision += 1
            return .replaced(before)
        }
        return change { $0.insert(identifier, at: indexPath) }
    }

    /// Stores that a row is not selected.
    ///
    /// - Returns: The change of the selection; nil if nothing changed.
    func deselect(_ identifier: String) -> SelectedRows.Change? {
        change { $0.remove(identifier) }
    }

    private func change(_ body: (inout SelectedRows) -> SelectedRows.Change?) -> SelectedRows.Change? {
        let change = body(&selection)
        if change != nil { currentRevision += 1 }
        return change
    }

    /// Undoes a change of the selection.
    func revert(_ change: SelectedRows.Change) {
        _ = self.change {
            $0.revert(change)
            return change
        }
    }
}

extension TableSession {
    /// The approximate number of bytes that are stored for this visitor.
    package var byteCount: Int { 1024 + selection.byteCount + undoStack.byteCount }
}

extension TableSession {
    /// The part of a session that is data, so that several servers can share it. Undos are closures, and stay in the
    /// process.
    package struct State: Codable, Sendable {
        /// The selected rows, in the order of selection.
        var selection: [Row] = []
        var isEditing = false
        var focus: Row?

        struct Row: Codable, Sendable {
            var identifier: String
            var section: Int
            var row: Int
        }
    }

    /// The state; nil if it is that of an unknown visitor.
    package var state: State? {
        guard !isEmpty || focus != nil else { return nil }
        return State(
            selection: selection.all.map { State.Row($0.identifier, at: $0.place) }, isEditing: isEditing,
            focus: focus.map { State.Row($0.identifier, at: $0.indexPath) })
    }

    /// Makes the session as a store has it.
    ///
    /// - Parameter state: The state; nil for that of an unknown visitor.
    package func adopt(_ state: State?) {
        selection = SelectedRows()
        for row in state?.selection ?? [] { _ = selection.insert(row.identifier, at: row.indexPath) }
        isEditing = state?.isEditing ?? false
        focus = state?.focus.map { RowReference(indexPath: $0.indexPath, identifier: $0.identifier) }
        currentRevision += 1
        savedRevision = currentRevision
    }
}

extension TableSession.State.Row {
    fileprivate init(_ identifier: String, at indexPath: IndexPath) {
        self.init(identifier: identifier, section: indexPath.section, row: indexPath.row)
    }

    fileprivate var indexPath: IndexPath { IndexPath(row: row, section: section) }
}

/// Ascending numbers, each used once in a process, for unique names.
package enum SerialNumber {
    private static let last = Atomic<Int>(0)

    package static func next() -> Int {
        last.add(1, ordering: .relaxed).newValue
    }

    /// Returns the next number as a name: `n1`, `n2` and so on.
    package static func nextName() -> String { "n" + String(next()) }
}
