import LocalizedMessages

/// The actions that a visitor can undo in one table, the newest last.
///
/// Limits: `capacity` entries, `lifetime`, and `maxSteps` steps and `maxBytes` bytes in all. The newest entry is stored even
/// if it alone exceeds the last two.
struct UndoStack {
    static let capacity = 20
    static let maxSteps = 10_000
    static let maxBytes = 16 << 20
    static let lifetime: Duration = .seconds(600)

    private var entries: [Entry] = []

    /// One action of a visitor, which can be undone by its token.
    struct Entry {
        let undo: TableView.Undo
        /// The handlers that undo the parts of the action, in the order of the parts.
        var steps: [TableView.UndoHandler]
        let registered: ContinuousClock.Instant
        fileprivate let byteCount: Int

        init(
            title: LocalizedMessage, isRedo: Bool = false, steps: [TableView.UndoHandler],
            holding byteCount: Int = 0, token: String? = nil, at now: ContinuousClock.Instant = .now
        ) {
            undo = TableView.Undo(title: title, isRedo: isRedo, token: token ?? UndoStack.makeToken())
            (self.steps, registered) = (steps, now)
            self.byteCount = byteCount + 256 + title.description.utf8.count + 256 * steps.count
        }
    }

    /// Returns a random token of 128 bits.
    static func makeToken() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Returns whether there is an entry with a token.
    func has(_ token: String) -> Bool { entries.contains { $0.undo.token == token } }

    /// An estimate of the bytes that are stored. Of what the handlers capture, it has only what they were said to hold.
    var byteCount: Int { entries.reduce(0) { $0 + $1.byteCount } }

    mutating func keep(_ entry: Entry) {
        forget(olderThan: entry.registered)
        entries.append(entry)
        while entries.count > 1,
            entries.count > Self.capacity || byteCount > Self.maxBytes
                || entries.reduce(0, { $0 + $1.steps.count }) > Self.maxSteps
        { entries.removeFirst() }
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
