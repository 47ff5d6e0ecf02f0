/// An error that ends a request until something is loaded.
package struct TableLoadNeeded: Error {
    package let prefetch: TablePrefetch
}

extension TableView {
    /// Says that a question can only be answered once something is loaded.
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
    /// The request then loads it while the tree is free for others, and asks everything again. It does so a few times; after
    /// that it is answered 503. Nothing comes of it outside of a request, and once a delegate is told of a visitor's action.
    public func needs(_ prefetch: TablePrefetch) {
        if context.canLoad { context.needed.append(prefetch) }
    }

    /// Runs the body as `answering(_:_:)` does.
    ///
    /// - Throws: ``TableLoadNeeded`` if the data source needs something, whatever the body returns or throws;
    ///   ``unavailableReason`` if there is one.
    package func asking<Result>(_ request: TableRequest, _ body: () throws -> Result) throws -> Outcome<Result> {
        if let unavailableReason { throw unavailableReason }
        return try answering(request) {
            context.canLoad = true
            let result = Swift.Result { try body() }
            try requireLoaded()
            return try result.get()
        }
    }

    /// Ends the part of a request that can be repeated: from here on nothing is loaded for it.
    ///
    /// - Throws: ``TableLoadNeeded`` if the data source needed something so far.
    package func endAsking() throws {
        try requireLoaded()
        context.canLoad = false
    }

    /// Runs the body, and runs it again once what the data source needs is loaded.
    ///
    /// ```swift
    /// let place = try await tableView.loading { $0.indexPath(forRowWithIdentifier: "42") }
    /// ```
    ///
    /// - Throws: What the body throws, or what loading throws.
    public func loading<Result: Sendable>(
        _ body: @TableActor @Sendable (TableView) throws -> Result
    ) async throws -> Result {
        for _ in 0..<Self.maxLoads {
            do { return try asking(context.request) { try body(self) }.result } catch let needed as TableLoadNeeded {
                try await needed.prefetch()
            }
        }
        return try body(self)
    }

    /// The number of times that a request is asked again after loading.
    package nonisolated static let maxLoads = 4

    private func requireLoaded() throws {
        let needed = context.needed
        context.needed = []
        if let prefetch = TablePrefetch.all(needed) { throw TableLoadNeeded(prefetch: prefetch) }
    }
}
