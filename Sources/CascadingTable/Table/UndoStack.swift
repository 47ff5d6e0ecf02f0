import LocalizedMessages

/// What a visitor can still take back in one table, the newest last: as many as ``capacity``, as long as ``lifetime``.
///
/// The newest entry is always kept. Older entries are kept while all together have at most ``maxSteps`` steps.
struct UndoStack {
    static let capacity = 20
    static let maxSteps = 10_000
    static let lifetime: Duration = .seconds(600)

    private var entries: [Entry] = []

    /// One gesture, by the name it is asked for with.
    struct Entry {
        let token: String
        let title: LocalizedMessage
        /// Whether it does again what was undone.
        let isRedo: Bool
        /// What undoes its parts, in the order they were done in.
        var steps: [TableView.UndoHandler]
        let registered: ContinuousClock.Instant

        fileprivate var byteCount: Int { 256 + title.description.utf8.count + 256 * steps.count }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// About the bytes that are kept, except what the handlers captured.
    var byteCount: Int { entries.reduce(0) { $0 + $1.byteCount } }

    mutating func keep(_ entry: Entry) {
        forget(olderThan: entry.registered)
        var steps = entries.reduce(entry.steps.count) { $0 + $1.steps.count }
        while !entries.isEmpty, entries.count >= Self.capacity || steps > Self.maxSteps {
            steps -= entries.removeFirst().steps.count
        }
        entries.append(entry)
    }

    /// Takes the one of that name, or nil when it has been taken or was too long ago.
    mutating func take(_ token: String, at now: ContinuousClock.Instant = .now) -> Entry? {
        forget(olderThan: now)
        return entries.firstIndex { $0.token == token }.map { entries.remove(at: $0) }
    }

    private mutating func forget(olderThan now: ContinuousClock.Instant) {
        entries.removeAll { now - $0.registered >= Self.lifetime }
    }
}

extension UndoStack.Entry {
    init(
        title: LocalizedMessage, isRedo: Bool = false, steps: [TableView.UndoHandler],
        at now: ContinuousClock.Instant = .now
    ) {
        let token = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        self.init(token: token, title: title, isRedo: isRedo, steps: steps, registered: now)
    }
}
