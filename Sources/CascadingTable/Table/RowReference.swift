package import Bytes
package import FoundationEssentials

/// A row, by index path and identifier.
package struct RowReference: Sendable, Hashable {
    package var indexPath: IndexPath
    @ExactString package var identifier: String

    package init(indexPath: IndexPath, identifier: String) {
        self.indexPath = indexPath
        self.identifier = identifier
    }
}

extension TableView {
    /// Returns the current place of the row with an identifier. It looks first at the place where the row was last
    /// seen.
    ///
    /// - Returns: The row, or nil if it no longer exists.
    package func location(ofRow identifier: String, lastSeenAt indexPath: IndexPath) -> RowReference? {
        guard let indexPath = currentIndexPath(ofRow: identifier, lastSeenAt: indexPath) else { return nil }
        return RowReference(indexPath: indexPath, identifier: identifier)
    }

    /// Returns the row at an index path, with an empty identifier if the row does not exist; nil for nil.
    package func location(ofRowAt indexPath: IndexPath?) -> RowReference? {
        guard let indexPath else { return nil }
        return RowReference(
            indexPath: indexPath, identifier: hasRow(at: indexPath) ? identifier(forRowAt: indexPath) : "")
    }
}
