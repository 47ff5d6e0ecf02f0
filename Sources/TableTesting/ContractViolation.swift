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
