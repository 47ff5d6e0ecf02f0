package import Bytes
import CascadingTable

/// Draws charts as SVG. Colours are attributes, which the style sheet of a page replaces.
///
/// Each number is the title of its mark, as formats for programs write it.
package struct SVGWriter: ~Copyable {
    package var output = ByteWriter(capacity: 16 * 1024)
    private let words: Words
    private let chart: Chart
    private var height = 0.0

    private static let width = 480.0
    private static let (accent, fall) = ("#0a5fc2", "#c8231d")
    /// The colours of series, which people who do not see all colours tell apart.
    private static let colours = [
        "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a8a8a", "#b8a800", "#7a5195", "#5c8a00",
        "#b55d60", "#3d6b6b",
    ]
    private static let (line, character, legend) = (20.0, 6.3, 18.0)

    package init(_ chart: Chart, words: Words) { (self.chart, self.words) = (chart, words) }

    /// Draws the chart.
    ///
    /// - Parameter isFile: Whether the drawing is a file of its own, on white.
    package mutating func draw(isFile: Bool) {
        let hasLegend = chart.series.count > 1 && chart.kind != .heat
        let top = 28 + (hasLegend ? Self.legend * Double((chart.series.count + 3) / 4) : 0)
        let count = Double(chart.categories.count)
        height =
            switch chart.kind {
            case .bars: top + Self.line * count * Double(max(chart.series.count, 1)) + 8
            case .stacked: top + Self.line * count + 8
            case .heat: top + Self.line * (count + 1) + 8
            case .columns, .line, .points: top + 300
            }
        output.raw(Self.start(height: height, chart.title))
        if isFile { output.markup(##"<rect width="100%" height="100%" fill="#fff"/>"##) }
        text(chart.title, x: 8, y: 17, weight: "600")
        if chart.leftOut > 0 {
            text(
                words.fill(.chartLeavesOut, with: words.number(chart.leftOut)), x: Self.width - 8, y: 17, anchor: "end")
        }
        if hasLegend { legend() }
        switch chart.kind {
        case .bars, .stacked: bars(below: top)
        case .heat: cells(below: top)
        case .columns, .line, .points: axes(below: top)
        }
        output.raw("</svg>")
    }

    /// Returns the bytes of the first tag.
    private static func start(height: Double, _ title: String) -> [UInt8] {
        let (width, height) = (String(Int(width)), String(Int(height)))
        let tag: Markup = ##"""
            <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="\##(clean(title))" viewBox="0 0 \##(width) \##(height)" \##
            width="\##(width)" height="\##(height)" direction="ltr" font-family="system-ui, sans-serif" font-size="11" \##
            color="#16181c" fill="currentColor">
            """##
        return tag.bytes
    }

    /// Returns a drawing with a sentence in place of a chart.
    package static func note(_ text: String) -> [UInt8] {
        let note: Markup = ##"""
            <rect width="100%" height="100%" fill="#fff"/><text x="8" y="24">\##(clean(text))</text></svg>
            """##
        return start(height: 40, text) + note.bytes
    }

    /// Returns a text without the characters that XML does not have (XML 1.0, 2.2).
    private static func clean(_ text: String) -> String {
        func isOfXML(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE }
        guard !text.unicodeScalars.allSatisfy(isOfXML) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isOfXML($0) ? $0 : " " }))
    }

    // MARK: - Parts

    private mutating func text(
        _ text: String, x: Double, y: Double, anchor: StaticString = "start", weight: StaticString = "400"
    ) {
        output.markup(
            #"<text x="\#(px(x))" y="\#(px(y))" text-anchor="\#("\(anchor)")" font-weight="\#("\(weight)")">\#(Self.clean(text))</text>"#
        )
    }

    private func px(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() ? String(Int(tenths)) : "\(tenths)"
    }

    /// Returns a text of at most so many characters.
    private func short(_ text: String, _ limit: Int) -> String {
        text.count > limit ? "\(text.prefix(max(limit - 1, 1)))…" : text
    }

    private func colour(_ series: Int) -> String {
        chart.series.count < 2 ? Self.accent : Self.colours[series % Self.colours.count]
    }

    /// Returns the format of some numbers, which all have so many decimals that the greatest one has three digits.
    private static func format(_ numbers: some Sequence<Double>) -> TableViewColumn.NumberFormat {
        let (greatest, areIntegers) = numbers.reduce((0.0, true)) { found, number in
            (max(found.0, number.magnitude), found.1 && number == number.rounded())
        }
        return areIntegers || greatest >= 100 ? .decimals(0) : .decimals(greatest >= 10 ? 1 : greatest >= 1 ? 2 : 3)
    }

    private func shown(_ number: Double, _ format: TableViewColumn.NumberFormat) -> String {
        ByteWriter.text { writer in
            if format == .decimals(0), let integer = Int64(exactly: number.rounded()) {
                writer.integer(integer, in: words, .grouped)
            } else {
                _ = writer.decimal(number, in: words, format)
            }
        }
    }

    /// Returns the title of the mark of a value.
    private func title(_ category: Chart.Category, _ series: Int) -> String {
        let name = chart.series.count > 1 ? "\(category.label), \(chart.series[series])" : category.label
        return Self.clean("\(name): \(category.values[series].data)")
    }

    private mutating func legend() {
        for (index, name) in chart.series.enumerated() {
            let x = 8 + Double(index % 4) * (Self.width - 16) / 4
            let y = 28 + Double(index / 4) * Self.legend
            output.markup(
                #"<rect class="s\#(String(index))" x="\#(px(x))" y="\#(px(y))" width="10" height="10" fill="\#(colour(index))"/>"#
            )
            text(short(name, 20), x: x + 15, y: y + 9.5)
        }
    }

    /// Draws a bar with its title. A single series has the accent of the page.
    private mutating func bar(
        _ category: Chart.Category, _ series: Int, x: Double, y: Double, width: Double, height: Double
    ) {
        output.markup(
            ##"""
            <rect class="\##(chart.series.count < 2 ? "mark" : "s\(series)")" x="\##(px(x))" y="\##(px(y))" \##
            width="\##(px(max(width, 0.5)))" height="\##(px(max(height, 0.5)))" fill="\##(colour(series))" stroke="#fff" \##
            stroke-width="\##(chart.kind == .stacked ? "1" : "0")"><title>\##(title(category, series))</title></rect>
            """##)
    }

    /// The least and the greatest value, with zero.
    private var range: (low: Double, high: Double) {
        var (low, high) = (0.0, 0.0)
        for category in chart.categories {
            let numbers = category.values.map { $0.number ?? 0 }
            let all = chart.kind == .stacked ? [numbers.reduce(0) { $0 + max($1, 0) }] : numbers
            for number in all { (low, high) = (min(low, number), max(high, number)) }
        }
        // Half of a range is finite.
        return low == high ? (0, 1) : (low, high)
    }

    /// Returns the part of a range from its beginning to a value, from 0 to 1.
    private static func part(_ value: Double, of range: (low: Double, high: Double)) -> Double {
        let part = (value / 2 - range.low / 2) / (range.high / 2 - range.low / 2)
        return part.isFinite ? min(max(part, 0), 1) : 0
    }

    // MARK: - Bars

    private mutating func bars(below top: Double) {
        let (range, isStacked) = (range, chart.kind == .stacked)
        let format = Self.format(chart.categories.lazy.flatMap { $0.values.compactMap(\.number) })
        let longest = chart.categories.map { min($0.label.count, 26) }.max() ?? 0
        let start = 16 + Double(longest) * Self.character
        let room = Self.width - start - 76
        let zero = start + Self.part(0, of: range) * room
        var y = top
        for category in chart.categories {
            text(short(category.label, 26), x: start - 8, y: y + 14, anchor: "end")
            var x = zero
            for (index, value) in category.values.enumerated() {
                guard let number = value.number else {
                    if !isStacked { y += Self.line }
                    continue
                }
                let end = start + Self.part(number, of: range) * room
                if isStacked {
                    let width = max(end - zero, 0)
                    bar(category, index, x: x, y: y + 3, width: width, height: Self.line - 6)
                    x += width
                } else {
                    bar(category, index, x: min(zero, end), y: y + 3, width: abs(end - zero), height: Self.line - 6)
                    text(shown(number, format), x: max(zero, end) + 6, y: y + 14)
                    y += Self.line
                }
            }
            if isStacked {
                text(shown(category.total, format), x: x + 6, y: y + 14)
                y += Self.line
            }
        }
    }

    // MARK: - Cells

    private mutating func cells(below top: Double) {
        let numbers = chart.categories.flatMap { $0.values.compactMap(\.number) }
        let range = (low: numbers.min() ?? 0, high: numbers.max() ?? 0)
        let format = Self.format(numbers)
        let longest = chart.categories.map { min($0.label.count, 20) }.max() ?? 0
        let start = 16 + Double(longest) * Self.character
        let width = (Self.width - start - 8) / Double(max(chart.series.count, 1))
        let letters = Int(width / Self.character)
        let widest = Double(chart.series.map { min($0.count, 10) }.max() ?? 1) * Self.character + 6
        let step = max(Int((widest / width).rounded(.up)), 1)
        for (index, name) in chart.series.enumerated() where index % step == 0 {
            text(short(name, 10), x: start + (Double(index) + 0.5) * width, y: top + 15, anchor: "middle")
        }
        for (row, category) in chart.categories.enumerated() {
            let y = top + Double(row + 1) * Self.line
            text(short(category.label, 20), x: start - 8, y: y + 14, anchor: "end")
            for (index, value) in category.values.enumerated() {
                guard let number = value.number else { continue }
                let x = start + Double(index) * width
                // Numbers below zero have a colour of their own, and a sign.
                let greatest = max(range.high.magnitude, range.low.magnitude)
                let share = range.low < 0 ? number.magnitude / greatest : Self.part(number, of: range)
                let shade = range.low == range.high ? 0.3 : 0.06 + 0.5 * share
                output.markup(
                    #"""
                    <rect class="\#(number < 0 ? "fall" : "mark")" x="\#(px(x))" y="\#(px(y))" \#
                    width="\#(px(max(width - 1, 0.5)))" height="\#(px(Self.line - 1))" \#
                    fill="\#(number < 0 ? Self.fall : Self.accent)" fill-opacity="\#(ratio(shade))">\#
                    <title>\#(title(category, index))</title></rect>
                    """#)
                let text = shown(number, format)
                if text.count <= letters { self.text(text, x: x + width / 2, y: y + 14, anchor: "middle") }
            }
        }
    }

    private func ratio(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

    // MARK: - Axes

    private mutating func axes(below top: Double) {
        let range = range
        let step = Self.step(of: range)
        let low = (range.low / step).rounded(.down) * step
        let high = (range.high / step).rounded(.up) * step
        let ticks = (0...12).map { low + Double($0) * step }.filter { $0 <= high * 1.000001 || $0 == low }
        let format = Self.format(ticks)
        let labels = ticks.map { shown($0, format) }
        let start = 20 + Double(labels.map(\.count).max() ?? 0) * Self.character
        let (end, bottom, room) = (Self.width - 16, top + 262, 250.0)
        let y = { (value: Double) in bottom - Self.part(value, of: (low, high)) * room }
        for (tick, label) in zip(ticks, labels) {
            output.markup(
                #"""
                <path d="M\#(px(start)) \#(px(y(tick)))H\#(px(end))" stroke="currentColor" \#
                stroke-opacity="\#(tick == 0 ? "0.5" : "0.15")"/>
                """#)
            text(label, x: start - 8, y: y(tick) + 4, anchor: "end")
        }
        let count = Double(chart.categories.count)
        let isColumns = chart.kind == .columns
        let places = (low: chart.categories.first?.place ?? 0, high: chart.categories.last?.place ?? 0)
        let isSpread = isColumns || places.low >= places.high
        let x = chart.categories.enumerated().map { index, category in
            isSpread
                ? start + (Double(index) + 0.5) / count * (end - start)
                : start + 8 + Self.part(category.place, of: places) * (end - start - 16)
        }
        let letters = Double(chart.categories.map { min($0.label.count, 11) }.max() ?? 1) + 1
        let every = max(Int((count * letters * Self.character / (end - start)).rounded(.up)), 1)
        for (index, category) in chart.categories.enumerated() where index % every == 0 {
            text(short(category.label, 11), x: x[index], y: bottom + 18, anchor: "middle")
        }
        for series in chart.series.indices {
            if isColumns {
                let width = (end - start) / count / Double(chart.series.count) * 0.86
                for (index, category) in chart.categories.enumerated() {
                    guard let number = category.values[series].number else { continue }
                    let left = x[index] + (Double(series) - Double(chart.series.count) / 2) * width
                    let (from, to) = (y(max(number, 0)), y(min(number, 0)))
                    bar(category, series, x: left, y: from, width: width, height: to - from)
                }
            } else {
                line(
                    series,
                    chart.categories.enumerated().map { index, category in
                        category.values[series].number.map { (x: x[index], y: y($0)) }
                    })
            }
        }
    }

    /// Draws the line and the points of a series. A line ends where a value is missing.
    private mutating func line(_ series: Int, _ points: [(x: Double, y: Double)?]) {
        let name = chart.series.count < 2 ? "mark" : "s\(series)"
        if chart.kind == .line {
            var (path, isOpen) = ("", false)
            for point in points {
                if let point { path += "\(isOpen ? "L" : "M")\(px(point.x)) \(px(point.y))" }
                isOpen = point != nil
            }
            output.markup(
                #"<path class="\#(name)" d="\#(path)" fill="none" stroke="\#(colour(series))" stroke-width="1.5"/>"#)
        }
        let radius = points.count > 200 ? "1.5" : "3"
        for (index, point) in points.enumerated() {
            guard let point else { continue }
            output.markup(
                #"""
                <circle class="\#(name)" cx="\#(px(point.x))" cy="\#(px(point.y))" r="\#(radius)" \#
                fill="\#(colour(series))"><title>\#(title(chart.categories[index], series))</title></circle>
                """#)
        }
    }

    /// Returns the distance of the lines of an axis: 1, 2 or 5 times a power of ten, so that there are at most ten.
    private static func step(of range: (low: Double, high: Double)) -> Double {
        let least = (range.high / 2 - range.low / 2) / 3
        var step = 1.0
        while step < least, step < 1e300 { step *= 10 }
        while step / 10 >= least, step > 1e-300 { step /= 10 }
        return [step / 5, step / 2, step].first { $0 >= least } ?? step
    }
}
