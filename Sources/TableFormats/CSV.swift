import Bytes
import CascadingTable
public import TableRendering

extension TableFormat {
    /// Comma-separated values (RFC 4180).
    public static let csv = styled(
        "CSV", fileExtension: "csv", type: "csv", style: .csv, isForFiles: true,
        parameter: Parameter("_bom", values: ["0", "1"]))
}

extension TableFormat.Options {
    /// A Boolean value that indicates whether the text begins with a mark. The variant of CSV asks for it, too: `_bom=1`.
    fileprivate var beginsWithMark: Bool { hasByteOrderMark || variant == "1" }
}

/// The formats CSV and TSV: one line for each row, with equally many fields in each line.
struct DelimitedFormat: TextTableFormat, ~Copyable {
    var output = ByteWriter(capacity: 4096)
    private let columns: [TextTableLayout.Column]
    private let texts: TextTableTexts
    /// A Boolean value that indicates whether the first column contains the titles of the sections.
    private let hasSections: Bool
    private var section = ""

    private var isComma: Bool { texts.style == .csv }
    private var separator: UInt8 { isComma ? DelimitedText.comma : DelimitedText.tab }

    init(_ columns: [TextTableLayout.Column], hasSections: Bool, _ texts: TextTableTexts) {
        (self.columns, self.hasSections, self.texts) = (columns, hasSections, texts)
    }

    mutating func takeOutput() -> [UInt8] { output.take() }

    mutating func beginTable(title: String) {
        section = "section"
        if texts.configuration.beginsWithMark { output.raw("\u{FEFF}") }
        // A reader finds the encoding, JSON and the separator from the headings. Those in quotation marks do not mislead it.
        row(
            columns.map { column in
                let (utf8, first) = (column.heading.utf8, column.heading.utf8.first ?? 0)
                let misleads = utf8.contains(where: ",;|\t".utf8.contains) || "{[\u{FEFF}".utf8.contains(first)
                return misleads && first != UInt8(ascii: "\"") ? "\"\(column.heading)\"" : column.heading
            })
    }

    mutating func beginSection(title: String?) {
        section = title ?? ""
    }

    mutating func row(_ texts: [String]) {
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
        case .decimal(let decimal):
            if !output.floatingPoint(decimal) { output.raw(FieldValue.decimal(decimal).formText.utf8) }
        case .boolean(let boolean): output.raw(boolean ? "true" : "false")
        case .number(let text): output.append(UnsafeRawBufferPointer(rebasing: bytes[text.range]))
        case .text(let text):
            let text = UnsafeRawBufferPointer(rebasing: bytes[text.range])
            output.delimited(text, separator: separator, isGuarded: texts.configuration.guardsFormulas)
        case .other(let place):
            let value = batch.others[Int(place)]
            let isGuarded = texts.configuration.guardsFormulas && !value.isNumber
            var data = value.data
            if case .bytes = value { return output.raw(data.utf8) }
            if data.isEmpty { return }
            data.withUTF8 {
                output.delimited(UnsafeRawBufferPointer($0), separator: separator, isGuarded: isGuarded)
            }
        }
    }

    private mutating func beginLine() {
        guard hasSections else { return }
        output.raw(section.utf8)
        separate()
    }

    private mutating func separate() { output.byte(separator) }

    private mutating func endLine() { if isComma { output.raw("\r\n") } else { output.byte(0x0A) } }

    mutating func endSection(title: String?) {}

    mutating func endTable() {}
}

/// The escaping of text in CSV and TSV fields.
enum DelimitedText {
    static let comma = UInt8(ascii: ",")
    static let tab = UInt8(ascii: "\t")

    /// Returns a CSV or TSV field.
    ///
    /// Text with a quotation mark, a separator or a line end is put in quotation marks (RFC 4180, 2). So is an empty text, which is
    /// not NULL, and a text that could be taken for bytes.
    static func escaped(_ text: String, separator: UInt8) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            ByteWriter.text { $0.delimited(UnsafeRawBufferPointer(utf8), separator: separator, isGuarded: false) }
        }
    }

    /// Returns whether spreadsheets read a text as a formula.
    ///
    /// A text that is only a number with a sign is none.
    static func isFormula(_ text: UnsafeRawBufferPointer) -> Bool {
        switch text.first {
        case 0x09, 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: "@"): return true
        case UInt8(ascii: "+"), UInt8(ascii: "-"): return !isNumber(text.dropFirst())
        // Some spreadsheets read ＝, ＋, － and ＠ like their narrow forms.
        case 0xEF: return ["＝", "＋", "－", "＠"].contains { text.starts(with: $0.utf8) }
        default: return false
        }
    }

    /// Returns whether a text is digits with points and commas between them, and perhaps an exponent.
    private static func isNumber(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        let rest = text.drop { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        guard text[..<rest.startIndex].contains(where: isDigit) else { return false }
        guard let first = rest.first else { return true }
        let sign = rest.dropFirst().first
        let isSigned = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
        let exponent = rest.dropFirst(isSigned ? 2 : 1)
        return first | 0x20 == UInt8(ascii: "e") && !exponent.isEmpty && exponent.allSatisfy(isDigit)
    }
}

extension ByteWriter {
    /// Writes a text as a CSV or TSV field.
    ///
    /// - Parameters:
    ///   - utf8: The text.
    ///   - separator: The byte between two fields.
    ///   - isGuarded: Whether an apostrophe keeps spreadsheets from reading the text as a formula.
    mutating func delimited(_ utf8: UnsafeRawBufferPointer, separator: UInt8, isGuarded: Bool) {
        let needsApostrophe = isGuarded && DelimitedText.isFormula(utf8)
        let needsQuotes =
            utf8.isEmpty || utf8.contains { $0 == 0x22 || $0 == separator || $0 == 0x0A || $0 == 0x0D }
            || utf8.count > 1 && utf8[0] == UInt8(ascii: "\\") && utf8[1] == UInt8(ascii: "x")
        if needsQuotes { byte(0x22) }
        if needsApostrophe { byte(UInt8(ascii: "'")) }
        if needsQuotes { escaped(utf8, QuotedContext.self) } else { append(utf8) }
        if needsQuotes { byte(0x22) }
    }
}

/// The escaping in quoted fields.
private enum QuotedContext: EscapingContext {
    static func isClean(_ byte: UInt8) -> Bool { byte != 0x22 }
    static func escapeMask(_ bytes: UInt64) -> UInt64 { bytes.mask(of: 0x22) }
    static func replacement(for byte: UInt8) -> EscapedByte { EscapedByte("\"\"") }
}
