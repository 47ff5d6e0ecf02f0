/// An error that says why rows cannot be read at the moment.
///
/// The request that needs the rows is answered 503 with the message and `Retry-After`.
public protocol TableUnavailableError: Error {
    /// A sentence for the visitor, which says what to do.
    var message: String { get }
}
