/// An error that names the new address of a table.
///
/// Throw it from the closure that a path is mounted with: the server redirects there with 308, the rest of the path and the
/// query kept.
public struct TableMovedError: Error {
    /// The name of the table's folder instead of the one that was asked for: `fr` for `/countries/row/1/` that is at
    /// `/countries/row/fr/`. As it stands in a link, with its characters percent-encoded.
    public var folder: String

    public init(folder: String) {
        self.folder = folder
    }
}
