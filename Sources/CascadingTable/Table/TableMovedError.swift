/// An error that redirects a request to the new address of a table.
///
/// Throw it from the closure that a path is mounted with. The server redirects to it. The rest of the path and the
/// query are preserved.
public struct TableMovedError: Error {
    /// The new name of the table's folder, percent-encoded.
    ///
    /// For example, `fr` redirects `/countries/row/1/` to `/countries/row/fr/`.
    public var folder: String

    /// Creates an error with the new name of the table's folder, percent-encoded.
    public init(folder: String) {
        self.folder = folder
    }
}
