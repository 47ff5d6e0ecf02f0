import CascadingTable
import Testing

@testable import TableRendering

@Suite struct HeatScaleTests {
    @Test func theMedianHasNoColour() throws {
        let scale = try #require(HeatScale(least: .integer(-8), median: .integer(0), greatest: .decimal(1000)))
        let values: [FieldValue] = [
            .integer(-8), .integer(-4), .integer(0), .integer(1), .integer(500), .number("1e3"),
        ]
        #expect(values.map(scale.colour) == [-4, -2, nil, nil, 2, 4])
    }

    /// Rows can change after the scale was computed.
    @Test func numbersBeyondTheEndsHaveTheirColour() throws {
        let scale = try #require(HeatScale(least: .integer(1), median: .integer(1), greatest: .integer(3)))
        let values: [FieldValue] = [.integer(0), .integer(1), .integer(9), .null, .text("9"), .decimal(.nan)]
        #expect(values.map(scale.colour) == [nil, nil, 4, nil, nil, nil])
    }

    @Test func theMedianOfAnEvenCountIsBetweenTwo() throws {
        let scale = try #require(HeatScale(of: [.integer(40), .integer(4)]))
        #expect([4, 22, 40].map { scale.colour(of: .integer($0)) } == [-4, nil, 4])
    }

    @Test func hugeNumbersHaveColours() throws {
        let greatest = Double.greatestFiniteMagnitude
        let scale = try #require(
            HeatScale(of: [.decimal(-greatest), .integer(0), .decimal(greatest), .null, .text("x")]))
        #expect([-greatest, greatest, greatest / 2].map { scale.colour(of: .decimal($0)) } == [-4, 4, 2])
    }

    @Test(
        arguments: [[], [.null, .text("1")], [.integer(3), .integer(3)], [.decimal(.infinity), .integer(1)]]
            as [[FieldValue]])
    func equalNumbersHaveNoScale(values: [FieldValue]) {
        #expect(HeatScale(of: values) == nil)
    }
}
