import LocalizedMessages

/// The actions that a visitor can undo in one table, the newest last.
///
/// Limits: `capacity` entries, `lifetime` and `maxSteps` steps in all. The newest entry is stored even if it alone
/// exceeds `maxSteps`.
struct UndoStack {
    static let capacity = 20
    static let maxSteps = 10_000
    static let lifetime: Duration = .seconds(600)

    private var entries: [Entry] = []

    /// One action of a visitor, which can be undone by its token.
    struct Entry {
        let undo: TableView.Undo
        /// The handlers that undo the parts of the action, in the order of the parts.
        var steps: [TableView.UndoHandler]
        let registered: ContinuousClock.Instant

        init(
            title: LocalizedMessage, isRedo: Bool = false, steps: [TableView.UndoHandler],
            at now: ContinuousClock.Instant = .now
        ) {
            let token = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
            undo = TableView.Undo(title: title, isRedo: isRedo, token: token)
            (self.steps, registered) = (steps, now)
        }

        fileprivate var byteCount: Int { 256 + undo.title.description.utf8.count + 256 * steps.count }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The approximate number of bytes that are stored, without the captures of the handlers.
    var byteCount: Int { entries.reduce(0) { $0 + $1.byteCount } }

    mutating func keep(_ entry: Entry) {
        forget(olderThan: entry.registered)
        var steps = entries.reduce(entry.steps.count) { $0 + $1.steps.count }
        while !entries.isEmpty, entries.count >= Self.capacity || steps > Self.maxSteps {
            steps -= entries.removeFirst().steps.count
        }
        entries.append(entry)
    }

    /// Removes and returns the entry with a token; nil if it was taken or is too old.
    mutating func take(_ token: String, at now: ContinuousClock.Instant = .now) -> Entry? {
        forget(olderThan: now)
        return entries.firstIndex { $0.undo.token == token }.map { entries.remove(at: $0) }
    }

    private mutating func forget(olderThan now: ContinuousClock.Instant) {
        entries.removeAll { now - $0.registered >= Self.lifetime }
    }
}
