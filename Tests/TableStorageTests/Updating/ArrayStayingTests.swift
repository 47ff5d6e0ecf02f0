import TestSupport
import Testing

@testable import TableStorage

@Suite struct ArrayStayingTests {
    @Test(arguments: 1...300) func `Those that stay are in order, and no more could be`(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let count = Int.random(in: 0...14, using: &random)
        let origins: [Int?] = (0..<count).shuffled(using: &random)
            .map { Int.random(in: 0..<5, using: &random) == 0 ? nil : $0 }

        let staying = origins.indicesOfStaying { $0 }
        let stayed = zip(origins, staying).filter(\.1).map(\.0)

        #expect(stayed.allSatisfy { $0 != nil })
        #expect(stayed.compactMap(\.self) == stayed.compactMap(\.self).sorted())
        // The lengths of the longest increasing runs that end with each origin, computed one by one.
        let known = origins.compactMap(\.self)
        var lengths: [Int] = []
        for (place, origin) in known.enumerated() {
            lengths.append(1 + (zip(known[..<place], lengths).filter { $0.0 < origin }.map(\.1).max() ?? 0))
        }
        #expect(stayed.count == lengths.max() ?? 0)
    }
}
