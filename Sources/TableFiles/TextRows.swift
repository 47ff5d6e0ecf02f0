/// The rows of a text in memory: rows that were pasted from a spreadsheet, or a small CSV or TSV file.
package struct TextRows: Sendable {
    /// The rows, with the one that may have the names of the columns. An empty field is nil, and `""` is an empty text.
    package private(set) var rows: [Row] = []
    /// The text in UTF-8.
    package private(set) var text = ""

    /// A row, with the line in which it begins, from 1.
    package struct Row: Sendable {
        package var line: Int
        package var values: [String?]
    }

    /// The separators to choose from. A text has no zero bytes, so that with them each line is one value.
    package static let separators = DelimitedParser.separators + [0]

    /// - Parameters:
    ///   - bytes: The text, in one of the encodings of files.
    ///   - maxRows: The limit of rows, with the one that may have names.
    ///   - separator: The separator that the reader chose. Default: nil, the one that fits the text. Text from a clipboard has tabs,
    ///     or one value in each line, unless its first line has names of columns.
    ///   - isClipboard: Whether the text comes from a clipboard. Default: false, from a file.
    ///   - isName: Returns whether a text is the name of a column.
    /// - Throws: ``TextFileError`` for bytes that are no text, and for too many rows.
    package init(
        _ bytes: [UInt8], maxRows: Int, separator: UInt8? = nil, isClipboard: Bool = false,
        isName: (String) -> Bool = { _ in false }
    ) throws {
        if let error = TextFileError.workbook(bytes) { throw error }
        let mark = TextEncoding.mark(of: bytes)
        let content = Array(bytes.dropFirst(mark?.count ?? 0))
        let lines: [UInt8]
        do { lines = try Self.lines(of: content, mark?.encoding ?? .utf8) } catch is TextDecoder.NotUTF8 {
            lines = try Self.lines(of: content, .windows1252)
        }
        text = String(decoding: lines, as: UTF8.self)
        let named = DelimitedParser.separator(namedBy: lines)
        let syntax =
            RowSyntax.json(lines)
            ?? .delimited(separator ?? named ?? Self.separator(of: lines, isClipboard: isClipboard, isName))
        // The line that names the separator stays an empty one, so that lines keep their numbers.
        try read(lines.dropFirst(named == nil ? 0 : 5), syntax, isClipboard: isClipboard, maxRows: maxRows)
    }

    /// Returns the text in UTF-8, with LF at the end of each line, because forms send all ends of lines alike.
    private static func lines(of bytes: [UInt8], _ encoding: TextEncoding) throws -> [UInt8] {
        var decoder = TextDecoder(encoding)
        let decoded = try decoder.decode(bytes, isLast: true)
        guard !decoded.contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) || $0 == 0x7F }) else {
            throw TextFileError(.invalid, "This is not a text of rows. Rows are read from CSV and TSV.")
        }
        var lines: [UInt8] = []
        lines.reserveCapacity(decoded.count)
        for (index, byte) in decoded.enumerated() where byte != 0x0A || index == 0 || decoded[index - 1] != 0x0D {
            lines.append(byte == 0x0D ? 0x0A : byte)
        }
        return lines
    }

    private static func separator(of lines: [UInt8], isClipboard: Bool, _ isName: (String) -> Bool) -> UInt8 {
        let first = lines.prefix { $0 != DelimitedParser.lineFeed }
        if first.contains(DelimitedParser.tab) { return DelimitedParser.tab }
        guard isClipboard else { return DelimitedParser.separator(of: Array(lines.prefix(64 << 10))) }
        let named = DelimitedParser.separators.first { separator in
            var (bytes, fields) = (Array(first) + [DelimitedParser.lineFeed], [RowField]())
            _ = DelimitedParser(separator: separator).parseRow(in: &bytes, from: 0, &fields)
            let count = fields.count { isName(String(decoding: bytes[$0.start..<$0.end], as: UTF8.self)) }
            return count > 1 && count * 2 >= fields.count
        }
        return named ?? (lines.contains(DelimitedParser.tab) ? DelimitedParser.tab : 0)
    }

    private mutating func read(
        _ lines: ArraySlice<UInt8>, _ syntax: RowSyntax, isClipboard: Bool, maxRows: Int
    ) throws {
        var reader = RowReader(BufferInput(rest: lines), syntax)
        // Text with other separators comes from a program that writes CSV.
        if case .delimited(let byte) = syntax { reader.isClipboard = isClipboard && byte <= DelimitedParser.tab }
        while try reader.nextRow() {
            guard rows.count < maxRows else {
                throw TextFileError(
                    .invalid, "These are more than \(maxRows - 1) rows. Use cascade import for a large file.")
            }
            try TextFileError.check(columns: reader.fields.count)
            let values = reader.fields.map { field in
                field.kind == .null ? nil : String(decoding: reader.bytes[field.start..<field.end], as: UTF8.self)
            }
            // Spreadsheets copy empty rows, too.
            if values.contains(where: { $0 != nil }) { rows.append(Row(line: reader.line, values: values)) }
        }
        guard syntax == .objects || syntax == .array else { return }
        // The names stand in each object.
        rows.insert(Row(line: 1, values: reader.keys), at: 0)
    }
}

/// Bytes in memory.
private struct BufferInput: ByteInput {
    var rest: ArraySlice<UInt8>

    mutating func read(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
