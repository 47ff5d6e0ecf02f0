import Dispatch
import Synchronization
import Testing

@testable import TableSQLite

@Suite struct ReadingThreadsTests {
    private final class Log: Sendable {
        let numbers = Mutex<[Int]>([])
    }

    @Test func clientsTakeTurns() async {
        let threads = ReadingThreads(limit: 1)
        let (gate, log) = (DispatchSemaphore(value: 0), Log())
        threads.run { gate.wait() }
        for number in 0..<100 { threads.run(for: "a") { log.numbers.withLock { $0.append(number) } } }
        for number in 100..<102 { threads.run(for: "b") { log.numbers.withLock { $0.append(number) } } }
        await withCheckedContinuation { continuation in
            threads.run(for: "a") { continuation.resume() }
            gate.signal()
        }
        #expect(log.numbers.withLock(\.self) == [0, 100, 1, 101] + Array(2..<100))
    }

    /// A read that takes long does not keep those from their rows that need few of them.
    @Test func quickReadsDoNotWaitForSlowOnes() async throws {
        let pool = try Fixture("CREATE TABLE t(a)").open().pool
        let slow = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
        let ended = Log()
        let running = (0..<100).map { number in
            Task {
                defer { ended.numbers.withLock { $0.append(number) } }
                try await pool.readInBackground(within: .seconds(120)) { database, _ in
                    var cursor = try database.cursor(slow)
                    _ = try cursor.next()
                }
            }
        }
        // Each of them begins again among the slow ones.
        for _ in 0..<20 {
            try await pool.readInBackground(within: .seconds(60)) { database, _ in
                var cursor = try database.cursor("SELECT count(*) FROM t")
                _ = try cursor.next()
            }
        }
        let count = ended.numbers.withLock(\.count)
        #expect(count == 0)
        for read in running { read.cancel() }
        for read in running { await #expect(throws: (any Error).self) { try await read.value } }
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
