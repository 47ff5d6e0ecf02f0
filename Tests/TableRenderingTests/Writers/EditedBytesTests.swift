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
}
