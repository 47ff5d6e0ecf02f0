public import Essentials

/// The result of selecting or deselecting several rows.
public struct SelectionResult: Sendable {
    /// The current index paths of the rows that are selected, or deselected, including those that were so before.
    public var rows: [IndexPath]
    /// The rows that the delegate refused or that no longer existed.
    public var refused: [Refusal] = []
    /// The rows as they were before, if they must be read again; nil if ``rows`` has them.
    package var unread: [RowReference]?

    package init(rows: [IndexPath] = []) { self.rows = rows }

    /// A row that was not changed, with the error.
    public struct Refusal: Sendable {
        /// The index path of the row when the request began.
        public var indexPath: IndexPath
        /// The identifier of the row.
        public var identifier: String
        /// The reason for the refusal, usually a ``TableViewError``.
        public var error: any Error
    }
}
