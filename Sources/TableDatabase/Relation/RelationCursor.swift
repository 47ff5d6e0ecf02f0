import CascadingTable

/// Reads all rows of a query, in their order and from one state of the database. While the caller works on some rows, the
/// server reads the next ones.
actor RelationCursor {
    private let reader: RelationReader
    private let snapshot: any RelationSnapshot
    /// The rows that follow those of the open cursor.
    private var parts: ArraySlice<RelationReader.Part> = []
    /// The next rows of the open cursor; nil at its end.
    private var next: Task<(result: any SQLResult, isEnd: Bool), any Error>?
    /// A row that is returned once it is known whether others follow.
    private var last: RelationReader.Row?
    /// The number of the next rows to fetch. They have as many bytes as memory is used for, if they are like the last ones.
    private var count = firstRows
    private static let firstRows = 4
    private static let fetchedBytes = 4 << 20

    init(_ reader: RelationReader, in snapshot: any RelationSnapshot) {
        (self.reader, self.snapshot) = (reader, snapshot)
    }

    deinit { next?.cancel() }

    /// The maximum time for the next rows. The first ones may have to be sorted.
    private var timeLimit: Duration { reader.limits.longTime }

    /// Begins at the position of a page, by its number if rows have no keys.
    func open(_ position: TablePageRequest.Position, _ number: Int) async throws {
        try await open(reader.place(position, number))
    }

    /// Begins at a place.
    func open(_ place: RelationReader.Place) async throws {
        next?.cancel()
        (next, last) = (nil, nil)
        parts = try await reader.parts(place)[...]
    }

    /// Returns some of the next rows; fewer than the limit only if they have ended or another statement begins.
    func page(limit: Int) async throws -> (batch: RowBatch, hasLater: Bool) {
        var rows = last.map { [$0] } ?? []
        while rows.count < 2, let task = next ?? openNext(limit) {
            let (result, isEnd) = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            let size = max(result.byteCount / max(result.rowCount, 1), 1)
            count = min(max(Self.fetchedBytes / size, 1), count * 16)
            next = isEnd ? nil : fetch(limit)
            rows += (0..<result.rowCount).map { (result, $0) }
        }
        let hasLater = next != nil || !parts.isEmpty
        last = hasLater ? rows.popLast() : nil
        return (reader.batch(rows), hasLater)
    }

    private func openNext(_ limit: Int) -> Task<(result: any SQLResult, isEnd: Bool), any Error>? {
        guard let part = parts.popFirst() else { return nil }
        count = Self.firstRows
        return fetch(limit, of: reader.select(part))
    }

    private func fetch(
        _ limit: Int, of statement: SQLStatement? = nil
    ) -> Task<(result: any SQLResult, isEnd: Bool), any Error> {
        Task.detached { [snapshot, timeLimit, count = min(count, limit)] in
            let result = try await snapshot.rows(count, of: statement, within: timeLimit)
            return (result, result.rowCount < count)
        }
    }
}
