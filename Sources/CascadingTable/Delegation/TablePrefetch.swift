package import FoundationEssentials

/// Work that loads rows before the table asks for them.
///
/// Return it from a data source method such as ``TableViewDataSource/tableView(_:prefetchRowsAt:)``. If the work
/// throws, the request that needs the rows fails with that error.
///
/// ```swift
/// func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
///     isLoaded ? nil : .awaiting { self.items = try await self.service.items() }
/// }
/// ```
public enum TablePrefetch: Sendable {
    /// Work that waits, for example for a network or a slow query.
    ///
    /// Other requests are answered while it waits, and no thread is blocked.
    case awaiting(@TableActor @Sendable () async throws -> Void)

    /// Work that usually takes microseconds and does not use the delegates, such as reading database rows by key.
    ///
    /// It runs outside of ``TableActor``, on the thread that handles the request. This saves a change of thread.
    ///
    /// The first closure reads, and returns a second closure that stores the result. It returns nil if it would have to
    /// wait. Then `otherwise` runs instead, like the work of ``awaiting(_:)``.
    case reading(Reading, otherwise: @TableActor @Sendable () async throws -> Void)

    /// A closure that reads, and returns a closure that stores the result on ``TableActor``.
    ///
    /// It returns nil if it would have to wait.
    public typealias Reading = @Sendable () throws -> (@TableActor @Sendable () -> Void)?

    /// Combines several pieces of work into one that runs them in order.
    ///
    /// The result is a ``reading(_:otherwise:)`` if every piece is one, and otherwise an ``awaiting(_:)``.
    ///
    /// - Parameter prefetches: The pieces of work, in the order in which they run.
    /// - Returns: The combined work; nil if the list is empty.
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

    /// Runs the work by its closure that may wait: that of `awaiting`, or `otherwise` of `reading`.
    ///
    /// - Throws: The error that the work throws.
    @TableActor
    public func callAsFunction() async throws {
        switch self {
        case .awaiting(let work), .reading(_, otherwise: let work): try await work()
        }
    }
}

/// A data source that may load only some of the rows of a page, if all of them together are too large.
///
/// The page then ends before the first missing row.
@TableActor
package protocol PartlyLoadingDataSource: TableViewDataSource {
    /// Returns the number of rows, from the first on, that are in memory.
    func tableView(_ tableView: TableView, numberOfLoadedRowsAmong indexPaths: [IndexPath]) -> Int
}

extension TableView {
    /// Returns the number of rows of a page, from the first on, that were loaded.
    package func numberOfLoadedRows(in window: TableWindow) -> Int {
        guard let dataSource = dataSource as? any PartlyLoadingDataSource else { return window.rowCount }
        return dataSource.tableView(self, numberOfLoadedRowsAmong: window.indexPaths)
    }
}
