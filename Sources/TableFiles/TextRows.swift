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

    /// - Parameters:
    ///   - bytes: The text, in one of the encodings of files.
    ///   - maxRows: The limit of rows, with the one that may have names.
    /// - Throws: ``TextFileError`` for bytes that are no text, and for too many rows.
    package init(_ bytes: [UInt8], maxRows: Int) throws {
        if let error = TextFileError.workbook(bytes) { throw error }
        let mark = TextEncoding.mark(of: bytes)
        let content = Array(bytes.dropFirst(mark?.count ?? 0))
        do { try read(content, mark?.encoding ?? .utf8, maxRows) } catch is TextDecoder.NotUTF8 {
            rows = []
            try read(content, .windows1252, maxRows)
        }
    }

    private mutating func read(_ bytes: [UInt8], _ encoding: TextEncoding, _ maxRows: Int) throws {
        var decoder = TextDecoder(encoding)
        let decoded = try decoder.decode(bytes, isLast: true)
        guard !decoded.contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) || $0 == 0x7F }) else {
            throw TextFileError(.invalid, "This is not a text of rows. Rows are read from CSV and TSV.")
        }
        // Forms send all ends of lines alike.
        var lines: [UInt8] = []
        lines.reserveCapacity(decoded.count)
        for (index, byte) in decoded.enumerated() where byte != 0x0A || index == 0 || decoded[index - 1] != 0x0D {
            lines.append(byte == 0x0D ? 0x0A : byte)
        }
        text = String(decoding: lines, as: UTF8.self)
        let tab = UInt8(ascii: "\t")
        let isTSV = lines.prefix { $0 != 0x0A }.contains(tab)
        let separator = isTSV ? tab : DelimitedParser.separator(of: Array(lines.prefix(64 << 10)))
        var reader = RowReader(BufferInput(rest: lines[...]), .delimited(separator))
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
