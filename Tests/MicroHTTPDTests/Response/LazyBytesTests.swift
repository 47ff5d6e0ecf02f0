import Synchronization
import Testing

@testable import MicroHTTPD

struct LazyBytesTests {
    /// Counts how often its bytes are put together, and what over.
    private final class Source: ByteSource {
        let makes = Atomic(0)
        let overs = Mutex<[ObjectIdentifier]>([])
        private let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var count: Int { bytes.count }

        func write(to memory: UnsafeMutableRawBufferPointer) {
            makes.add(1, ordering: .relaxed)
            memory.copyBytes(from: bytes)
        }

        func write(to memory: UnsafeMutableRawBufferPointer, over other: any ByteSource) {
            overs.withLock { $0.append(ObjectIdentifier(other)) }
            write(to: memory)
        }
    }

    @Test func areMadeOnceForAllWhoNeedThem() async throws {
        // given
        let source = Source([1, 2, 3])
        let answer = PreparedResponse(
            after: try PreparedResponse(Response(body: .bytes([]))), entityTag: "", body: LazyBytes(source))
        #expect(answer.byteCount == 3)
        #expect(source.makes.load(ordering: .relaxed) == 0)
        // when
        await withTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 { group.addTask { answer.bytes } }
            // then
            for await found in group { #expect(found == [1, 2, 3]) }
        }
        #expect(source.makes.load(ordering: .relaxed) == 1)
    }

    @Test func thatAreThereAreTheSame() {
        #expect(LazyBytes([4, 5]).bytes == [4, 5])
        #expect(LazyBytes([4, 5]).count == 2)
    }

    @Test func arePutWhereOthersAre() {
        let sources = [Source([1, 2, 3]), Source([4, 5, 6])]
        let first = LazyBytes(sources[0])
        let second = LazyBytes(sources[1])
        let there = LazyBytes([7, 8, 9])
        var memory: [UInt8] = [0, 0, 0]
        func copy(_ bytes: borrowing LazyBytes, over other: borrowing LazyBytes) -> [UInt8] {
            memory.withUnsafeMutableBytes { bytes.copy(to: $0, over: other) }
            return memory
        }
        memory.withUnsafeMutableBytes { first.copy(to: $0) }
        #expect(memory == [1, 2, 3])
        #expect(copy(second, over: first) == [4, 5, 6])
        #expect(sources.map { $0.overs.withLock(\.count) } == [0, 1])
        #expect(sources[1].overs.withLock(\.first) == ObjectIdentifier(sources[0]))
        // Also where they were made once for all.
        #expect(first.bytes == [1, 2, 3])
        #expect(copy(second, over: first) == [4, 5, 6])
        #expect(copy(first, over: second) == [1, 2, 3])
        #expect(sources.map { $0.overs.withLock(\.count) } == [1, 2])
        // Over bytes that were there, nobody knows of what.
        #expect(copy(first, over: there) == [1, 2, 3])
        #expect(copy(there, over: first) == [7, 8, 9])
        #expect(sources.map { $0.overs.withLock(\.count) } == [1, 2])
    }
}
