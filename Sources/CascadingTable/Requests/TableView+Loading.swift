import Essentials
import OrderedCollections

/// An error that interrupts a request until the data source has loaded something.
package struct TableLoadNeeded: Error {
    /// The work to await before the request starts again.
    package let prefetch: TablePrefetch

    package init(prefetch: TablePrefetch) { self.prefetch = prefetch }

    /// Creates an error for several loads, which run at the same time.
    package init(prefetches: [TablePrefetch]) {
        prefetch = .awaiting {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for prefetch in prefetches { group.addTask { try await prefetch() } }
                try await group.waitForAll()
            }
        }
    }
}

extension TableView {
    /// Tells the request that the data source must load something before it can answer.
    ///
    /// Call it from a data source method that cannot wait, and return any answer:
    ///
    /// ```swift
    /// func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
    ///     if let known = places[identifier] { return known }
    ///     tableView.needs(.awaiting { self.places[identifier] = try await self.service.place(of: identifier) })
    ///     return nil
    /// }
    /// ```
    ///
    /// The request then loads what is needed, without holding up other requests, and starts again. After four loads the
    /// request is refused as unavailable. Answers from before the load are not cached. Nothing is loaded outside of a
    /// request, or after a delegate was told about the visitor's action.
    ///
    /// - Parameter prefetch: The work that loads what is needed.
    public func needs(_ prefetch: TablePrefetch) {
        // An answer that was given while something is missing is not an answer to other requests.
        answers.owner = context
        if context.canLoad { context.needed.append(prefetch) }
    }

    /// Runs the body as ``answering(_:_:)`` does, and throws if the data source needs to load something.
    ///
    /// - Throws: ``TableLoadNeeded`` if the data source needs something, whatever the body returns or throws;
    ///   ``TableHosting/unavailableReason`` if there is one.
    package func asking<Result>(_ request: TableRequest, _ body: () throws -> Result) throws -> Outcome<Result> {
        if let reason = hosting.unavailableReason { throw reason }
        return try answering(request) {
            context.canLoad = true
            let result = Swift.Result { try models.observing(.request, of: self, body) }
            try requireLoaded()
            return try result.get()
        }
    }

    /// Runs the body, and runs it again after the data source has loaded what it needs.
    ///
    /// ```swift
    /// let place = try await tableView.loading { $0.indexPath(forRowWithIdentifier: "42") }
    /// ```
    ///
    /// - Parameter body: The questions to the table. It may run up to five times.
    /// - Returns: The result of the last run.
    /// - Throws: errors of the body and of the load; ``TableHosting/unavailableReason`` if there is one; ``TableViewError`` with
    ///   `busy` if something is still missing after four loads.
    public func loading<Result: Sendable>(
        _ body: @TableActor @Sendable (TableView) throws -> Result
    ) async throws -> Result {
        var loads = 0
        while true {
            do {
                return try asking(context.request) { try body(self) }.result
            } catch let needed as TableLoadNeeded {
                guard loads < Self.maxLoads else { throw TableViewError.changesTooFast }
                try await needed.prefetch()
                loads += 1
            }
        }
    }

    /// The maximum number of times that a request loads something and starts again.
    package nonisolated static let maxLoads = 4

    /// A Boolean value that indicates whether a request asks for answers, and cannot change anything.
    var isAsked: Bool { answeredContext?.canLoad == true }

    /// - Throws: ``TableLoadNeeded`` if the data source needs something.
    func requireLoaded() throws {
        let needed = context.needed
        context.needed = []
        if let prefetch = TablePrefetch.all(needed) { throw TableLoadNeeded(prefetch: prefetch) }
    }
}

extension TableViewError {
    /// The error of a request whose data source still needs something after ``TableView/maxLoads`` loads.
    static var changesTooFast: TableViewError {
        TableViewError(.busy, "The table changes faster than it can be read. Try again.")
    }
}

extension TableView {
    /// Runs the work that loads rows, and tells the data source if it was cancelled.
    ///
    /// If the current task is cancelled during the work, the data source is told at once with
    /// `cancelPrefetchingForRowsAt`. Rows that another request still waits for are left out.
    ///
    /// - Parameters:
    ///   - indexPaths: The rows that the work loads.
    ///   - work: The work, which can check for cancellation.
    /// - Throws: Errors of the work.
    public func load(
        rowsAt indexPaths: [IndexPath], by work: @TableActor @Sendable () async throws -> Void
    ) async throws {
        let wait = RowWait(for: indexPaths, in: self)
        try await withTaskCancellationHandler {
            defer { wait.end(isCancelled: Task.isCancelled) }
            try await work()
        } onCancel: {
            Task { @TableActor in wait.end(isCancelled: true) }
        }
    }

    /// Reads the rows of a page, and tells the data source if that was cancelled.
    package func load(_ page: TablePage.Load) async throws -> TablePage? {
        var read: TablePage?
        try await load(rowsAt: page.rows) { read = try await page.work() }
        return read
    }
}

/// A request that waits for rows.
@TableActor
private final class RowWait {
    private let tableView: TableView
    /// The rows; empty after the wait has ended.
    private var rows: OrderedSet<IndexPath>

    init(for indexPaths: [IndexPath], in tableView: TableView) {
        self.tableView = tableView
        rows = OrderedSet(indexPaths)
        for row in rows { tableView.awaitedRows[row, default: 0] += 1 }
    }

    func end(isCancelled: Bool) {
        var unneeded: [IndexPath] = []
        for row in rows {
            let others = (tableView.awaitedRows[row] ?? 1) - 1
            tableView.awaitedRows[row] = others > 0 ? others : nil
            if others == 0 { unneeded.append(row) }
        }
        rows = []
        guard isCancelled, !unneeded.isEmpty else { return }
        tableView.dataSource?.tableView(tableView, cancelPrefetchingForRowsAt: unneeded)
    }
}
