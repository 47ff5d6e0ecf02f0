import TableDatabase

/// Finds out which relations have changed: by the rows of `cascade.changes`, and otherwise by the snapshot of the server,
/// which differs after each change.
///
/// Transactions are not committed in the order of their numbers. So the rows to read are those of all transactions that
/// the last snapshot did not see. No change is missed, and a transaction that lasts long holds back no other.
struct PostgresChangeFeed {
    private let pool: PostgresPool
    private let timeout: Duration
    private var last: Snapshot?
    private var watches: [UInt32: Watch] = [:]
    private var hasTriggers = false
    private var nextComparison = ContinuousClock.now
    /// The snapshot with which the current one is compared for relations without triggers.
    private var compared: String?
    /// The time at which the oldest running transaction was seen first.
    private var oldestTime = ContinuousClock.now
    private var hasFailed = false
    /// A Boolean value that indicates whether the database has snapshots.
    private var hasSnapshots = true

    /// The changes of watched relations since the last ones.
    struct Changes: Sendable {
        /// The relations that have changed, or may have.
        var relations: Set<UInt32> = []
        /// A Boolean value that indicates whether changes of any relation may be missing.
        var isIncomplete = false
        /// The state of the database, which differs after each change.
        var state: String
    }

    /// How changes of a relation are found.
    private struct Watch: Equatable {
        /// The numbers of the tables with its rows, all of which have triggers; nil without.
        var members: Set<UInt32>?
        /// A Boolean value that indicates whether rows come from other servers.
        var isForeign = false
    }

    /// A snapshot as `xmin:xmax:xip,xip`: its oldest running transaction, its next one, and all that are running.
    private struct Snapshot {
        var text: String
        /// The process of the server, and whether it is a replica. Another one may not know the last changes.
        var server: String

        private func part(_ index: Int) -> String {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            return parts.indices.contains(index) ? String(parts[index]) : ""
        }

        var oldest: String { part(0) }
        var next: String { part(1) }
        var running: String { part(2) }
    }

    init(pool: PostgresPool, timeout: Duration) { (self.pool, self.timeout) = (pool, timeout) }

    /// The time between two comparisons of relations without triggers.
    private static let pause = Duration.milliseconds(1_500)
    /// The time for which rows of `cascade.changes` are certainly kept.
    private static let keptTime = Duration.seconds(300)

    /// Returns what has changed in watched relations; nil if the database was not asked, or does not answer.
    mutating func changes(of watched: Set<UInt32>) async -> Changes? {
        // Tables that are watched later are compared with the state that their visitors know.
        guard !watched.isEmpty else {
            last = nil
            return nil
        }
        guard hasSnapshots else {
            guard nextComparison <= .now else { return nil }
            nextComparison = .now + Self.pause
            return Changes(isIncomplete: true, state: "")
        }
        do { return try await read(watched) } catch {
            if !hasTriggers, let error = error as? PostgresError, error.isOfMissingFeature { hasSnapshots = false }
            // The server may be another one, or `cascade.changes` is gone.
            (watches, hasTriggers, hasFailed) = ([:], false, true)
            try? await Task.sleep(for: .milliseconds(500))
            return nil
        }
    }

    /// Returns what the database lacks to find changes, as a sentence; nil for PostgreSQL.
    func limitation() async throws -> String? {
        do {
            for sql in [Self.snapshot, Self.watches] {
                _ = try await pool.run(
                    SQLStatement(sql, sql == Self.watches ? [SQLValue("{}")] : []), within: timeout)
            }
            return nil
        } catch let error as PostgresError where error.isOfMissingFeature {
            return
                "The database does not tell what has changed, so open pages are read again every \(Self.pause): \(error.reason)."
        }
    }

    private mutating func read(_ watched: Set<UInt32>) async throws -> Changes? {
        let isComparison = nextComparison <= .now || watched.contains { watches[$0] == nil }
        var changed: Set<UInt32> = []
        if isComparison {
            let before = watches
            try await readWatches(of: watched)
            // Changes of a moment ago were looked for in the other way.
            changed = Set(watched.filter { before[$0] != nil && before[$0] != watches[$0] })
        } else if !watched.contains(where: { watches[$0]?.members != nil }) {
            return nil
        }
        let result = try await pool.run(statement, within: timeout)
        let now = Snapshot(text: result.string(0, 0) ?? "", server: result.string(0, 1) ?? "")
        let noted = Set(result.numbers(0, 2) ?? [])
        for relation in watched {
            guard let watch = watches[relation] else { continue }
            let isChanged = watch.members.map { !$0.isDisjoint(with: noted) }
            if isChanged ?? (isComparison && (watch.isForeign || compared != now.text)) { changed.insert(relation) }
        }
        let changes = Changes(relations: changed, isIncomplete: mayMissChanges(now), state: now.text)
        (last, hasFailed) = (now, false)
        if isComparison { (compared, nextComparison) = (now.text, .now + Self.pause) }
        return changes
    }

    private var statement: SQLStatement {
        guard hasTriggers, let last else { return SQLStatement(Self.snapshot) }
        return SQLStatement(Self.notedChanges, [SQLValue(last.next), SQLValue("{\(last.running)}")])
    }

    /// Returns whether noted changes may have been removed before they were read, or were lost with a server.
    private mutating func mayMissChanges(_ now: Snapshot) -> Bool {
        guard let last, last.server == now.server, last.oldest == now.oldest else {
            // The notes of a long transaction can be old, even if it was committed a moment ago.
            let isLate = !(last?.running.isEmpty ?? true) && oldestTime + Self.keptTime <= .now
            oldestTime = .now
            return hasFailed || isLate || last.map { $0.server != now.server } ?? false
        }
        return hasFailed
    }

    /// Reads how changes of relations are found.
    private mutating func readWatches(of watched: Set<UInt32>) async throws {
        let numbers = watched.map { String($0) }.joined(separator: ",")
        let result = try await pool.run(SQLStatement(Self.watches, [SQLValue("{\(numbers)}")]), within: timeout)
        hasTriggers = result.string(0, 0) == "t"
        watches = Dictionary(uniqueKeysWithValues: watched.map { ($0, Watch()) })
        for row in 0..<result.rowCount {
            guard let number = result.numbers(row, 1)?.first else { continue }
            let members = hasTriggers ? result.numbers(row, 2).map { Set($0) } : nil
            watches[number] = Watch(members: members, isForeign: result.string(row, 3) == "t")
        }
    }
}

extension PostgresError {
    /// A Boolean value that indicates whether the server does not know a statement, or does not allow it.
    fileprivate var isOfMissingFeature: Bool { code.hasPrefix("42") || code.hasPrefix("0A") }
}

extension PostgresResult {
    /// Returns the numbers of a list; nil for NULL.
    fileprivate func numbers(_ row: Int, _ column: Int) -> [UInt32]? {
        string(row, column)?.split(separator: ",").compactMap { UInt32($0) }
    }
}
