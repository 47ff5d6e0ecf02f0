import Bytes
import CascadingTable
import TableRendering

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
