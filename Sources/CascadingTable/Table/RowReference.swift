public import Bytes
public import FoundationEssentials

/// A row, by identifier and index path.
///
/// The index path is the place where the row was last seen. Another row may stand there after an `await`. The identifier
/// stays: ``TableView/indexPath(forRowWithIdentifier:)`` returns the current place.
public struct RowReference: Sendable, Hashable {
    /// The index path where the row was last seen.
    public var indexPath: IndexPath
    /// The identifier of the row, as `tableView(_:identifierForRowAt:)` returns it.
    @ExactString public var identifier: String

    /// Creates a reference to a row.
    ///
    /// - Parameters:
    ///   - indexPath: The index path where the row was last seen.
    ///   - identifier: The identifier of the row.
    public init(indexPath: IndexPath, identifier: String) {
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
