import CascadingTable
import TestSupport
import Testing

@testable import TableRendering

@Suite struct SparklineTests {
    @Test(
        arguments: [
            ([1, 2, 3, 4, 5, 6, 7, 8], "▁▂▃▄▅▆▇█"), ([8, 1], "█▁"), ([5], "▅"), ([5, 5], "▅▅"), ([0, .nan, 7], "▁▁█"),
            ([.nan, 0, 7], "▁▁█"), ([-.infinity, 3, .infinity], "▅▅"),
            ([-.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude], "▁▅█"),
        ] as [([Double], String)])
    func `A line is drawn by blocks`(values: [Double], blocks: String) {
        #expect(Sparkline(values)?.blocks == blocks)
    }

    @Test(arguments: [[], [.nan], [.infinity, -.infinity]] as [[Double]])
    func `Without a finite number there is no line`(values: [Double]) {
        #expect(Sparkline(values) == nil)
        #expect(FieldValue.sparkline(values).text == "")
    }

    @Test func `Ten thousand numbers take the room of some, and keep their extremes`() throws {
        // given
        var values = (0..<10_000).map { Double($0 % 97) }
        values[6_543] = 1_000
        values[1_234] = -1_000
        // when
        let line = try #require(Sparkline(values))
        // then
        #expect(line.points.count <= 97)
        #expect(line.points.last?.value == line.last)
        #expect(line.points.contains { $0.value == 1_000 } && line.points.contains { $0.value == -1_000 })
        #expect((line.minimum, line.maximum, line.last) == (-1_000, 1_000, Double(9_999 % 97)))
        #expect(line.blocks.count == 48)
    }

    @Test func `Whatever the numbers are, each point is in the drawing and after the one before`() {
        let special: [Double] = [
            .nan, .infinity, -.infinity, 0, -0.0, 1, -1, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
            .leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne, 1e300, -1e-300,
        ]
        var random = SeededRandomNumberGenerator(seed: 4)
        for _ in 0..<2_000 {
            // given
            let values = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? special.randomElement(using: &random) ?? 0 : Double.random(in: -1e6...1e6, using: &random)
            }
            // when
            let line = Sparkline(values)
            // then
            #expect((line == nil) == !values.contains(where: \.isFinite))
            guard let line else { continue }
            #expect(line.points.allSatisfy { (0...1).contains($0.place) && $0.value.isFinite })
            #expect(line.points.last?.value == values.last(where: \.isFinite))
            #expect(line.points.allSatisfy { (0...1).contains(line.height(of: $0.value)) })
            #expect(zip(line.points, line.points.dropFirst()).allSatisfy { $0.place < $1.place })
            #expect((1...min(values.count, 48)).contains(line.blocks.count))
        }
    }
}
