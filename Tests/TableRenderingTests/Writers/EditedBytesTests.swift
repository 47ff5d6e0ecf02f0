import TestSupport
import Testing

@testable import TableRendering

@Suite struct EditedBytesTests {
    /// The same by the plainest way there is: from the end on, so that no place moves.
    private func replaced(_ base: [UInt8], _ edits: [Int: (range: Range<Int>, bytes: [UInt8])]) -> [UInt8] {
        var bytes = base
        for edit in edits.values.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(edit.range, with: edit.bytes)
        }
        return bytes
    }

    @Test(arguments: 0..<50) func partsAreReplacedInAnyOrderAndAgain(seed: UInt64) {
        // given a page of parts of 1 to 9 bytes
        var random = SeededRandomNumberGenerator(seed: seed)
        var parts: [Range<Int>] = []
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            let start = parts.last?.upperBound ?? 0
            parts.append(start..<start + Int.random(in: 1...9, using: &random))
        }
        let base = (0..<(parts.last?.upperBound ?? 0)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        var edited = BytesEditor(base)
        var edits: [Int: (range: Range<Int>, bytes: [UInt8])] = [:]
        for _ in 0..<40 {
            // when
            let place = Int.random(in: parts.indices, using: &random)
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { UInt8($0) }
            bytes.withUnsafeBytes { edited.replace(parts[place], by: $0) }
            edits[place] = (parts[place], bytes)
            // then
            let expected = replaced(base, edits)
            #expect(edited.bytes.joined() == expected)
            #expect(edited.bytes.count == expected.count)
            #expect(edited.edits.map(\.range) == edits.values.map(\.range).sorted { $0.lowerBound < $1.lowerBound })
        }
    }

    /// Pages that follow from each other, and those of another log, written over each other.
    @Test(arguments: 0..<100) func onePageIsWrittenOverAnother(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let parts = (0..<12).map { $0 * 10..<$0 * 10 + Int.random(in: 0...10, using: &random) }
        let base = (0..<120).map { UInt8($0) }
        var editor = BytesEditor(base)
        var edits: [Int: (range: Range<Int>, bytes: [UInt8])] = [:]
        var pages = [(page: editor.bytes, bytes: base)]
        var sameLength = 0
        for step in 0..<80 {
            // given pages most of whose parts are as long as before, and so many bytes in all
            if Int.random(in: 0..<30, using: &random) == 0 {
                editor = BytesEditor(base)
                edits = [:]
            }
            for place in Set((0..<3).map { _ in Int.random(in: 0..<12, using: &random) }) {
                let isLong = Int.random(in: 0..<30, using: &random) == 0
                let count = isLong ? 1500 : Int.random(in: 0..<8, using: &random) == 0 ? 3 : parts[place].count
                edits[place] = (parts[place], Array(repeating: UInt8(128 + step), count: count))
                edits[place]?.bytes.withUnsafeBytes { editor.replace(parts[place], by: $0) }
            }
            let page = editor.bytes
            let expected = replaced(base, edits)
            #expect(page.joined() == expected)
            for (other, otherBytes) in pages where other.count == page.count {
                sameLength += 1
                // when it is written over one that has as many bytes, and that one over it
                var (memory, otherMemory) = (otherBytes, expected)
                memory.withUnsafeMutableBytes { page.join(to: $0, over: other) }
                otherMemory.withUnsafeMutableBytes { other.join(to: $0, over: page) }
                // then
                #expect(memory == expected)
                #expect(otherMemory == otherBytes)
            }
            pages.append((page, expected))
        }
        #expect(sameLength > 60)
        #expect(pages.allSatisfy { $0.page.joined() == $0.bytes })
    }

    @Test func anEmptyPartIsReplacedBesideWhatBeginsWhereItIs() {
        // given what is put in before a part, after that part was replaced, and the other way round
        for isEmptyFirst in [true, false] {
            var editor = BytesEditor([1, 2, 3])
            for (range, byte) in isEmptyFirst
                ? [(1..<1, 8), (1..<2, 9)] : [(1..<2, 9), (1..<1, 8)] as [(Range, UInt8)]
            {
                [byte, byte].withUnsafeBytes { editor.replace(range, by: $0) }
            }
            #expect(editor.bytes.joined() == [1, 8, 8, 9, 9, 3])
            // when both are once more
            for (range, byte) in [(1..<1, 6), (1..<2, 7)] as [(Range, UInt8)] {
                [byte].withUnsafeBytes { editor.replace(range, by: $0) }
            }
            // then
            #expect(editor.bytes.joined() == [1, 6, 7, 3])
        }
    }

    @Test func whatIsTheSameStaysAsItIs() {
        // given two pages of which the second differs from the first in one part
        var editor = BytesEditor(Array(repeating: 1, count: 30))
        func replace(_ range: Range<Int>, by byte: UInt8, _ count: Int? = nil) {
            Array(repeating: byte, count: count ?? range.count).withUnsafeBytes { editor.replace(range, by: $0) }
        }
        // of which parts are where they were, and elsewhere
        replace(5..<8, by: 2)
        replace(10..<11, by: 2, 4)
        let first = editor.bytes
        replace(5..<8, by: 3)
        replace(20..<22, by: 4)
        // when
        var memory = [UInt8](repeating: 9, count: 33)
        memory.withUnsafeMutableBytes { editor.bytes.join(to: $0, over: first) }
        // then nothing else is written
        #expect(memory.indices.filter { memory[$0] != 9 } == [5, 6, 7, 23, 24])
        #expect(memory.filter { $0 != 9 } == [3, 3, 3, 4, 4])
    }
}
