/// The row numbers of a section that match a query, in the order of the query.
///
/// Row numbers have 32 bits, so that a million of them take 4 MB.
public enum TableRowOrder: Sendable {
    /// The row numbers are known.
    case rows([Int32])
    /// The row numbers are computed by this closure, which runs outside of ``TableActor``.
    case awaiting(@Sendable () async throws -> [Int32])
}
