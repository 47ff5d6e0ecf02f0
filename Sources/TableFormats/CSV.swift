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

    init(_ columns: [TextTableLayout.Column], hasSections: Bool, _ texts: TextTableTexts) {
        (self.columns, self.hasSections, self.texts) = (columns, hasSections, texts)
    }

    mutating func takeOutput() -> [UInt8] { output.take() }

    mutating func beginTable(title: String) {
        section = "section"
        if texts.configuration.beginsWithMark { output.raw("\u{FEFF}") }
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
        case .number(let text): output.append(UnsafeRawBufferPointer(rebasing: bytes[text.range]))
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

/// The escaping of text in CSV and TSV fields.
enum DelimitedText {
    /// Returns a CSV or TSV field.
    ///
    /// In CSV, text with a quote, a comma or a line end is put in quotes (RFC 4180, 2). In TSV, tabs, line ends and
    /// backslashes become a backslash and a letter.
    static func escaped(_ text: String, isComma: Bool) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            ByteWriter.text { $0.delimited(UnsafeRawBufferPointer(utf8), isComma: isComma, isGuarded: false) }
        }
    }

    /// Returns whether spreadsheets read a text as a formula.
    ///
    /// A text that is only a number with a sign is none. Readers of TSV may remove the quotation marks at the beginning,
    /// which CSV doubles.
    static func isFormula(_ utf8: UnsafeRawBufferPointer, isComma: Bool) -> Bool {
        let text = isComma ? utf8[...] : utf8.drop { $0 == UInt8(ascii: "\"") }
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
    ///   - isComma: Whether the format is CSV. Otherwise it is TSV.
    ///   - isGuarded: Whether an apostrophe keeps spreadsheets from reading the text as a formula.
    mutating func delimited(_ utf8: UnsafeRawBufferPointer, isComma: Bool, isGuarded: Bool) {
        let needsApostrophe = isGuarded && DelimitedText.isFormula(utf8, isComma: isComma)
        if isComma {
            let needsQuotes = utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
            if needsQuotes { byte(0x22) }
            if needsApostrophe { byte(UInt8(ascii: "'")) }
            if needsQuotes { escaped(utf8, QuotedContext.self) } else { append(utf8) }
            if needsQuotes { byte(0x22) }
        } else {
            if needsApostrophe { byte(UInt8(ascii: "'")) }
            escaped(utf8, TabSeparatedContext.self)
        }
    }
}

/// The escaping in quoted CSV fields.
private enum QuotedContext: EscapingContext {
    static func isClean(_ byte: UInt8) -> Bool { byte != 0x22 }
    static func escapeMask(_ bytes: UInt64) -> UInt64 { bytes.mask(of: 0x22) }
    static func replacement(for byte: UInt8) -> EscapedByte { EscapedByte("\"\"") }
}

/// The escaping in TSV fields.
private enum TabSeparatedContext: EscapingContext {
    static func isClean(_ byte: UInt8) -> Bool {
        byte != 0x09 && byte != 0x0A && byte != 0x0D && byte != 0x5C
    }

    static func escapeMask(_ bytes: UInt64) -> UInt64 { bytes.mask(below: 0x20) | bytes.mask(of: 0x5C) }

    static func replacement(for byte: UInt8) -> EscapedByte {
        switch byte {
        case 0x09: EscapedByte("\\t")
        case 0x0A: EscapedByte("\\n")
        case 0x0D: EscapedByte("\\r")
        default: EscapedByte("\\\\")
        }
    }
}
