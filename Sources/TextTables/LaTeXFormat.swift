import Bytes
import CascadingTable
import TableRendering

/// The style `latex`: a `tabular` environment with rules around the table, the headings and the titles.
struct LaTeXFormat: TextTableFormat, ~Copyable {
    var output = ByteWriter(capacity: 4096)
    private let columns: [TextTableLayout.Column]
    /// A Boolean value that indicates whether the last line is a rule.
    private var isRuled = false

    init(_ columns: [TextTableLayout.Column]) {
        self.columns = columns
    }

    mutating func takeOutput() -> [UInt8] { output.take() }

    mutating func beginTable(title: String) {
        let alignments = columns.map { $0.alignment == .trailing ? "r" : "l" }.joined()
        output.raw("\\begin{tabular}{\(alignments)}\n".utf8)
        rule()
        row(columns.map(\.heading))
        rule()
    }

    mutating func beginSection(title: String?) {
        if let title { self.title("\\textbf{\(title)}") }
    }

    mutating func row(_ texts: [String]) {
        for (index, column) in columns.enumerated() {
            if index > 0 { output.raw(" & ") }
            let padding = repeatElement(UInt8(ascii: " "), count: max(column.width - DisplayWidth.of(texts[index]), 0))
            if column.alignment == .trailing { output.raw(padding) }
            output.raw(texts[index].utf8)
            if column.alignment == .leading { output.raw(padding) }
        }
        endLine()
    }

    mutating func endSection(title: String?) {
        if let title { self.title(title) }
    }

    mutating func endTable() {
        rule()
        output.raw("\\end{tabular}\n")
    }

    private mutating func title(_ text: String) {
        rule()
        output.raw("\\multicolumn{\(columns.count)}{l}{\(text)}".utf8)
        endLine()
        rule()
    }

    private mutating func endLine() {
        output.raw(" \\\\\n")
        isRuled = false
    }

    private mutating func rule() {
        if !isRuled { output.raw("\\hline\n") }
        isRuled = true
    }
}
