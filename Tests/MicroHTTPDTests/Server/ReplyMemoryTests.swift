import HTTPTypes
import Testing

@testable import MicroHTTPD

struct ReplyMemoryTests {
    private func withHead<Result>(_ text: String, _ body: (RawHead) throws -> Result) rethrows -> Result {
        try Array(text.utf8).withUnsafeBytes { bytes in
            try body(RawHead(bytes: bytes, target: Array("/".utf8), fieldCount: 1))
        }
    }

    private func remember(_ text: String, in memory: ReplyMemory, size: Int = 100, at time: UInt64 = 0) throws {
        let response = try PreparedResponse(.bytes(Array(repeating: 0, count: size), contentType: "a/b"))
        withHead(text) { memory.remember(RepeatedReply(.init(response, while: { true })), for: $0, at: time) }
    }

    private func isKnown(_ text: String, to memory: ReplyMemory, at time: UInt64 = 0) -> Bool {
        withHead(text) { memory.find($0, at: time) != nil }
    }

    @Test func allThreadsShareOneLimit() throws {
        // Both generations of two threads: 100,000 bytes each, of which a reply has a quarter at most.
        let memory = ReplyMemories(lifetime: 10, maxBytes: 400_000, threads: 2).ofThisThread()
        try remember("a", in: memory, size: 15_000)
        try remember("b", in: memory, size: 30_000)
        #expect(isKnown("a", to: memory))
        #expect(!isKnown("b", to: memory))
        let none = ReplyMemories(lifetime: 10, maxBytes: 0, threads: 2).ofThisThread()
        try remember("a", in: none)
        #expect(!isKnown("a", to: none))
    }

    @Test func aHeadIsFoundByItsBytesTargetAndFields() throws {
        let memory = ReplyMemory(lifetime: 10, capacity: 1_000_000)
        try remember("head", in: memory)
        #expect(isKnown("head", to: memory))
        #expect(!isKnown("heaD", to: memory))
        #expect(!isKnown("head\0", to: memory))
        Array("head".utf8).withUnsafeBytes { bytes in
            #expect(memory.find(RawHead(bytes: bytes, target: Array("/a".utf8), fieldCount: 1), at: 0) == nil)
            #expect(memory.find(RawHead(bytes: bytes, target: Array("/".utf8), fieldCount: 2), at: 0) == nil)
        }
    }

    @Test func aReplyIsRepeatedForItsLifetime() throws {
        let memory = ReplyMemory(lifetime: 10, capacity: 1_000_000)
        try remember("head", in: memory, at: 5)
        #expect(isKnown("head", to: memory, at: 14))
        #expect(!isKnown("head", to: memory, at: 15))
    }

    @Test func whatIsAskedForStaysAndWhatIsNotGoes() throws {
        // given a memory of ten such replies a generation
        let memory = ReplyMemory(lifetime: 10, capacity: 10 * 8192)
        try remember("used", in: memory, size: 4096)
        try remember("unused", in: memory, size: 4096)
        // when many others come, and one is asked for all along
        for number in 0..<100 {
            try remember("other \(number)", in: memory, size: 4096)
            #expect(isKnown("used", to: memory), "\(number)")
        }
        // then
        #expect(!isKnown("unused", to: memory))
        let kept = (0..<100).filter { isKnown("other \($0)", to: memory) }.count
        #expect((10...30).contains(kept), "\(kept)")
    }

    @Test func whatIsLargeIsNotKept() throws {
        let memory = ReplyMemory(lifetime: 10, capacity: 10_000)
        try remember("large", in: memory, size: 3000)
        #expect(!isKnown("large", to: memory))
    }

    @Test func numbersOfHeadsAreSeldomTheSame() {
        let numbers = (0..<10_000).map { number in withHead("GET /\(number) HTTP/1.1\r\nHost: x\r\n") { $0.hash } }
        #expect(Set(numbers).count == 10_000)
    }
}
