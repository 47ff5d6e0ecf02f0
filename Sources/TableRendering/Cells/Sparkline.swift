import Bytes
import CascadingTable

/// Numbers in their order as a small line: as many points as there is room for, however many numbers there are.
struct Sparkline {
    /// A number, and how far it is along the line, from 0 to 1.
    typealias Point = (place: Double, value: Double)

    let minimum: Double
    let maximum: Double
    let last: Double
    /// How many numbers there are.
    let count: Int
    /// The finite numbers; where there are many, the lowest and the highest of each of as many stretches as there is
    /// room for, and the last.
    let points: [Point]

    private static let room = 48

    /// Nil where no number is finite.
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
        // The last number is where the line ends, whatever it is.
        let orders = Set(stretches.flatMap { [$0.low, $0.high] } + [finite.count - 1]).sorted()
        points = orders.map { (Double(finite[$0].offset) / end, finite[$0].element) }
    }

    /// How high a number stands, from 0 to 1; halfway where all are equal. Halved first, for the whole range may be
    /// more than a number can hold.
    func height(of value: Double) -> Double {
        let range = maximum / 2 - minimum / 2
        return range > 0 ? min(max((value / 2 - minimum / 2) / range, 0), 1) : 0.5
    }

    /// The line as block characters, at most one for each stretch.
    var blocks: String {
        let characters = Array("▁▂▃▄▅▆▇█")
        var columns: [Double] = []
        for point in points {
            let column = Int(point.place * Double(min(count, Self.room) - 1) + 0.5)
            // A gap is as high as what was before it, as in the line.
            while columns.count < column { columns.append(columns.last ?? point.value) }
            if columns.count == column { columns.append(point.value) }
        }
        return String(columns.map { characters[Int(height(of: $0) * 7 + 0.5)] })
    }
}

extension HTMLTableWriter {
    /// A drawing, which says its lowest, its highest and its last number.
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
        let numbers = [(words.lowest, line.minimum), (words.highest, line.maximum), (words.last, line.last)]
        for (index, (phrase, number)) in numbers.enumerated() {
            if index > 0 { output.raw(", ") }
            output.phrase(phrase) { [language = words.language] in _ = $0.decimal(number, in: language, .automatic) }
        }
        output.raw("\"><polyline points=\"")
        for point in line.points { sparkline(line, point) }
        // A line of no length is drawn as a dot.
        output.raw("\"/><polyline class=\"last\" points=\"")
        if let end = line.points.last {
            sparkline(line, end)
            sparkline(line, end)
        }
        output.raw("\"/></svg>")
    }

    /// A point of the drawing, to the tenth of a pixel.
    private mutating func sparkline(_ line: Sparkline, _ point: Sparkline.Point) {
        _ = output.decimal((point.place * 900 + 30).rounded() / 10)
        output.byte(0x2C)
        _ = output.decimal((210 - line.height(of: point.value) * 180).rounded() / 10)
        output.byte(0x20)
    }
}
