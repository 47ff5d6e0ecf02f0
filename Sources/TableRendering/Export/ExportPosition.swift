public import CascadingTable

/// A row by path and by name, which finds it again in a table that has changed.
public struct ExportPosition: Sendable, Hashable {
    public var indexPath: IndexPath
    public var identifier: String

    public init(_ indexPath: IndexPath, identifier: String) {
        self.indexPath = indexPath
        self.identifier = identifier
    }

    /// Whether the identifier is that of a place, such as `0-3` or `0-3@17`, because the row was given none.
    var isNamedByPath: Bool { identifier.prefix { $0 != "@" } == "\(indexPath.section)-\(indexPath.row)" }
}
