import Testing

@testable import TablePostgres

/// Repeats a body until it returns true, for up to 10 seconds.
func eventually(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Bool) async throws {
    for _ in 0..<1_000 {
        if try await body() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("it did not happen within 10 seconds")
}

/// Repeats a body until it returns a value, for up to 10 seconds.
func eventually<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value?
) async throws -> Value? {
    var value: Value?
    try await eventually {
        value = try await body()
        return value != nil
    }
    return value
}

/// Returns the error of PostgreSQL that a body throws; nil if it throws none.
func failure(_ body: () async throws -> some Any) async -> PostgresError? {
    do { _ = try await body() } catch { return error as? PostgresError }
    return nil
}
