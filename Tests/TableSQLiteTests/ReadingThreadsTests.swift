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
        // Each of them goes on among the slow ones, or begins again there.
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

    @Test func aThreadLeavesItsPlaceToOthers() async {
        let (quick, slow) = (ReadingThreads(limit: 1), ReadingThreads(limit: 1))
        let (gate, log) = (DispatchSemaphore(value: 0), Log())
        await withCheckedContinuation { continuation in
            quick.run { thread in
                let isMoved = thread.move(to: slow) && thread.isOne(of: slow)
                continuation.resume()
                gate.wait()
                log.numbers.withLock { $0.append(isMoved ? 1 : 0) }
            }
        }
        await withCheckedContinuation { continuation in
            slow.run { continuation.resume() }
            // There is no room for another one. It ends first, because it need not wait for the one that has moved.
            quick.run { thread in
                let isMoved = thread.move(to: slow) || thread.isOne(of: slow)
                log.numbers.withLock { $0.append(isMoved ? 3 : 2) }
                gate.signal()
            }
        }
        #expect(log.numbers.withLock(\.self) == [2, 1])
    }

    /// A statement that takes longer than quick ones runs once, and still ends at its own time.
    @Test func aSlowReadGoesOn() async throws {
        let pool = try Fixture("CREATE TABLE t(a)").open().pool
        let begun = Log()
        func count(to limit: Int, within time: Duration) async throws -> Int64? {
            try await pool.readInBackground(within: time) { database, _ in
                begun.numbers.withLock { $0.append(limit) }
                return try database.cursor(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(limit)) SELECT max(i) FROM n"
                ).first { $0.integer(at: 0) }
            }
        }
        #expect(try await count(to: 1_000_000, within: .seconds(60)) == 1_000_000)
        await #expect {
            try await count(to: .max, within: .milliseconds(300))
        } throws: {
            ($0 as? SQLiteTableError)?.code == .timedOut
        }
        #expect(begun.numbers.withLock(\.self) == [1_000_000, .max])
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
