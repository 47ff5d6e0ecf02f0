/// What a storage does that a storage must not do.
public struct StorageContractViolation: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for a person.
    public var message: String

    public init(_ message: String) { self.message = message }

    public var description: String { message }
}
