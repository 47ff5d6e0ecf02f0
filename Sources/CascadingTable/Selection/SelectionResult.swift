public import FoundationEssentials

/// The result of selecting or deselecting several rows.
public struct SelectionResult: Sendable {
    /// The current index paths of the rows that are selected, or deselected, including those that were so before.
    public var rows: [IndexPath]
    /// The rows that the delegate refused or that no longer existed.
    public var refused: [Refusal]

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - rows: The rows that were selected or deselected.
    ///   - refused: The rows that were refused.
    public init(rows: [IndexPath] = [], refused: [Refusal] = []) {
        self.rows = rows
        self.refused = refused
    }

    /// A row that was not changed, with the error.
    public struct Refusal: Sendable {
        /// The index path of the row when the request began.
        public var indexPath: IndexPath
        /// The identifier of the row.
        public var identifier: String
        /// The reason for the refusal, usually a ``TableViewError``.
        public var error: any Error

        /// Creates a refusal.
        ///
        /// - Parameters:
        ///   - indexPath: The index path of the row when the request began.
        ///   - identifier: The identifier of the row.
        ///   - error: The reason for the refusal.
        public init(at indexPath: IndexPath, identifier: String, error: any Error) {
            self.indexPath = indexPath
            self.identifier = identifier
            self.error = error
        }
    }
}
