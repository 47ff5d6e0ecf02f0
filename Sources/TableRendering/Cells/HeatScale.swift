package import CascadingTable

/// The colours of the numbers of a column: from the least one by the median, which has none, to the greatest one.
///
/// With the median, a few numbers that are far from the others leave colours to the others.
package struct HeatScale: Sendable {
    private let least, median, greatest: Double

    /// Creates a scale. Returns nil for a column whose numbers are all equal, or that has none.
    package init?(least: FieldValue, median: FieldValue, greatest: FieldValue) {
        guard let least = least.number, let median = median.number, let greatest = greatest.number, least < greatest
        else { return nil }
        (self.least, self.median, self.greatest) = (least, median, greatest)
    }

    /// Creates the scale of some numbers. Other values are ignored.
    package init?(of values: [FieldValue]) {
        let numbers = values.compactMap(\.number).sorted()
        guard let least = numbers.first, let greatest = numbers.last, least < greatest else { return nil }
        // The sum of two huge numbers can be infinite.
        let median = numbers[(numbers.count - 1) / 2] / 2 + numbers[numbers.count / 2] / 2
        (self.least, self.median, self.greatest) = (least, median, greatest)
    }

    /// The number of colours on each side of the median.
    private static let steps = 4.0

    /// Returns the colour of a value: from -4 for the least number to 4 for the greatest one; nil for a value without a colour.
    func colour(of value: FieldValue) -> Int? {
        guard let number = value.number else { return nil }
        let end = number < median ? least : greatest
        // The difference of two huge numbers can be infinite.
        let part = end == median ? 0 : (number / 2 - median / 2) / (end / 2 - median / 2)
        let step = Int((min(max(part, 0), 1) * Self.steps).rounded())
        return step == 0 ? nil : number < median ? -step : step
    }
}
