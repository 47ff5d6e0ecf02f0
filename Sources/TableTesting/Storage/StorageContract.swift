public import CascadingTable

/// What every storage must do, whatever it holds its models in.
///
/// ```swift
/// @Test func `It keeps the contract of a storage`() async throws {
///     try await StorageContract(
///         items: [["a", "b"], ["c"], []],
///         changes: ["an item is added": { try $0.addItem("d") }],
///         refusals: ["no such item": { try $0.removeItem("x") }]
///     ) { MemoryStorage(items: $0) }.check()
/// }
/// ```
///
/// It needs no test library: it throws a ``StorageContractViolation`` that says what is wrong.
@TableActor
public struct StorageContract<Subject: Storage> {
    public typealias Item = Subject.Item
    /// Something done to a fresh storage.
    public typealias Operation = @TableActor (Subject) async throws -> Void

    /// Removes items from a storage.
    public typealias Removal = @TableActor (Subject, [Item]) async throws -> Void

    let items: [[Item]]
    let changes: KeyValuePairs<String, Operation>
    let refusals: KeyValuePairs<String, Operation>
    let removal: Removal?
    let areEqual: (Item, Item) -> Bool
    let make: @TableActor ([[Item]]) async throws -> Subject

    /// - Parameters:
    ///   - items: what a fresh storage holds, in as many sections as it can have.
    ///   - changes: each told to observers in at least one update or reload.
    ///   - refusals: each throws a `StorageError`.
    ///   - removal: removes items that are given by their value, if the storage can do that. It must follow the rule of
    ///     `Storage`: one that is not there is refused, and one that is given twice is removed once.
    ///   - areEqual: whether two items are the same.
    ///   - make: makes a fresh storage with these items, equal to others that it makes.
    public init(
        items: [[Item]], changes: KeyValuePairs<String, Operation>, refusals: KeyValuePairs<String, Operation> = [:],
        removal: Removal? = nil,
        by areEqual: @escaping (Item, Item) -> Bool, make: @escaping @TableActor ([[Item]]) async throws -> Subject
    ) {
        self.items = items
        self.changes = changes
        self.refusals = refusals
        self.removal = removal
        self.areEqual = areEqual
        self.make = make
    }

    /// Throws the first thing that is wrong.
    public func check() async throws {
        try checkAnswers(of: try await make(items))
        try checkAnswers(of: try await make(items.map { _ in [] }), areEmpty: true)
        for (name, change) in changes {
            do {
                try await checkUpdates(of: change)
                try await checkObservers(during: change)
            } catch let violation as StorageContractViolation {
                throw StorageContractViolation("When \(name): \(violation.message)")
            }
        }
        for (name, refusal) in refusals { try await check(refusal, named: name) }
        if let removal { try await check(removal) }
    }

    func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(StorageContractViolation) {
        if !condition { throw StorageContractViolation(message()) }
    }

    func areEqual(_ left: [[Item]], _ right: [[Item]]) -> Bool {
        left.elementsEqual(right) { $0.elementsEqual($1, by: areEqual) }
    }
}

extension StorageContract where Item: Equatable {
    public init(
        items: [[Item]], changes: KeyValuePairs<String, Operation>, refusals: KeyValuePairs<String, Operation> = [:],
        removal: Removal? = nil,
        make: @escaping @TableActor ([[Item]]) async throws -> Subject
    ) {
        self.init(items: items, changes: changes, refusals: refusals, removal: removal, by: { $0 == $1 }, make: make)
    }
}

/// What a storage does that a storage must not do.
public struct StorageContractViolation: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for a person.
    public var message: String

    public init(_ message: String) { self.message = message }

    public var description: String { message }
}
