import Bytes
import CascadingTable

/// A series of numbers, reduced to the points of a small line chart.
struct Sparkline {
    /// A number with its horizontal position, from 0 to 1.
    typealias Point = (place: Double, value: Double)

    let minimum: Double
    let maximum: Double
    let last: Double
    /// The number of values in the series.
    let count: Int
    /// The points of the line. Of a long series, these are the lowest and highest number of each section, and the last
    /// number.
    ///
    /// Numbers that are not finite are left out.
    let points: [Point]

    private static let room = 48

    /// Creates a line; nil if no number is finite.
    init?(_ values: [Double]) {
        let end = Double(max(values.count - 1, 1))
        let finite = values.enumerated().filter { $0.element.isFinite }
        guard let first = finite.first, let last = finite.last else { return nil }
        var (minimum, maximum) = (first.element, first.element)
        var stretches: [(low: Int, high: Int)] = []
        for (order, (_, value)) in finite.enumerated() {
            minimum = min(minimum, value)
            maximum = max(maximum, value)
            let stretch = order * Self.room / max(finite.count, Self.room)
            if stretch == stretches.count { stretches.append((order, order)) }
            if value < finite[stretches[stretch].low].element { stretches[stretch].low = order }
            if value > finite[stretches[stretch].high].element { stretches[stretch].high = order }
        }
        self.minimum = minimum
        self.maximum = maximum
        self.last = last.element
        count = values.count
        // The line always ends at the last number.
        let orders = Set(stretches.flatMap { [$0.low, $0.high] } + [finite.count - 1]).sorted()
        points = orders.map { (Double(finite[$0].offset) / end, finite[$0].element) }
    }

    /// Returns the height of a number, from 0 to 1; 0.5 if all numbers are equal.
    ///
    /// The numbers are halved first, because their range may exceed the largest double.
    func height(of value: Double) -> Double {
        let range = maximum / 2 - minimum / 2
        return range > 0 ? min(max((value / 2 - minimum / 2) / range, 0), 1) : 0.5
    }

    /// The line as block characters, at most one for each section.
    var blocks: String {
        let characters = Array("▁▂▃▄▅▆▇█")
        var columns: [Double] = []
        for point in points {
            let column = Int(point.place * Double(min(count, Self.room) - 1) + 0.5)
            // A gap has the height of the value before it, as in the line.
            while columns.count < column { columns.append(columns.last ?? point.value) }
            if columns.count == column { columns.append(point.value) }
        }
        return String(columns.map { characters[Int(height(of: $0) * 7 + 0.5)] })
    }
}

extension HTMLTableWriter {
    /// Writes an SVG drawing. Its label names the lowest, the highest and the last number.
    mutating func sparkline(_ values: [Double]) {
        guard let line = Sparkline(values) else { return value(.null) }
        word { $0.drawing(of: line) }
    }

    private mutating func drawing(of line: Sparkline) {
        output.raw(
            """
            <svg class="sparkline" role="img" width="96" height="24" viewBox="0 0 96 24" fill="none" \
            stroke="currentColor" aria-label="
            """)
        let numbers = [(Phrase.lowest, line.minimum), (.highest, line.maximum), (.last, line.last)]
        for (index, (phrase, number)) in numbers.enumerated() {
            if index > 0 { output.raw(", ") }
            output.phrase(phrase, words) { [words] in _ = $0.decimal(number, in: words, .automatic) }
        }
        output.raw("\"><polyline points=\"")
        for point in line.points { sparkline(line, point) }
        // A line of length zero is drawn as a dot.
        output.raw("\"/><polyline class=\"last\" points=\"")
        if let end = line.points.last {
            sparkline(line, end)
            sparkline(line, end)
        }
        output.raw("\"/></svg>")
    }

    /// Writes a point of the drawing, with a precision of a tenth of a pixel.
    private mutating func sparkline(_ line: Sparkline, _ point: Sparkline.Point) {
        _ = output.decimal((point.place * 900 + 30).rounded() / 10)
        output.byte(0x2C)
        _ = output.decimal((210 - line.height(of: point.value) * 180).rounded() / 10)
        output.byte(0x20)
    }
}
