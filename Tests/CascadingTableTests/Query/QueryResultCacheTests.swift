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
}
