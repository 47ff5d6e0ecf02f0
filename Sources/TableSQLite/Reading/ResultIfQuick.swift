/// Runs a read and cancels it if it takes longer than a limit.
///
/// - Returns: Nil if it takes longer.
func resultIfQuick<Value: Sendable>(
    within limit: Duration, _ read: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let work = Task { try await read() }
    let clock = Task {
        try await Task.sleep(for: limit)
        work.cancel()
    }
    defer { clock.cancel() }
    do {
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    } catch {
        try Task.checkCancellation()
        if error is CancellationError { return nil }
        if let error = error as? SQLiteTableError, error.code == .timedOut { return nil }
        throw error
    }
}
