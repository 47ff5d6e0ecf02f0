import MicroHTTPD
import Synchronization
import Testing

@testable import TableServer

/// A clock that a test sets.
private final class Time: Sendable {
    let value = Mutex(ContinuousClock.now)
}

@Suite struct IdempotencyStoreTests {
    private func key(_ name: String, sender: String = "ada", table: String = "/") -> IdempotencyStore.Key {
        IdempotencyStore.Key(sender: sender, table: table, name: name)
    }

    private func word(_ found: IdempotencyStore.Found) -> String {
        switch found {
        case .new: "new"
        case .working: "working"
        case .other: "other"
        case .full: "full"
        case .answered(let answer): String(decoding: answer.bytes ?? [], as: UTF8.self)
        }
    }

    @Test func anAnswerIsGivenAgainForTheSameRequestOfTheSameSender() async throws {
        let store = IdempotencyStore(store: MemoryStateStore(maxBytes: 8 << 20))
        #expect(try await word(store.find(key("a"), fingerprint: "1")) == "new")
        #expect(try await word(store.find(key("a"), fingerprint: "1")) == "working")
        try await store.end(key("a"), fingerprint: "1", with: .text("done"))

        #expect(try await word(store.find(key("a"), fingerprint: "1")) == "done")
        #expect(try await word(store.find(key("a"), fingerprint: "2")) == "other")
        for other in [key("b"), key("a", sender: "bob"), key("a", table: "/b/")] {
            #expect(try await word(store.find(other, fingerprint: "1")) == "new")
        }
    }

    @Test func whatHasNoAnswerToKeepIsDoneAgain() async throws {
        let store = IdempotencyStore(store: MemoryStateStore(maxBytes: 8 << 20))
        _ = try await store.find(key("a"), fingerprint: "1")
        try await store.end(key("a"), fingerprint: "1", with: nil)
        #expect(try await word(store.find(key("a"), fingerprint: "2")) == "new")
    }

    @Test func afterTenMinutesItIsForgotten() async throws {
        let time = Time()
        let store = IdempotencyStore(store: MemoryStateStore(maxBytes: 8 << 20, now: { time.value.withLock(\.self) }))
        _ = try await store.find(key("a"), fingerprint: "1")
        try await store.end(key("a"), fingerprint: "1", with: .text("done"))
        time.value.withLock { $0 += .seconds(599) }
        #expect(try await word(store.find(key("a"), fingerprint: "1")) == "done")
        time.value.withLock { $0 += .seconds(1) }
        #expect(try await word(store.find(key("a"), fingerprint: "1")) == "new")
    }

    @Test func itHoldsNoMoreThanItMay() async throws {
        let store = IdempotencyStore(store: MemoryStateStore(maxBytes: 8 << 20))
        for number in 0..<20 {
            _ = try await store.find(key("\(number)"), fingerprint: "1")
            try await store.end(key("\(number)"), fingerprint: "1", with: .text(String(repeating: "x", count: 1 << 20)))
        }
        #expect(try await word(store.find(key("0"), fingerprint: "1")) == "new")
        #expect(try await word(store.find(key("19"), fingerprint: "1")).utf8.count == 1 << 20)
        // A client chooses the length of its name.
        let long = String(repeating: "a", count: 16_000)
        for number in 0..<1000 {
            _ = try await store.find(key("s", sender: "\(long)\(number)"), fingerprint: "1")
            try await store.end(key("s", sender: "\(long)\(number)"), fingerprint: "1", with: .text("done"))
        }
        #expect(try await word(store.find(key("s", sender: "\(long)0"), fingerprint: "1")) == "new")
        for number in 0..<20_000 {
            _ = try await store.find(key("n\(number)"), fingerprint: "1")
            try await store.end(key("n\(number)"), fingerprint: "1", with: .text("done"))
        }
        #expect(try await word(store.find(key("n0"), fingerprint: "1")) == "new")
        #expect(try await word(store.find(key("n19999"), fingerprint: "1")) == "done")
    }

    /// Otherwise the request would be carried out twice.
    @Test func `A request in progress is never forgotten for others`() async throws {
        let time = Time()
        let store = IdempotencyStore(store: MemoryStateStore(maxBytes: 8 << 20, now: { time.value.withLock(\.self) }))
        #expect(try await word(store.find(key("mine"), fingerprint: "1")) == "new")
        for number in 0..<20 {
            _ = try await store.find(key("\(number)"), fingerprint: "1")
            try await store.end(key("\(number)"), fingerprint: "1", with: .text(String(repeating: "x", count: 1 << 20)))
        }
        var found: [String] = []
        for number in 0..<20_000 {
            found.append(try await word(store.find(key("n\(number)"), fingerprint: "1")))
        }
        #expect(found.filter { $0 == "new" }.count == 9_999)
        #expect(found.last == "full")
        #expect(try await word(store.find(key("mine"), fingerprint: "1")) == "working")
        try await store.end(key("n0"), fingerprint: "1", with: nil)
        #expect(try await word(store.find(key("late"), fingerprint: "1")) == "new")
        #expect(try await word(store.find(key("later"), fingerprint: "1")) == "full")
        // A request that never ended does not block the store for ever.
        time.value.withLock { $0 += .seconds(600) }
        #expect(try await word(store.find(key("later"), fingerprint: "1")) == "new")
    }

    @Test func `Long names of requests in progress fill the store`() async throws {
        let store = IdempotencyStore(store: MemoryStateStore(maxBytes: 1 << 20))
        let long = String(repeating: "a", count: 16_000)
        var found: [String] = []
        for number in 0..<100 {
            found.append(try await word(store.find(key("s", sender: "\(long)\(number)"), fingerprint: "1")))
        }
        #expect(found.first == "new" && found.last == "full")
    }
}
