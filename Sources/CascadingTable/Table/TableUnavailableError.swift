public import LocalizedMessages

/// An error that explains why a table or its rows cannot be read.
///
/// Throw it from a prefetch, or set it as ``TableView/unavailableReason``. The request is answered 503 with the message
/// and `Retry-After`, or 404 if the table does not exist.
public protocol TableUnavailableError: Error {
    /// A sentence for the visitor that says what to do.
    var message: LocalizedMessage { get }
    /// A Boolean value that indicates whether the table or row does not exist. Default: false.
    var isMissing: Bool { get }
}

extension TableUnavailableError {
    /// A Boolean value that indicates whether the table or row does not exist: false, the default.
    public var isMissing: Bool { false }
}
