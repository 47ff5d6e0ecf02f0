public import CascadingTable

/// A row of an export: its index path, and the identifier that finds it again after changes.
public struct ExportPosition: Sendable, Hashable {
    /// The index path of the row when the position was stored.
    public var indexPath: IndexPath
    /// The identifier of the row.
    public var identifier: String

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - indexPath: The index path of the row.
    ///   - identifier: The identifier of the row.
    public init(_ indexPath: IndexPath, identifier: String) {
        self.indexPath = indexPath
        self.identifier = identifier
    }

    /// A Boolean value that indicates whether the identifier was derived from the index path, such as `0-3` or
    /// `0-3@17`, because the row has none.
    var isNamedByPath: Bool { identifier.prefix { $0 != "@" } == "\(indexPath.section)-\(indexPath.row)" }
}
