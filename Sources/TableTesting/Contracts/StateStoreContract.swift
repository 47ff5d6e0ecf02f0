public import TableServer

/// A test of the rules that every state store must follow.
///
/// ```swift
/// @Test func `It keeps the contract of a state store`() async throws {
///     try await StateStoreContract(PostgresStateStore(first), PostgresStateStore(second)).check()
/// }
/// ```
///
/// The store may have other values meanwhile: the keys of the test are random. It works with any test library: a failed
/// check throws a ``ContractViolation`` that states the error.
public struct StateStoreContract: Sendable {
    private let stores: [any StateStore]
    private let prefix = "contract \(UInt64.random(in: .min ... .max)) "

    /// Creates a test of a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - other: The store as another server sees it, such as by a connection of its own. Default: nil, only one.
    public init(_ store: any StateStore, _ other: (any StateStore)? = nil) {
        stores = [store, other ?? store]
    }

    /// Runs all checks and stops at the first failure.
    ///
    /// - Throws: ``ContractViolation`` for a failed check, and any error of the store.
    public func check() async throws {
        try await checkChanges()
        try await checkContents()
        try await checkLifetimes()
        try await checkRaces()
    }

    private func checkChanges() async throws {
        let key = prefix + "changes"
        try await expect(nil, for: key)
        try await set("a", for: key, ifEqual: "b", returns: .conflict)
        try await expect(nil, for: key)
        try await set(nil, for: key, ifEqual: nil, returns: .done)
        try await set("a", for: key, ifEqual: nil, returns: .done)
        try await expect("a", for: key)
        for other in [nil, "", "b", "aa"] { try await set("c", for: key, ifEqual: other, returns: .conflict) }
        try await set(nil, for: key, ifEqual: "b", returns: .conflict)
        try await expect("a", for: key)
        try await set("b", for: key, ifEqual: "a", returns: .done)
        try await set("b", for: key, ifEqual: "b", returns: .done)
        try await expect("b", for: key)
        try await set(nil, for: key, ifEqual: "b", returns: .done)
        try await expect(nil, for: key)
        try await set("d", for: key, ifEqual: nil, returns: .done)
    }

    private func checkContents() async throws {
        let keys = ["", "a", "A", "a ", "a\nb", "ä", "'\"%_\\", String(repeating: "k", count: 2000)].map { prefix + $0 }
        let contents = [[], Array(0...255), [UInt8](repeating: 0, count: 1000), [UInt8](repeating: 7, count: 1 << 19)]
        for (index, key) in keys.enumerated() {
            let value = StateValue(contents[index % contents.count], lifetime: .seconds(60))
            let change = try await stores[0].set(value, for: key, ifEqual: nil)
            try require(change == .done, "The key \(key.debugDescription) is new, but was not stored: \(change).")
        }
        for (index, key) in keys.enumerated() {
            let bytes = try await stores[1].value(for: key)
            try require(
                bytes == contents[index % contents.count],
                "The key \(key.debugDescription) has other bytes than those that were stored.")
            _ = try await stores[1].set(nil, for: key, ifEqual: bytes)
        }
    }

    private func checkLifetimes() async throws {
        let key = prefix + "lifetime"
        for isEvictable in [true, false] {
            let value = StateValue([1], lifetime: .milliseconds(50), isEvictable: isEvictable)
            let change = try await stores[0].set(value, for: key, ifEqual: nil)
            try require(change == .done, "A value whose lifetime is over is still in the way.")
            try await Task.sleep(for: .milliseconds(200))
            try await expect(nil, for: key)
        }
        try await set("a", for: key, ifEqual: nil, returns: .done)
        try await Task.sleep(for: .milliseconds(100))
        try await expect("a", for: key)
    }

    /// Checks that one of many wins, and that no change of a counter is lost.
    private func checkRaces() async throws {
        let key = prefix + "races"
        let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let value = StateValue([0], lifetime: .seconds(60), isEvictable: false)
                    return try await stores[number % 2].set(value, for: key, ifEqual: nil) == .done
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try require(winners == 1, "Of 20 tasks that store a new key, \(winners) succeeded instead of 1.")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { try await increment(key, in: stores[number % 2]) } }
            try await group.waitForAll()
        }
        let count = try await stores[0].value(for: key)
        try require(count == [20], "20 tasks counted to \(count ?? []).")
    }

    private func increment(_ key: String, in store: any StateStore) async throws {
        while true {
            let bytes = try await store.value(for: key)
            let next = StateValue([(bytes?.first ?? 0) + 1], lifetime: .seconds(60))
            if try await store.set(next, for: key, ifEqual: bytes) == .done { return }
        }
    }

    private func set(
        _ text: String?, for key: String, ifEqual expected: String?, returns result: StateChange
    ) async throws {
        let value = text.map { StateValue(Array($0.utf8), lifetime: .seconds(60)) }
        let change = try await stores[0].set(value, for: key, ifEqual: expected.map { Array($0.utf8) })
        try require(
            change == result,
            "Storing \(text ?? "nil") in place of \(expected ?? "nil") returned \(change) instead of \(result).")
    }

    private func expect(_ text: String?, for key: String) async throws {
        for store in stores {
            let bytes = try await store.value(for: key)
            let found = bytes.map { String(decoding: $0, as: UTF8.self) }
            try require(found == text, "The value is \(found ?? "nil") instead of \(text ?? "nil").")
        }
    }
}

/// An error that describes how a storage, a row source or a state store breaks its contract.
public struct ContractViolation: Error, Sendable, Hashable, CustomStringConvertible {
    /// The description of the violation, one or more sentences.
    public var message: String

    /// Creates an error with a message.
    ///
    /// - Parameter message: The description of the violation.
    public init(_ message: String) { self.message = message }

    /// The ``message``, as a test library prints it.
    public var description: String { message }
}

/// Throws a violation with a message unless a condition is met.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(ContractViolation) {
    if !condition { throw ContractViolation(message()) }
}
