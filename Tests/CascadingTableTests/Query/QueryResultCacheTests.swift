import Testing

@testable import CascadingTable

@TableActor
@Suite struct QueryResultCacheTests {
    private func query(_ number: Int) -> TableQuery { TableQuery(search: "\(number)") }

    @Test func `The arrangements that were used last are cached`() {
        let results = QueryResultCache()
        for number in 0..<16 { results.insert(QueryResult(query(number), sections: []), revision: 1) }
        _ = results.arrangement(of: query(0), revision: 1)
        results.insert(QueryResult(query(16), sections: []), revision: 1)
        #expect(results.arrangement(of: query(0), revision: 1) != nil)
        #expect(results.arrangement(of: query(1), revision: 1) == nil)
        #expect(results.arrangement(of: query(0), revision: 2) == nil)
        let long = (0..<3).map { QueryResult(query($0), sections: [(0, [Int32](repeating: 0, count: 2 << 20))]) }
        for arrangement in long { results.insert(arrangement, revision: 2) }
        #expect(results.arrangement(of: query(0), revision: 2) == nil)
        #expect(results.arrangement(of: query(1), revision: 2) != nil)
    }

    @Test func `A query is worked out once for all who wait`() async throws {
        let results = QueryResultCache()
        let count = Count()
        let tasks = (0..<3).map { _ in
            Task { @TableActor in
                try await results.run(query(0)) {
                    count.runs += 1
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
        for task in tasks { try await task.value }
        #expect(count.runs == 1)
        try await results.run(query(0)) { count.runs += 1 }
        #expect(count.runs == 2)
    }

    @TableActor private final class Count {
        var runs = 0
    }

    @Test func `More than eight queries at a time are refused`() async {
        let results = QueryResultCache()
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let tasks = (0..<8).map { number in
            Task { @TableActor in
                try await results.run(query(number)) { for await _ in gate {} }
            }
        }
        while results.running.count < 8 { await Task.yield() }
        await #expect {
            try await results.run(query(8)) {}
        } throws: {
            ($0 as? TableViewError)?.code == .busy
        }
        opener.finish()
        for task in tasks { await #expect(throws: Never.self) { try await task.value } }
    }

    @Test func `A query that fails is not counted any more`() async {
        struct Failure: Error {}
        let results = QueryResultCache()
        for _ in 0..<20 {
            await #expect(throws: Failure.self) { try await results.run(query(0)) { throw Failure() } }
        }
    }
}
