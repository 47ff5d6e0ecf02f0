import Testing

@testable import CascadingTable

@TableActor
@Suite struct SharedReadsTests {
    private let reads = SharedReads<Int>()

    @Test func `A key is read once for all who wait`() async throws {
        let count = Count()
        let tasks = (0..<3).map { _ in
            Task { @TableActor in
                try await reads.run(0) {
                    count.runs += 1
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
        for task in tasks { try await task.value }
        #expect(count.runs == 1)
        try await reads.run(0) { count.runs += 1 }
        #expect(count.runs == 2)
    }

    @TableActor private final class Count {
        var runs = 0
    }

    @Test func `More than 64 reads at a time are refused`() async {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let tasks = (0..<64).map { number in
            Task { @TableActor in
                try await reads.run(number) { for await _ in gate {} }
            }
        }
        while reads.count < 64 { await Task.yield() }
        await #expect {
            try await reads.run(64) {}
        } throws: {
            ($0 as? TableViewError)?.code == .busy
        }
        opener.finish()
        for task in tasks { await #expect(throws: Never.self) { try await task.value } }
    }

    @Test func `A read that fails is not counted any more`() async {
        struct Failure: Error {}
        for _ in 0..<300 {
            await #expect(throws: Failure.self) { try await reads.run(0) { throw Failure() } }
        }
    }

    @Test func `A read ends with the last who waits for it`() async {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let tasks = (0..<2).map { _ in
            Task { @TableActor in
                try await reads.run(0) {
                    try? await Task.sleep(for: .seconds(60))
                    end.finish()
                }
            }
        }
        while reads.count < 1 { await Task.yield() }
        for task in tasks { task.cancel() }
        for await _ in ends {}
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(reads.count == 0)
    }
}
