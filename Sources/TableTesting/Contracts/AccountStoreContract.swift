import Foundation
public import TableAccess

/// A test of the rules that every store of accounts must follow.
///
/// ```swift
/// @Test func `It keeps the contract of a store of accounts`() async throws {
///     try await AccountStoreContract(SQLiteAccountStore(path: path), SQLiteAccountStore(path: path)).check()
/// }
/// ```
///
/// The store may have other records meanwhile: the identifiers of the test are random. It works with any test library: a
/// failed check throws a ``ContractViolation`` that states the error.
public struct AccountStoreContract: Sendable {
    private let stores: [any AccountStore]
    private let owner = "contract \(UInt64.random(in: .min ... .max))"

    /// Creates a test of a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - other: The store as another server sees it, such as by a connection of its own. Default: nil, only one.
    public init(_ store: any AccountStore, _ other: (any AccountStore)? = nil) {
        stores = [store, other ?? store]
    }

    /// Runs all checks and stops at the first failure.
    ///
    /// - Throws: ``ContractViolation`` for a failed check, and any error of the store.
    public func check() async throws {
        try await checkChanges()
        try await checkLists()
        try await checkTimes()
        try await checkRaces()
    }

    private func record(
        _ id: String, _ text: String, kind: AccountRecord.Kind = .session, expires: Date? = nil
    ) -> AccountRecord {
        AccountRecord(kind, "\(owner) \(id)", owner: owner, value: Array(text.utf8), expires: expires)
    }

    private func checkChanges() async throws {
        let (one, other) = (record("a", "1"), record("a", "2 ä \u{0} '"))
        try await expect(nil, one)
        try await set(other, replacing: one, returns: false)
        try await set(nil, replacing: one, returns: false)
        try await set(one, replacing: nil, returns: true)
        try await expect(one, one)
        try await set(other, replacing: nil, returns: false)
        try await set(nil, replacing: other, returns: false)
        try await expect(one, one)
        try await set(other, replacing: one, returns: true)
        try await expect(other, one)
        // Another kind has identifiers of its own.
        let token = record("a", "3", kind: .token)
        try await expect(nil, token)
        try await set(token, replacing: nil, returns: true)
        try await set(nil, replacing: other, returns: true)
        try await expect(nil, one)
        try await expect(token, token)
        try await set(one, replacing: nil, returns: true)
        try await set(nil, replacing: one, returns: true)
        try await set(nil, replacing: token, returns: true)
    }

    private func checkLists() async throws {
        let all = ["b", "A", "a", "ä"].map { record($0, $0) }
        for record in all { try await set(record, replacing: nil, returns: true) }
        var stranger = record("c", "c")
        stranger.owner += " other"
        try await set(stranger, replacing: nil, returns: true)
        let ids = all.map(\.id).sorted()
        for store in stores {
            let found = try await store.records(.session, of: owner)
            guard found.map(\.id) == ids, Set(found) == Set(all) else {
                throw ContractViolation("records(_:of:) returned \(found.map(\.id)) instead of \(ids).")
            }
            let everyone = try await store.records(.session, of: nil)
            guard Set(everyone).isSuperset(of: all + [stranger]) else {
                throw ContractViolation("records(_:of:) of all owners returned only \(everyone.map(\.id)).")
            }
        }
        for record in all + [stranger] { try await set(nil, replacing: record, returns: true) }
    }

    private func checkTimes() async throws {
        let short = record("time", "1", expires: Date(timeIntervalSinceNow: 1))
        let long = record("later", "1", expires: Date(timeIntervalSince1970: 4_000_000_000))
        try await set(short, replacing: nil, returns: true)
        try await set(long, replacing: nil, returns: true)
        try await expect(long, long)
        try await Task.sleep(for: .seconds(1.2))
        try await expect(nil, short)
        guard try await stores[1].records(.session, of: owner).map(\.id) == [long.id] else {
            throw ContractViolation("A record is listed after its time.")
        }
        try await set(record("time", "2"), replacing: short, returns: false)
        try await set(record("time", "2"), replacing: nil, returns: true)
        try await set(nil, replacing: record("time", "2"), returns: true)
        try await set(nil, replacing: long, returns: true)
    }

    private func checkRaces() async throws {
        for old in [nil, record("race", "old")] {
            if let old { try await set(old, replacing: nil, returns: true) }
            let winners = try await withThrowingTaskGroup(of: AccountRecord?.self) { group in
                for number in 0..<16 {
                    let new = record("race", "\(number)")
                    group.addTask { [store = stores[number % 2]] in
                        try await store.set(new, replacing: old) ? new : nil
                    }
                }
                return try await group.compactMap(\.self).reduce(into: []) { $0.append($1) }
            }
            guard winners.count == 1 else {
                throw ContractViolation("\(winners.count) of 16 simultaneous changes of one record were made.")
            }
            try await expect(winners[0], winners[0])
            try await set(nil, replacing: winners[0], returns: true)
        }
    }

    private func set(_ record: AccountRecord?, replacing old: AccountRecord?, returns expected: Bool) async throws {
        guard try await stores[0].set(record, replacing: old) == expected else {
            throw ContractViolation(
                "set(_:replacing:) \(expected ? "refused" : "made") a change of \(record?.id ?? old?.id ?? "").")
        }
    }

    private func expect(_ expected: AccountRecord?, _ place: AccountRecord) async throws {
        for store in stores {
            let found = try await store.record(place.kind, place.id)
            guard found == expected else {
                throw ContractViolation(
                    "record(_:_:) returned \(found?.id ?? "nil") instead of \(expected?.id ?? "nil").")
            }
        }
    }
}
