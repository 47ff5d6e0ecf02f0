import Dispatch
import Synchronization
import Testing

@testable import TableSQLite

@Suite struct ReadingThreadsTests {
    private final class Log: Sendable {
        let numbers = Mutex<[Int]>([])
    }

    @Test func closuresRunInTheirOrderHoweverManyWait() async {
        // given one thread, which is busy
        let threads = ReadingThreads(limit: 1)
        let (gate, log) = (DispatchSemaphore(value: 0), Log())
        threads.run { gate.wait() }
        func add(_ numbers: Range<Int>) -> Duration {
            ContinuousClock().measure {
                for number in numbers { threads.run { log.numbers.withLock { $0.append(number) } } }
            }
        }
        // when closures are added while few wait, and while many wait
        let few = add(0..<10_000)
        _ = add(10_000..<200_000)
        let many = add(200_000..<210_000)
        await withCheckedContinuation { continuation in
            threads.run { continuation.resume() }
            gate.signal()
        }
        // then adding a closure takes about as long, and the closures run in order
        #expect(many < few * 10 + .milliseconds(100))
        #expect(log.numbers.withLock(\.self) == Array(0..<210_000))
    }
}
