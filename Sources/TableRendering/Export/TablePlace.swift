public import CascadingTable

/// A row by path and by name, which finds it again in a table that has changed.
public struct TablePlace: Sendable, Hashable {
    public var indexPath: IndexPath
    public var identifier: String

    public init(_ indexPath: IndexPath, identifier: String) {
        self.indexPath = indexPath
        self.identifier = identifier
    }

    /// Whether the name says no more than the path, as that of a row which was given none.
    var isNamedByPath: Bool { identifier.hasSuffix("-\(indexPath.row)") }
}
