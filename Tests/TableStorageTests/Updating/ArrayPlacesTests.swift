import TestSupport
import Testing

@testable import TableStorage

@Suite struct ArrayPlacesTests {
    @Test(arguments: 1...200) func `Removing and inserting at places is as one by one`(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let elements = Array(0..<Int.random(in: 0...12, using: &random))
        let isRun = Bool.random(using: &random)
        let places =
            isRun
            ? Array(elements.indices.dropFirst(2).prefix(Int.random(in: 0...4, using: &random)))
            : elements.indices.filter { _ in Bool.random(using: &random) }

        var left = elements
        left.remove(at: places.shuffled(using: &random))
        #expect(left == elements.filter { !places.contains($0) })

        left.insert(places.map { ($0, $0) }.shuffled(using: &random))
        #expect(left == elements)
    }
}
