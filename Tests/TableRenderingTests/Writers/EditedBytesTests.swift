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
        var edited = EditedBytes(base)
        var edits: [Int: (range: Range<Int>, bytes: [UInt8])] = [:]
        for _ in 0..<40 {
            // when
            let place = Int.random(in: parts.indices, using: &random)
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { UInt8($0) }
            bytes.withUnsafeBytes { edited.replace([.init(range: parts[place], source: 0..<bytes.count)], from: $0) }
            edits[place] = (parts[place], bytes)
            // then
            let expected = replaced(base, edits)
            #expect(edited.joined() == expected)
            #expect(edited.count == expected.count)
            #expect(edited.edits.count == edits.count)
        }
    }

    /// Pages that follow from each other, or from the same one, written over each other.
    @Test(arguments: 0..<100) func onePageIsWrittenOverAnother(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let parts = (0..<12).map { $0 * 10..<$0 * 10 + Int.random(in: 0...10, using: &random) }
        let base = (0..<120).map { UInt8($0) }
        var pages = [(page: EditedBytes(base), edits: [Int: (range: Range<Int>, bytes: [UInt8])]())]
        var sameLength = 0
        for step in 0..<60 {
            // given pages most of whose parts are as long as before, and so many bytes in all
            let place = Bool.random(using: &random) ? pages.count - 1 : Int.random(in: pages.indices, using: &random)
            var (page, edits) = pages[place]
            var written: [UInt8] = []
            var sources: [EditedBytes.Edit] = []
            for place in Set((0..<3).map { _ in Int.random(in: 0..<12, using: &random) }) {
                let isLong = Int.random(in: 0..<30, using: &random) == 0
                let count = isLong ? 1500 : Int.random(in: 0..<8, using: &random) == 0 ? 3 : parts[place].count
                edits[place] = (parts[place], Array(repeating: UInt8(128 + step), count: count))
                sources.append(.init(range: parts[place], source: written.count..<written.count + count))
                written += Array(repeating: UInt8(128 + step), count: count)
            }
            written.withUnsafeBytes { page.replace(sources, from: $0) }
            let expected = replaced(base, edits)
            #expect(page.joined() == expected)
            for (other, otherEdits) in pages where other.count == page.count {
                sameLength += 1
                // when it is written over one that has as many bytes, and that one over it
                var (memory, otherMemory) = (other.joined(), expected)
                memory.withUnsafeMutableBytes { page.join(to: $0, over: other) }
                otherMemory.withUnsafeMutableBytes { other.join(to: $0, over: page) }
                // then
                #expect(memory == expected)
                #expect(otherMemory == replaced(base, otherEdits))
            }
            pages.append((page, edits))
        }
        #expect(sameLength > 60)
    }

    @Test func whatIsTheSameStaysAsItIs() {
        // given two pages of which the second differs from the first in one part
        var page = EditedBytes(Array(repeating: 1, count: 30))
        func replace(_ range: Range<Int>, by byte: UInt8) {
            Array(repeating: byte, count: range.count).withUnsafeBytes {
                page.replace([.init(range: range, source: 0..<range.count)], from: $0)
            }
        }
        replace(5..<8, by: 2)
        let first = page
        replace(20..<22, by: 3)
        // when
        var memory = [UInt8](repeating: 9, count: 30)
        memory.withUnsafeMutableBytes { page.join(to: $0, over: first) }
        // then nothing else is written
        #expect(memory.filter { $0 != 9 } == [3, 3])
    }
}
