import MicroHTTPD
import Testing

@testable import TableServer

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

    @Test func anAnswerIsGivenAgainForTheSameRequestOfTheSameSender() {
        let store = IdempotencyStore(maxBytes: 8 << 20)
        #expect(word(store.find(key("a"), fingerprint: 1)) == "new")
        #expect(word(store.find(key("a"), fingerprint: 1)) == "working")
        store.end(key("a"), with: .text("done"))

        #expect(word(store.find(key("a"), fingerprint: 1)) == "done")
        #expect(word(store.find(key("a"), fingerprint: 2)) == "other")
        for other in [key("b"), key("a", sender: "bob"), key("a", table: "/b/")] {
            #expect(word(store.find(other, fingerprint: 1)) == "new")
        }
    }

    @Test func whatHasNoAnswerToKeepIsDoneAgain() {
        let store = IdempotencyStore(maxBytes: 8 << 20)
        _ = store.find(key("a"), fingerprint: 1)
        store.end(key("a"), with: nil)
        #expect(word(store.find(key("a"), fingerprint: 2)) == "new")
    }

    @Test func afterTenMinutesItIsForgotten() {
        let store = IdempotencyStore(maxBytes: 8 << 20)
        let now = ContinuousClock.Instant.now
        _ = store.find(key("a"), fingerprint: 1, at: now)
        store.end(key("a"), with: .text("done"))
        #expect(word(store.find(key("a"), fingerprint: 1, at: now + .seconds(599))) == "done")
        #expect(word(store.find(key("a"), fingerprint: 1, at: now + .seconds(600))) == "new")
    }

    @Test func itHoldsNoMoreThanItMay() {
        let store = IdempotencyStore(maxBytes: 8 << 20)
        for number in 0..<20 {
            _ = store.find(key("\(number)"), fingerprint: 1)
            store.end(key("\(number)"), with: .text(String(repeating: "x", count: 1 << 20)))
        }
        #expect(word(store.find(key("0"), fingerprint: 1)) == "new")
        #expect(word(store.find(key("19"), fingerprint: 1)).utf8.count == 1 << 20)
        // A client chooses the length of its name.
        let long = String(repeating: "a", count: 16_000)
        for number in 0..<1000 {
            _ = store.find(key("s", sender: "\(long)\(number)"), fingerprint: 1)
            store.end(key("s", sender: "\(long)\(number)"), with: .text("done"))
        }
        #expect(word(store.find(key("s", sender: "\(long)0"), fingerprint: 1)) == "new")
        for number in 0..<20_000 {
            _ = store.find(key("n\(number)"), fingerprint: 1)
            store.end(key("n\(number)"), with: .text("done"))
        }
        #expect(word(store.find(key("n0"), fingerprint: 1)) == "new")
        #expect(word(store.find(key("n19999"), fingerprint: 1)) == "done")
    }

    /// Otherwise the request would be carried out twice.
    @Test func `A request in progress is never forgotten for others`() {
        let store = IdempotencyStore(maxBytes: 8 << 20)
        let now = ContinuousClock.Instant.now
        #expect(word(store.find(key("mine"), fingerprint: 1, at: now)) == "new")
        for number in 0..<20 {
            _ = store.find(key("\(number)"), fingerprint: 1, at: now)
            store.end(key("\(number)"), with: .text(String(repeating: "x", count: 1 << 20)))
        }
        let found = (0..<20_000).map { word(store.find(key("n\($0)"), fingerprint: 1, at: now)) }
        #expect(found.filter { $0 == "new" }.count == 9_999)
        #expect(found.last == "full")
        #expect(word(store.find(key("mine"), fingerprint: 1, at: now)) == "working")
        store.end(key("n0"), with: nil)
        #expect(word(store.find(key("late"), fingerprint: 1, at: now)) == "new")
        #expect(word(store.find(key("later"), fingerprint: 1, at: now)) == "full")
        // A request that never ended does not block the store for ever.
        #expect(word(store.find(key("later"), fingerprint: 1, at: now + .seconds(600))) == "new")
    }

    @Test func `Long names of requests in progress fill the store`() {
        let store = IdempotencyStore(maxBytes: 1 << 20)
        let long = String(repeating: "a", count: 16_000)
        let found = (0..<100).map { word(store.find(key("s", sender: "\(long)\($0)"), fingerprint: 1)) }
        #expect(found.first == "new" && found.last == "full")
    }
}
