import FoundationEssentials
import Synchronization

/// What one table remembers for one visitor: which rows are selected, and whether rows are being
/// edited.
///
/// Rows are remembered by identifier, so a selection stays with its row when rows come, go and move.
@TableActor
public final class TableSession {
    /// Names the visitor; empty for one who is not known, as in a table that is used without a server.
    public nonisolated let id: String

    /// Tells this session from every other of the process.
    public nonisolated var serialNumber: Int {
        let known = number.load(ordering: .relaxed)
        if known != 0 { return known }
        let next = SerialNumber.next()
        let (isFirst, other) = number.compareExchange(expected: 0, desired: next, ordering: .relaxed)
        return isFirst ? next : other
    }
    // Taken when it is asked for: most sessions are made for one request of a visitor whom nobody knows.
    private nonisolated let number = Atomic<Int>(0)

    /// Rises with each change of what is remembered.
    public var revision: UInt64 { currentRevision }
    // Private, so that no check at run time is needed that nobody changes it while it is read.
    private var currentRevision: UInt64 = 0 { didSet { counter?.advance() } }

    /// Tells of each change of what is remembered, or is to be said once, outside of the tree. The sessions of one
    /// visitor share it.
    public var changeCounter: ModificationCounter {
        if let counter { return counter }
        let made = ModificationCounter()
        counter = made
        return made
    }
    /// Nil until it is asked for, as the number.
    private var counter: ModificationCounter?

    /// The selected rows, with the places where they were last seen.
    // Taken out, changed and put back: what is changed in place is looked up among all that is being changed.
    private(set) var selection = SelectedRows()

    var isEditing = false { didSet { if isEditing != oldValue { currentRevision += 1 } } }

    /// The row that has the visitor's focus. It is the browser that shows it, so it makes the page no other.
    var focus: Focus?

    struct Focus {
        var identifier: String
        var lastSeenAt: IndexPath
    }

    /// What can be taken back, which does not show.
    var undoStack = UndoStack()

    /// What the next page says was done, once.
    public var notice: TableView.Undo? {
        get { currentNotice }
        set {
            currentNotice = newValue
            counter?.advance()
        }
    }
    private var currentNotice: TableView.Undo?

    public nonisolated init(id: String = "", changeCounter: ModificationCounter? = nil) {
        self.id = id
        counter = changeCounter
    }

    /// Whether nothing is remembered that shows, so that the table looks to this visitor as to any other.
    public var isEmpty: Bool { currentRevision == 0 || selection.isEmpty && !isEditing }

    /// Whether nothing at all is remembered, so that the session need not be kept.
    public var isForgettable: Bool { isEmpty && focus == nil && undoStack.isEmpty && notice == nil }

    /// How to take back the changes of the selection since ``undoingSelection(_:)`` was called.
    private var undoing = Undoing()

    private struct Undoing {
        /// In order; their memory is used again.
        private var undos: [SelectedRows.Change] = []
        private var isNeeded = false

        mutating func note(_ undo: SelectedRows.Change) {
            if isNeeded { undos.append(undo) }
        }

        /// - Returns: what is undone by whoever has begun before.
        mutating func begin() -> (count: Int, isNeeded: Bool) {
            defer { isNeeded = true }
            return (undos.count, isNeeded)
        }

        /// The one noted last since the beginning, to be taken back.
        mutating func popLast(since outer: (count: Int, isNeeded: Bool)) -> SelectedRows.Change? {
            undos.count > outer.count ? undos.popLast() : nil
        }

        mutating func end(_ outer: (count: Int, isNeeded: Bool)) {
            isNeeded = outer.isNeeded
            guard !isNeeded else { return }
            if undos.count > 8 { undos = [] }
            while undos.popLast() != nil {}
        }
    }

    /// Remembers a row as selected, where it is now: beside the others or in place of them.
    ///
    /// Beside the others it costs the same however many they are.
    func select(_ identifier: String, at indexPath: IndexPath, besideOthers: Bool) {
        guard besideOthers || selection.count == (selection[identifier] == nil ? 0 : 1) else {
            undoing.note(.replaced(selection))
            selection = SelectedRows()
            _ = selection.insert(identifier, at: indexPath)
            currentRevision += 1
            return
        }
        change { $0.insert(identifier, at: indexPath) }
    }

    func deselect(_ identifier: String) {
        change { $0.remove(identifier) }
    }

    private func change(_ body: (inout SelectedRows) -> SelectedRows.Change?) {
        var selection = selection
        self.selection = SelectedRows()
        let change = body(&selection)
        self.selection = selection
        guard let change else { return }
        undoing.note(change)
        currentRevision += 1
    }

    /// Runs the body; where it throws, what is selected is what was before.
    ///
    /// It notes what is changed, rather than keeping what was, which each change would have to copy.
    func undoingSelection<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = undoing.begin()
        defer { undoing.end(outer) }
        do {
            return try body()
        } catch {
            while let change = undoing.popLast(since: outer) {
                var selection = selection
                self.selection = SelectedRows()
                selection.revert(change)
                self.selection = selection
                currentRevision += 1
            }
            throw error
        }
    }
}

extension TableSession {
    /// About the bytes that are kept for this visitor alone. Rows that visitors share are not among them.
    package var byteCount: Int { 1024 + selection.byteCount + undoStack.byteCount }

    /// Shares the memory of a long selection with visitors who selected nearly the same rows.
    package func shareSelection(among selections: SharedSelections) {
        var selection = selection
        self.selection = SelectedRows()
        selection.share(among: selections)
        self.selection = selection
    }
}
