import Foundation
import Testing

@testable import TableServer

@Suite struct TimeLimitTests {
    private struct TooLong: Error {}

    /// Cancelled work throws too. The caller must be told of the limit, even if the work throws first.
    @Test func workBeyondTheLimitEndsWithTheErrorOfTheLimit() async {
        await #expect(throws: TooLong.self) {
            try await withTimeLimit(
                .milliseconds(1),
                orThrow: {
                    // Cancelled work would have ended by now.
                    Thread.sleep(forTimeInterval: 0.2)
                    return TooLong()
                }
            ) {
                try await Task.sleep(for: .seconds(60))
            }
        }
    }

    @Test func workWithinTheLimitReturnsItsResult() async throws {
        #expect(try await withTimeLimit(.seconds(60), orThrow: { TooLong() }) { 7 } == 7)
    }
}
