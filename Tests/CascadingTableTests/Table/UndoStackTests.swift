import Testing

@testable import CascadingTable

@TableActor
@Suite struct UndoStackTests {
    @Test func `Of more than twenty the newest stay`() {
        var stack = UndoStack()
        let entries = (0...20).map { UndoStack.Entry(title: "\($0)", steps: []) }
        for entry in entries { stack.keep(entry) }

        #expect(stack.take(entries[0].undo.token) == nil)
        #expect(stack.take(entries[1].undo.token)?.undo.title == "1")
        #expect(stack.take(entries[20].undo.token)?.undo.title == "20")
    }

    @Test func `Entries of many steps leave room for fewer others`() {
        var stack = UndoStack()
        let entries = [6000, 3000, 4000, 20_000].map { count in
            UndoStack.Entry(title: "\(count)", steps: Array(repeating: { _ in }, count: count))
        }
        for entry in entries.dropLast() { stack.keep(entry) }
        #expect(entries.map { entry in stack.has(entry.undo.token) } == [false, true, true, false])

        // The newest entry stays, whatever its number of steps.
        stack.keep(entries[3])
        #expect(entries.map { entry in stack.has(entry.undo.token) } == [false, false, false, true])
    }

    @Test func `Entries that hold much leave room for fewer others`() {
        var stack = UndoStack()
        let entries = [9, 4, 7, 40].map { size in UndoStack.Entry(title: "\(size)", steps: [], holding: size << 20) }
        for entry in entries.dropLast() { stack.keep(entry) }
        #expect(entries.map { stack.has($0.undo.token) } == [false, true, true, false])
        #expect((11 << 20..<12 << 20).contains(stack.byteCount))

        // The newest entry stays, however much it holds.
        stack.keep(entries[3])
        #expect(entries.map { stack.has($0.undo.token) } == [false, false, false, true])
    }

    @Test func `What is taken is gone`() {
        var stack = UndoStack()
        let entry = UndoStack.Entry(title: "Delete", steps: [])
        stack.keep(entry)

        #expect(stack.take("other") == nil)
        #expect(stack.take(entry.undo.token) != nil)
        #expect(stack.take(entry.undo.token) == nil)
        #expect(stack.isEmpty)
    }

    @Test func `After ten minutes it is forgotten`() {
        var stack = UndoStack()
        let now = ContinuousClock.Instant.now
        let entry = UndoStack.Entry(title: "Delete", steps: [], at: now)
        stack.keep(entry)

        var other = stack
        #expect(other.take(entry.undo.token, at: now + .seconds(599)) != nil)
        #expect(stack.take(entry.undo.token, at: now + .seconds(600)) == nil)
        #expect(stack.isEmpty)
    }

    @Test func `No two tokens are alike, and none can be guessed`() {
        let tokens = Set((0..<1000).map { _ in UndoStack.Entry(title: "", steps: []).undo.token })
        #expect(tokens.count == 1000)
        #expect(tokens.allSatisfy { $0.utf8.count > 12 })
    }
}

extension UndoStack {
    fileprivate func has(_ token: String) -> Bool {
        var copy = self
        return copy.take(token) != nil
    }
}
