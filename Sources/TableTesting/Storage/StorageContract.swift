public import CascadingTable
public import TableStorage

/// A test of the rules that every storage must follow, for any way of storing models.
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
/// It works with any test library: a failed check throws a ``ContractViolation`` that states the error.
@TableActor
public struct StorageContract<Subject: Storage> {
    typealias Item = Subject.Item
    /// A closure that changes a new storage, or tries to.
    public typealias Operation = @TableActor (Subject) async throws -> Void

    /// A closure that removes items from a storage by their value.
    public typealias Removal = @TableActor (Subject, [Subject.Item]) async throws -> Void

    let items: [[Item]]
    let changes: KeyValuePairs<String, Operation>
    let refusals: KeyValuePairs<String, Operation>
    let removal: Removal?
    let areEqual: (Item, Item) -> Bool
    let make: @TableActor ([[Item]]) async throws -> Subject

    /// Creates a test of a storage, with a closure that compares items.
    ///
    /// - Parameters:
    ///   - items: The items of a new storage, by sections. Use as many sections as the storage supports.
    ///   - changes: The changes to check, by name. Each must send at least one update or reload to observers.
    ///   - refusals: The invalid operations to check, by name. Each must throw a `StorageError`.
    ///   - removal: A closure that removes items by their value, if the storage supports that. A missing item must be
    ///     refused. An item that is given twice must be removed once.
    ///   - areEqual: A closure that returns whether two items are equal.
    ///   - make: A closure that returns a new storage with these items. All its storages must be equal.
    public init(
        items: [[Subject.Item]], changes: KeyValuePairs<String, Operation>,
        refusals: KeyValuePairs<String, Operation> = [:],
        removal: Removal? = nil,
        by areEqual: @escaping (Subject.Item, Subject.Item) -> Bool,
        make: @escaping @TableActor ([[Subject.Item]]) async throws -> Subject
    ) {
        self.items = items
        self.changes = changes
        self.refusals = refusals
        self.removal = removal
        self.areEqual = areEqual
        self.make = make
    }

    /// Runs all checks and stops at the first failure.
    ///
    /// - Throws: ``ContractViolation`` for a failed check, and any error of the closures.
    public func check() async throws {
        try checkAnswers(of: try await make(items))
        try checkAnswers(of: try await make(items.map { _ in [] }), areEmpty: true)
        for (name, change) in changes {
            do {
                try await checkUpdates(of: change)
                try await checkObservers(during: change)
            } catch let violation as ContractViolation {
                throw ContractViolation("When \(name): \(violation.message)")
            }
        }
        for (name, refusal) in refusals { try await check(refusal, named: name) }
        if let removal { try await check(removal) }
    }

    func areEqual(_ left: [[Item]], _ right: [[Item]]) -> Bool {
        left.elementsEqual(right) { $0.elementsEqual($1, by: areEqual) }
    }
}

extension StorageContract where Subject.Item: Equatable {
    /// Creates a test of a storage whose items are `Equatable`.
    ///
    /// - Parameters:
    ///   - items: The items of a new storage, by sections. Use as many sections as the storage supports.
    ///   - changes: The changes to check, by name. Each must send at least one update or reload to observers.
    ///   - refusals: The invalid operations to check, by name. Each must throw a `StorageError`.
    ///   - removal: A closure that removes items by their value, if the storage supports that.
    ///   - make: A closure that returns a new storage with these items. All its storages must be equal.
    public init(
        items: [[Subject.Item]], changes: KeyValuePairs<String, Operation>,
        refusals: KeyValuePairs<String, Operation> = [:],
        removal: Removal? = nil,
        make: @escaping @TableActor ([[Subject.Item]]) async throws -> Subject
    ) {
        self.init(items: items, changes: changes, refusals: refusals, removal: removal, by: { $0 == $1 }, make: make)
    }
}
