public import LocalizedMessages

/// An error that says why a table or its rows cannot be read.
///
/// The request that needs them is answered 503 with the message and `Retry-After`, or 404 if the table does not exist.
///
/// Throw it from a prefetch, or set it as ``TableView/unavailableReason``.
public protocol TableUnavailableError: Error {
    /// A sentence for the visitor, which says what to do.
    var message: LocalizedMessage { get }
    /// Whether the table or row does not exist. Default: false.
    var isMissing: Bool { get }
}

extension TableUnavailableError {
    public var isMissing: Bool { false }
}
