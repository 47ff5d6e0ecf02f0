import FoundationEssentials
import OrderedCollections
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
    public var changeCounter: ChangeCounter {
        if let counter { return counter }
        let made = ChangeCounter()
        counter = made
        return made
    }
    /// Nil until it is asked for, as the number.
    private var counter: ChangeCounter?

    /// Where each selected row was when it was selected, in the order of selection.
    // Taken out, changed and put back: what is changed in place is looked up among all that is being changed.
    private(set) var selection: OrderedDictionary<String, IndexPath> = [:]

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

    public nonisolated init(id: String = "", changeCounter: ChangeCounter? = nil) {
        self.id = id
        counter = changeCounter
    }

    /// Whether nothing is remembered that shows, so that the table looks to this visitor as to any other.
    public var isEmpty: Bool { currentRevision == 0 || selection.isEmpty && !isEditing }

    /// Whether nothing at all is remembered, so that the session need not be kept.
    public var isForgettable: Bool { isEmpty && focus == nil && undoStack.isEmpty && notice == nil }

    /// How to take back the changes of the selection since ``undoingSelection(_:)`` was called.
    private var undoing = Undoing()

    private enum Undo {
        case unselect(String)
        case select(String, IndexPath, index: Int)
        case selection(OrderedDictionary<String, IndexPath>)
    }

    private struct Undoing {
        /// In order; their memory is used again.
        private var undos: [Undo] = []
        private var isNeeded = false

        mutating func note(_ undo: Undo) {
            if isNeeded { undos.append(undo) }
        }

        /// - Returns: what is undone by whoever has begun before.
        mutating func begin() -> (count: Int, isNeeded: Bool) {
            defer { isNeeded = true }
            return (undos.count, isNeeded)
        }

        /// The one noted last since the beginning, to be taken back.
        mutating func popLast(since outer: (count: Int, isNeeded: Bool)) -> Undo? {
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
        let place = selection.index(forKey: identifier)
        guard besideOthers || selection.count == (place == nil ? 0 : 1) else {
            undoing.note(.selection(selection))
            selection = [identifier: indexPath]
            currentRevision += 1
            return
        }
        if let place {
            let lastSeen = selection.values[place]
            guard lastSeen != indexPath else { return }
            undoing.note(.select(identifier, lastSeen, index: place))
        } else {
            undoing.note(.unselect(identifier))
        }
        var selection = selection
        self.selection = [:]
        selection[identifier] = indexPath
        self.selection = selection
        currentRevision += 1
    }

    func deselect(_ identifier: String) {
        guard let index = selection.index(forKey: identifier) else { return }
        var selection = selection
        self.selection = [:]
        let removed = selection.remove(at: index)
        self.selection = selection
        undoing.note(.select(identifier, removed.value, index: index))
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
            while let undo = undoing.popLast(since: outer) { take(undo) }
            throw error
        }
    }

    private func take(_ undo: Undo) {
        var selection = selection
        self.selection = [:]
        switch undo {
        case .unselect(let identifier): selection[identifier] = nil
        case .select(let identifier, let indexPath, let index):
            selection[identifier] = nil
            selection.updateValue(indexPath, forKey: identifier, insertingAt: index)
        case .selection(let before): selection = before
        }
        self.selection = selection
        currentRevision += 1
    }
}
