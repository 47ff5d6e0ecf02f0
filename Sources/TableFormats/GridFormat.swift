import Bytes
import CascadingTable
import TableRendering

/// The styles with padded cells and rules between lines, among them the `tabular` environment of LaTeX.
struct GridFormat: TextTableFormat, ~Copyable {
    var output = ByteWriter(capacity: 4096)
    let rules: TextTableRules
    let columns: [TextTableLayout.Column]
    private let isBold: Bool
    /// The rule between two rows, prepared once.
    private let rowRule: [UInt8]
    /// The kind of the previous line.
    private var previous = Line.none

    private enum Line {
        case none, head, header, row, footer

        var hasCells: Bool { self == .head || self == .row }
    }

    init(_ columns: [TextTableLayout.Column], rules: TextTableRules, isBold: Bool) {
        self.rules = rules
        self.columns = columns
        self.isBold = isBold
        rowRule = rules.row.map { Self.line($0, across: columns, above: true, below: true) } ?? []
    }

    mutating func takeOutput() -> [UInt8] { output.take() }

    mutating func beginTable(title: String) {
        if rules.titles == .command {
            let alignments = columns.map { $0.alignment == .trailing ? "r" : "l" }.joined()
            output.raw("\\begin{tabular}{\(alignments)}\n".utf8)
        }
        rule(rules.top, above: false, below: true)
        cells(columns.map(\.heading), isBold: isBold)
        previous = .head
    }

    mutating func beginSection(title: String?) {
        if let title { self.title(title, .header) }
    }

    mutating func row(_ texts: [String]) {
        separate(from: .row)
        cells(texts)
        previous = .row
    }

    mutating func endSection(title: String?) {
        if let title { self.title(title, .footer) }
    }

    mutating func endTable() {
        if previous == .head, rules.titles != .command { rule(rules.head, above: true, below: false) }
        rule(rules.bottom, above: previous.hasCells, below: false)
        if rules.titles == .command { output.raw("\\end{tabular}\n") }
    }

    private mutating func title(_ text: String, _ line: Line) {
        separate(from: line)
        let isBold = isBold && line == .header
        switch rules.titles {
        case .line: cell(text, isBold: isBold)
        case .spanning: cell(text, width: rules.innerWidth(of: columns), isBold: isBold)
        case .underlined:
            cell(text, isBold: isBold)
            output.raw(repeatElement(0x2D, count: rules.innerWidth(of: columns)))
            output.byte(0x0A)
        case .firstCell: cells([text] + columns.dropFirst().map { _ in "" })
        case .command:
            let text = line == .header ? "\\textbf{\(text)}" : text
            cell("\\multicolumn{\(columns.count)}{l}{\(text)}", isBold: false)
        }
        previous = line
    }

    /// Writes the rule between the previous line and the next one.
    private mutating func separate(from next: Line) {
        switch (previous, next) {
        case (.head, _): rule(rules.head, above: true, below: next.hasCells)
        case (.row, .row): output.raw(rowRule)
        case (_, .header) where rules.titles == .line: output.byte(0x0A)
        default: rule(rules.title, above: previous.hasCells, below: next.hasCells)
        }
    }
}

extension GridFormat {
    /// Writes a line of cells.
    mutating func cells(_ texts: [String], isBold: Bool = false) {
        var line = Array(rules.left.utf8)
        for (index, column) in columns.enumerated() {
            if index > 0 { line.append(contentsOf: rules.between.utf8) }
            var text = texts[index]
            // A line with an empty first cell would continue the line above.
            if index == 0, rules.titles == .underlined, text.allSatisfy(\.isWhitespace) { text = "\\" }
            append(text, to: &line, width: column.width, isTrailing: column.alignment == .trailing, isBold: isBold)
        }
        end(line)
    }

    /// Writes a line with a single cell.
    mutating func cell(_ text: String, width: Int = 0, isBold: Bool) {
        var line = Array(rules.left.utf8)
        append(text, to: &line, width: width, isTrailing: false, isBold: isBold)
        end(line)
    }

    mutating func rule(_ rule: TextTableRules.Rule?, above: Bool, below: Bool) {
        if let rule { output.raw(Self.line(rule, across: columns, above: above, below: below)) }
    }

    /// Returns a rule across the table.
    static func line(
        _ rule: TextTableRules.Rule, across columns: [TextTableLayout.Column], above: Bool, below: Bool
    ) -> [UInt8] {
        let cross =
            switch (above, below) {
            case (true, true): rule.cross
            case (true, false): rule.up
            case (false, true): rule.down
            case (false, false): rule.flat
            }
        let fills = columns.map { column in
            guard rule.marksAlignment else { return String(repeating: rule.fill, count: column.width) }
            let fill = String(repeating: rule.fill, count: column.width + 1)
            return column.alignment == .trailing ? "\(fill):" : ":\(fill)"
        }
        return Array((rule.left + fills.joined(separator: cross) + rule.right + "\n").utf8)
    }

    private func append(_ text: String, to line: inout [UInt8], width: Int, isTrailing: Bool, isBold: Bool) {
        let padding = repeatElement(UInt8(ascii: " "), count: max(width - DisplayWidth.of(text), 0))
        if isTrailing { line.append(contentsOf: padding) }
        if isBold, !text.isEmpty {
            line.append(contentsOf: "\u{1B}[1m\(text)\u{1B}[0m".utf8)
        } else {
            line.append(contentsOf: text.utf8)
        }
        if !isTrailing { line.append(contentsOf: padding) }
    }

    /// Writes a line. Spaces at its end are removed if the style has no right border.
    private mutating func end(_ line: [UInt8]) {
        let end = rules.right.isEmpty ? (line.lastIndex { $0 != 0x20 } ?? -1) + 1 : line.count
        output.raw(line[..<end])
        output.raw(rules.right.utf8)
        output.byte(0x0A)
    }
}
