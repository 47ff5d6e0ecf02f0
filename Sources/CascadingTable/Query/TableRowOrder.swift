/// The rows of a section that match a query, in its order, by their places in the section.
///
/// Places are 32 bits wide, so that a million of them take 4 MB.
public enum TableRowOrder: Sendable {
    /// They are known.
    case rows([Int32])
    /// They have to be awaited; it runs off the tree.
    case awaiting(@Sendable () async throws -> [Int32])
}
