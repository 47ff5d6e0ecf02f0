import MicroHTTPD
import Synchronization
import Testing

struct LazyBytesTests {
    @Test func areMadeOnceForAllWhoNeedThem() async {
        // given
        let makes = Atomic(0)
        let bytes = LazyBytes(count: 3) {
            makes.add(1, ordering: .relaxed)
            return [1, 2, 3]
        }
        #expect(bytes.count == 3)
        #expect(makes.load(ordering: .relaxed) == 0)
        // when
        await withTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 { group.addTask { bytes.bytes } }
            // then
            for await found in group { #expect(found == [1, 2, 3]) }
        }
        #expect(makes.load(ordering: .relaxed) == 1)
    }

    @Test func thatAreThereAreTheSame() {
        #expect(LazyBytes([4, 5]).bytes == [4, 5])
        #expect(LazyBytes([4, 5]).count == 2)
    }
}
