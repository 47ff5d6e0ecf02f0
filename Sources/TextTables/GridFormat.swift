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
