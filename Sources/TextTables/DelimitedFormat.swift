import Bytes
import CascadingTable
import TableRendering

/// The formats CSV and TSV: one line for each row, with equally many fields in each line.
struct DelimitedFormat: TextTableFormat, ~Copyable {
    var output = ByteWriter(capacity: 4096)
    private let columns: [TextTableLayout.Column]
    private let texts: TextTableTexts
    /// A Boolean value that indicates whether the first column contains the titles of the sections.
    private let hasSections: Bool
    private var section = ""

    private var isComma: Bool { texts.style == .csv }

    init(_ columns: [TextTableLayout.Column], hasSections: Bool, _ texts: TextTableTexts) {
        (self.columns, self.hasSections, self.texts) = (columns, hasSections, texts)
    }

    mutating func takeOutput() -> [UInt8] { output.take() }

    mutating func beginTable(title: String) {
        section = "section"
        row(columns.map(\.heading))
    }

    mutating func beginSection(title: String?) {
        section = title ?? ""
    }

    mutating func row(_ texts: [String]) {
        // Many CSV readers skip empty lines.
        if isComma, !hasSections, texts == [""] { output.raw("\"\"") }
        beginLine()
        for (index, text) in texts.enumerated() {
            if index > 0 { separate() }
            output.raw(text.utf8)
        }
        endLine()
    }

    mutating func row(_ row: TableRow) -> Bool {
        // Only the columns of the table can be written directly. Columns of cells need texts.
        guard columns.count > 1, !row.record.hasCell,
            columns.count == row.section.rows.fieldNames.count, texts.configuration.formatters.isEmpty
        else { return false }
        beginLine()
        let batch = row.section.rows
        let start = Int(row.record.start)
        batch.bytes.withUnsafeBytes { bytes in
            for column in columns.indices {
                if column > 0 { separate() }
                write(batch.values[start + column], of: batch, bytes)
            }
        }
        endLine()
        return true
    }

    private mutating func write(_ value: RowBatch.Value, of batch: RowBatch, _ bytes: UnsafeRawBufferPointer) {
        switch value {
        case .null: break
        case .integer(let integer): output.integer(integer)
        case .decimal(let decimal): if !output.floatingPoint(decimal) { output.raw(decimal.description.utf8) }
        case .boolean(let boolean): output.raw(boolean ? "true" : "false")
        case .text(let text):
            let text = UnsafeRawBufferPointer(rebasing: bytes[text.range])
            output.delimited(text, isComma: isComma, isGuarded: texts.configuration.guardsFormulas)
        case .other(let place):
            let value = batch.others[Int(place)]
            let isGuarded = texts.configuration.guardsFormulas && !value.isNumber
            var data = value.data
            data.withUTF8 {
                output.delimited(UnsafeRawBufferPointer($0), isComma: isComma, isGuarded: isGuarded)
            }
        }
    }

    private mutating func beginLine() {
        guard hasSections else { return }
        output.raw(section.utf8)
        separate()
    }

    private mutating func separate() { output.byte(isComma ? 0x2C : 0x09) }

    private mutating func endLine() { if isComma { output.raw("\r\n") } else { output.byte(0x0A) } }

    mutating func endSection(title: String?) {}

    mutating func endTable() {}
}
