import Essentials

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
public struct TablePrefetch: Sendable {
    private let work: @TableActor @Sendable () async throws -> Void
    /// A Boolean value that indicates whether the number of rows known so far is an estimate of all rows, for work that
    /// counts them. Otherwise there are more rows than that.
    package var replacesEstimate = false

    private init(_ work: @escaping @TableActor @Sendable () async throws -> Void) { self.work = work }

    /// Returns work that waits, for example for a network or a query.
    ///
    /// Other requests are answered while it waits, and no thread is blocked.
    public static func awaiting(_ work: @escaping @TableActor @Sendable () async throws -> Void) -> TablePrefetch {
        TablePrefetch(work)
    }

    /// Combines several pieces of work into one that runs them in order.
    ///
    /// - Parameter prefetches: The pieces of work, in the order in which they run.
    /// - Returns: The combined work; nil if the list is empty.
    public static func all(_ prefetches: [TablePrefetch]) -> TablePrefetch? {
        guard prefetches.count > 1 else { return prefetches.first }
        return .awaiting { for prefetch in prefetches { try await prefetch() } }
    }

    /// Runs the work.
    ///
    /// - Throws: The error that the work throws.
    @TableActor
    public func callAsFunction() async throws { try await work() }
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
