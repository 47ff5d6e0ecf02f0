public import FoundationEssentials

/// What came of touching or releasing several rows.
public struct SelectionResult: Sendable {
    /// The rows that were selected, or deselected, where they are now; also those that had been before.
    public var rows: [IndexPath]
    /// The rows that were left as they are.
    public var refused: [Refusal]

    public init(rows: [IndexPath] = [], refused: [Refusal] = []) {
        self.rows = rows
        self.refused = refused
    }

    /// A row that was left as it is, and why.
    public struct Refusal: Sendable {
        /// Where the row was when it was meant.
        public var indexPath: IndexPath
        public var identifier: String
        public var error: any Error

        public init(at indexPath: IndexPath, identifier: String, error: any Error) {
            self.indexPath = indexPath
            self.identifier = identifier
            self.error = error
        }
    }
}
