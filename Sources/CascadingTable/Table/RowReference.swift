package import FoundationEssentials

/// A row by path and by name.
package struct RowReference: Sendable, Hashable {
    package var indexPath: IndexPath
    package var identifier: String

    package init(indexPath: IndexPath, identifier: String) {
        self.indexPath = indexPath
        self.identifier = identifier
    }
}

extension TableView {
    /// Where the row of that name is now, looked for at the place where it was seen first; nil when it is gone.
    package func location(ofRow identifier: String, lastSeenAt indexPath: IndexPath) -> RowReference? {
        guard let indexPath = currentIndexPath(ofRow: identifier, lastSeenAt: indexPath) else { return nil }
        return RowReference(indexPath: indexPath, identifier: identifier)
    }

    /// The row at that place, without a name where there is none; nil for no place.
    package func location(ofRowAt indexPath: IndexPath?) -> RowReference? {
        guard let indexPath else { return nil }
        return RowReference(
            indexPath: indexPath, identifier: hasRow(at: indexPath) ? identifier(forRowAt: indexPath) : "")
    }
}
