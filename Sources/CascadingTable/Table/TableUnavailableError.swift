public import LocalizedMessages

/// An error that explains why a table or its rows cannot be read.
///
/// Throw it from a prefetch, or set it as ``TableView/unavailableReason``. The request is answered 503 with the message
/// and `Retry-After`, 404 if the table does not exist, or 500 if another attempt would fail too.
public protocol TableUnavailableError: Error {
    /// A sentence for the visitor that says what to do.
    var message: LocalizedMessage { get }
    /// A Boolean value that indicates whether the table or row does not exist. Default: false.
    var isMissing: Bool { get }
    /// A Boolean value that indicates whether a later request can succeed. Default: true.
    ///
    /// Return false if the settings of the server must change first, such as the name of a column.
    var isRetryable: Bool { get }
}

extension TableUnavailableError {
    /// A Boolean value that indicates whether the table or row does not exist: false, the default.
    public var isMissing: Bool { false }
    /// A Boolean value that indicates whether a later request can succeed: true, the default.
    public var isRetryable: Bool { true }
}
