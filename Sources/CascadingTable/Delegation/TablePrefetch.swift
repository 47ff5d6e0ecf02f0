/// Work that loads rows before they are asked for; what it throws fails the request that needs it.
///
/// ```swift
/// func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
///     isLoaded ? nil : .awaiting { self.items = try await self.service.items() }
/// }
/// ```
public enum TablePrefetch: Sendable {
    /// Work that waits, for a network or a slow query: the tree is free for others meanwhile, and no thread is held.
    case awaiting(@TableActor @Sendable () async throws -> Void)

    /// Work that usually takes some microseconds and needs no tree, such as reading rows of a database by their keys. It is
    /// done on the thread that has the request, which saves a change of thread.
    ///
    /// The first closure returns a closure that keeps what was read, or nil if it would have to wait. Then `otherwise` is
    /// done in its place, as for ``awaiting(_:)``.
    case reading(Reading, otherwise: @TableActor @Sendable () async throws -> Void)

    /// Reads, and returns what keeps the result; nil if it would have to wait.
    public typealias Reading = @Sendable () throws -> (@TableActor @Sendable () -> Void)?

    /// Several as one, in order; nil for none.
    public static func all(_ prefetches: [TablePrefetch]) -> TablePrefetch? {
        guard prefetches.count > 1 else { return prefetches.first }
        let work: @TableActor @Sendable () async throws -> Void = {
            for prefetch in prefetches { try await prefetch() }
        }
        var reads: [Reading] = []
        for case .reading(let read, _) in prefetches { reads.append(read) }
        guard reads.count == prefetches.count else { return .awaiting(work) }
        return .reading(
            { [reads] in
                var keeps: [@TableActor @Sendable () -> Void] = []
                for read in reads {
                    guard let keep = try read() else { return nil }
                    keeps.append(keep)
                }
                return { [keeps] in
                    for keep in keeps { keep() }
                }
            }, otherwise: work)
    }

    /// Does the work, whichever it is, off the tree.
    @TableActor
    public func callAsFunction() async throws {
        switch self {
        case .awaiting(let work), .reading(_, otherwise: let work): try await work()
        }
    }
}
