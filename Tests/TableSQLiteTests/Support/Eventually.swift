import Testing

/// Waits until another task fulfils the condition, for a minute at most.
nonisolated(nonsending) func eventually(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<12_000 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    try #require(try await condition())
}
