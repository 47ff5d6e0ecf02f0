import CascadingTable
import TestSupport
import Testing

@Suite struct HashingDifferTests {
    private func difference(_ old: String, _ new: String) -> ListDifference {
        HashingDiffer().difference(from: Array(old), to: Array(new))
    }

    @Test(
        arguments: [
            ("", "", [], [], []), ("abc", "abc", [], [], []),
            ("", "ab", [], [0, 1], []), ("ab", "", [0, 1], [], []),
            ("abc", "xabyc", [], [0, 3], []), ("abcd", "bd", [0, 2], [], []),
            ("abcd", "acbd", [], [], [[2, 1]]), ("abcd", "bcda", [], [], [[0, 3]]), ("abcd", "dabc", [], [], [[3, 0]]),
            ("abcde", "xecab", [3], [0], [[4, 1], [2, 2]]), ("abc", "xyz", [0, 1, 2], [0, 1, 2], []),
        ] as [(String, String, [Int], [Int], [[Int]])])
    func `What has come, gone and moved is found, as little as can be`(
        old: String, new: String, deletions: [Int], insertions: [Int], moves: [[Int]]
    ) {
        let difference = difference(old, new)
        #expect(difference.deletions == deletions)
        #expect(difference.insertions == insertions)
        #expect(difference.moves.map { [$0.from, $0.to] } == moves)
        #expect(difference.isEmpty == (old == new))
    }

    @Test(arguments: 1...300) func `It leads from any list to any other`(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        func list() -> [Int] {
            Array((0..<14).shuffled(using: &random).prefix(Int.random(in: 0...14, using: &random)))
        }
        let old = list(), new = list()

        let difference = HashingDiffer().difference(from: old, to: new)

        #expect(difference.deletions.map { old[$0] } == old.filter { !new.contains($0) })
        #expect(difference.insertions.map { new[$0] } == new.filter { !old.contains($0) })
        #expect(difference.moves.allSatisfy { old[$0.from] == new[$0.to] })
        let gone = Set(difference.deletions + difference.moves.map(\.from))
        var result = old.indices.filter { !gone.contains($0) }.map { old[$0] }
        for place in (difference.insertions + difference.moves.map(\.to)).sorted() {
            result.insert(new[place], at: place)
        }
        #expect(result == new)
    }

    @Test func `Identities that are there twice, which there should not be, do not stop it`() {
        for old in ["", "a", "aa", "aba", "aabb"] {
            for new in ["", "a", "aa", "bab", "bbaa"] { _ = difference(old, new) }
        }
    }
}
