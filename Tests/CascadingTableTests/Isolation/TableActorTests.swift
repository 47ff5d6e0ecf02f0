import CascadingTable
import Dispatch
import Synchronization
import Testing

@Suite struct TableActorTests {
    /// A counter without a lock.
    @TableActor private final class Counter {
        var value = 0
        var inside = 0
        var overlaps = 0

        /// Increments in several steps, so that the test notices a second caller inside.
        func increment() {
            inside += 1
            if inside != 1 { overlaps += 1 }
            let before = value
            for _ in 0..<20 { _ = inside }
            value = before + 1
            inside -= 1
        }

        func incrementLater() async {
            increment()
            await Task.yield()
            increment()
        }
    }

    private struct Failure: Error {}

    private var isIsolated: Bool? {
        TableActor.shared.unownedExecutor.asSerialExecutor()?.isIsolatingCurrentContext()
    }

    // MARK: Entering from a thread

    @Test func `What runs inside is isolated, and what runs outside is not`() {
        #expect(isIsolated == false)

        let inside = TableActor.run {
            TableActor.assertIsolated()
            TableActor.preconditionIsolated()
            return isIsolated
        }

        #expect(inside == true)
        #expect(isIsolated == false)
    }

    @Test func `Another thread is not isolated while this one is`() {
        let seen = Mutex<Bool?>(nil)
        let done = DispatchSemaphore(value: 0)
        TableActor.run {
            // The block runs on a thread of the queue, because this thread is blocked until `signal()`.
            DispatchQueue(label: "another thread").async {
                seen.withLock { $0 = isIsolated }
                done.signal()
            }
            done.wait()
            #expect(isIsolated == true)
        }
        #expect(seen.withLock { $0 } == false)
    }

    @Test func `One who is inside may enter again`() {
        let depth = TableActor.run {
            TableActor.run { TableActor.run { isIsolated == true ? 3 : 0 } }
        }
        #expect(depth == 3)
        #expect(isIsolated == false)
    }

    @Test func `Leaving an inner run leaves the outer one isolated`() {
        TableActor.run {
            TableActor.run {}
            #expect(isIsolated == true)
        }
    }

    @Test func `What is thrown inside passes through and lets the next one in`() {
        #expect(throws: Failure.self) { try TableActor.run { throw Failure() } }
        #expect(throws: Failure.self) { try TableActor.run { try TableActor.run { throw Failure() } } }
        #expect(isIsolated == false)

        let others = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            TableActor.run { others.withLock { $0 += 1 } }
        }
        #expect(others.withLock { $0 } == 4)
    }

    @Test func `Of eight threads one is inside at a time`() {
        let counter = TableActor.run { Counter() }

        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<2_000 { TableActor.run { counter.increment() } }
        }

        TableActor.run {
            #expect(counter.value == 16_000)
            #expect(counter.overlaps == 0)
        }
    }

    @Test func `Of eight threads that enter twice one is inside at a time`() {
        let counter = TableActor.run { Counter() }

        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 {
                TableActor.run {
                    TableActor.run { counter.increment() }
                    counter.increment()
                }
            }
        }

        TableActor.run {
            #expect(counter.value == 8_000)
            #expect(counter.overlaps == 0)
        }
    }

    // MARK: Entering from a task

    @TableActor private static func isolatedLater() async -> Bool? {
        let before = TableActorTests().isIsolated
        await Task.yield()
        TableActor.assertIsolated()
        return before == true ? TableActorTests().isIsolated : before
    }

    @Test func `An async function of the tree is isolated, before it waits and after`() async {
        #expect(await Self.isolatedLater() == true)
        #expect(isIsolated == false)
    }

    @Test @TableActor func `A test of the tree is isolated and may enter again`() async {
        #expect(isIsolated == true)
        #expect(TableActor.run { 7 } == 7)
        await Task.yield()
        #expect(isIsolated == true)
    }

    @Test func `Tasks and threads are inside one at a time`() async {
        let counter = TableActor.run { Counter() }

        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<200 { await counter.incrementLater() } }
            }
            for _ in 0..<2 {
                group.addTask { for _ in 0..<200 { TableActor.run { counter.increment() } } }
            }
        }

        await TableActorTests.expect(counter, 8 * 200 * 2 + 2 * 200)
    }

    @TableActor private static func expect(_ counter: Counter, _ value: Int) {
        #expect(counter.value == value)
        #expect(counter.overlaps == 0)
    }

    @Test func `While a task of the tree waits, others are let in`() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Int.self)
        let waiting = Task { @TableActor in
            for await signal in signals { return signal }
            return 0
        }

        for _ in 0..<20 { TableActor.run {} }
        await Task { @TableActor in }.value
        TableActor.run { _ = continuation.yield(5) }

        #expect(await waiting.value == 5)
    }

    @Test func `Leaving the isolation stops the process rather than racing`() async {
        await #expect(processExitsWith: .failure) { TableActor.preconditionIsolated() }
    }
}
