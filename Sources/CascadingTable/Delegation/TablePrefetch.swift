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

    /// Work of some microseconds that needs no tree, done on the thread that has the request; what it gives back is
    /// called in the tree to keep what was read.
    ///
    /// It costs no change of thread, which takes as long as reading a hundred rows of a database by their key.
    case reading(@Sendable () throws -> @TableActor @Sendable () -> Void)

    /// Several as one, in order; nil for none.
    public static func all(_ prefetches: [TablePrefetch]) -> TablePrefetch? {
        guard prefetches.count > 1 else { return prefetches.first }
        var reads: [@Sendable () throws -> @TableActor @Sendable () -> Void] = []
        for case .reading(let read) in prefetches { reads.append(read) }
        guard reads.count == prefetches.count else {
            return .awaiting {
                for prefetch in prefetches { try await prefetch() }
            }
        }
        return .reading { [reads] in
            let keeps = try reads.map { try $0() }
            return {
                for keep in keeps { keep() }
            }
        }
    }

    /// Does the work, whichever it is, off the tree as far as it can be.
    @TableActor
    public func callAsFunction() async throws {
        switch self {
        case .awaiting(let work): try await work()
        case .reading(let read): try await Self.runOffTree(read)()
        }
    }

    @concurrent
    private static func runOffTree(
        _ read: @Sendable () throws -> @TableActor @Sendable () -> Void
    ) async throws -> @TableActor @Sendable () -> Void {
        try read()
    }
}
