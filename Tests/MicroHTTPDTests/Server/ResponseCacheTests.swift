import HTTPTypes
import Testing

@testable import MicroHTTPD

struct ResponseCacheTests {
    private func withHead<Result>(_ text: String, _ body: (RequestHeadBytes) throws -> Result) rethrows -> Result {
        try Array(text.utf8).withUnsafeBytes { bytes in
            try body(RequestHeadBytes(bytes: bytes, target: Array("/".utf8), fieldCount: 1))
        }
    }

    private func insert(_ text: String, in cache: ResponseCache, size: Int = 100, at time: UInt64 = 0) throws {
        let response = try PrebuiltResponse(.bytes(Array(repeating: 0, count: size), contentType: "a/b"))
        withHead(text) { cache.insert(CacheableResponse(response) { true }, for: $0, at: time) }
    }

    private func isCached(_ text: String, in cache: ResponseCache, at time: UInt64 = 0) -> Bool {
        withHead(text) { cache.response(for: $0, at: time) != nil }
    }

    @Test func allThreadsShareOneLimit() throws {
        // Two threads with two generations each have 100,000 bytes a generation. A response may take a quarter of it.
        let cache = ResponseCaches(lifetime: 10, maxBytes: 400_000, threads: 2).ofThisThread()
        try insert("a", in: cache, size: 15_000)
        try insert("b", in: cache, size: 30_000)
        #expect(isCached("a", in: cache))
        #expect(!isCached("b", in: cache))
        let none = ResponseCaches(lifetime: 10, maxBytes: 0, threads: 2).ofThisThread()
        try insert("a", in: none)
        #expect(!isCached("a", in: none))
    }

    @Test func aHeadIsFoundByItsBytesTargetAndFields() throws {
        let cache = ResponseCache(lifetime: 10, capacity: 1_000_000)
        try insert("head", in: cache)
        #expect(isCached("head", in: cache))
        #expect(!isCached("heaD", in: cache))
        #expect(!isCached("head\0", in: cache))
        Array("head".utf8).withUnsafeBytes { bytes in
            #expect(
                cache.response(for: RequestHeadBytes(bytes: bytes, target: Array("/a".utf8), fieldCount: 1), at: 0)
                    == nil)
            #expect(
                cache.response(for: RequestHeadBytes(bytes: bytes, target: Array("/".utf8), fieldCount: 2), at: 0)
                    == nil)
        }
    }

    @Test func aResponseIsRepeatedForItsLifetime() throws {
        let cache = ResponseCache(lifetime: 10, capacity: 1_000_000)
        try insert("head", in: cache, at: 5)
        #expect(isCached("head", in: cache, at: 14))
        #expect(!isCached("head", in: cache, at: 15))
    }

    @Test func whatIsAskedForStaysAndWhatIsNotGoes() throws {
        // given a cache that holds ten such responses in each generation
        let cache = ResponseCache(lifetime: 10, capacity: 10 * 8192)
        try insert("used", in: cache, size: 4096)
        try insert("unused", in: cache, size: 4096)
        // when many others are inserted, and one is requested all along
        for number in 0..<100 {
            try insert("other \(number)", in: cache, size: 4096)
            #expect(isCached("used", in: cache), "\(number)")
        }
        // then
        #expect(!isCached("unused", in: cache))
        let kept = (0..<100).filter { isCached("other \($0)", in: cache) }.count
        #expect((10...30).contains(kept), "\(kept)")
    }

    @Test func largeResponsesAreNotCached() throws {
        let cache = ResponseCache(lifetime: 10, capacity: 10_000)
        try insert("large", in: cache, size: 3000)
        #expect(!isCached("large", in: cache))
    }

    @Test func numbersOfHeadsAreSeldomTheSame() {
        let numbers = (0..<10_000).map { number in withHead("GET /\(number) HTTP/1.1\r\nHost: x\r\n") { $0.hash } }
        #expect(Set(numbers).count == 10_000)
    }
}
