import CascadingTable

/// Reads all rows of a query, in their order and from one state of the database. While the caller works on some rows, the
/// server reads the next ones.
actor PostgresCursor {
    private let reader: PostgresReader
    private let transaction: PostgresTransaction
    /// The statements whose rows follow those of the open cursor.
    private var statements: ArraySlice<PostgresStatement> = []
    /// The next rows of the open cursor; nil at its end.
    private var next: Task<(result: PostgresResult, isEnd: Bool), any Error>?
    /// A row that is returned once it is known whether others follow.
    private var last: PostgresReader.Row?
    /// The number of the next rows to fetch. They have as many bytes as memory is used for, if they are like the last ones.
    private var count = firstRows
    private static let firstRows = 4
    private static let fetchedBytes = 4 << 20

    init(_ reader: PostgresReader, in transaction: PostgresTransaction) {
        (self.reader, self.transaction) = (reader, transaction)
    }

    deinit { next?.cancel() }

    /// The maximum time for the next rows. The first ones may have to be sorted.
    private var timeLimit: Duration { reader.longTime }

    /// Begins at a place.
    func open(_ place: PostgresReader.Place) async throws {
        next?.cancel()
        (next, last) = (nil, nil)
        statements = try await reader.statements(place)[...]
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
            rows += result.rows
        }
        let hasLater = next != nil || !statements.isEmpty
        last = hasLater ? rows.popLast() : nil
        return (reader.batch(rows), hasLater)
    }

    private func openNext(_ limit: Int) -> Task<(result: PostgresResult, isEnd: Bool), any Error>? {
        guard var statement = statements.popFirst() else { return nil }
        count = Self.firstRows
        statement.sql = "DECLARE rows NO SCROLL CURSOR FOR \(statement.sql)"
        return fetch(limit, after: [PostgresStatement("CLOSE ALL"), statement])
    }

    private func fetch(
        _ limit: Int, after statements: [PostgresStatement] = []
    ) -> Task<(result: PostgresResult, isEnd: Bool), any Error> {
        Task.detached { [transaction, timeLimit, count = min(count, limit)] in
            let fetch = PostgresStatement("FETCH \(count) FROM rows")
            let results = try await transaction.run(statements + [fetch], within: timeLimit)
            return (results[statements.count], results[statements.count].rowCount < count)
        }
    }
}
