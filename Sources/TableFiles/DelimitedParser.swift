/// Parses rows of values with a separator between them, as in CSV (RFC 4180) and TSV.
///
/// Lines end with LF, CRLF or CR. A quotation mark counts only at the beginning of a field. What follows the closing mark
/// belongs to the field.
struct DelimitedParser {
    let separator: UInt8

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Adds the fields of the row that begins at an index. Doubled quotation marks are removed from the bytes.
    ///
    /// - Returns: Nil if the row does not end in the bytes.
    func parseRow(in bytes: inout [UInt8], from start: Int, _ fields: inout [RowField]) -> ParsedRow? {
        let count = bytes.count
        var index = start
        var lines = 0
        var marked: [Int] = []
        while index < count {
            var field = RowField(start: index, end: index, kind: .value)
            if bytes[index] == Self.quote {
                guard let hasMarks = skipQuoted(bytes, &index, &field, &lines) else { return nil }
                if hasMarks { marked.append(fields.count) }
                if field.start == field.end { field.kind = .text }
            } else {
                skipPlain(bytes, &index)
                field.end = index
                if field.start == field.end { field.kind = .null }
            }
            guard index < count else { return nil }
            fields.append(field)
            let byte = bytes[index]
            index += 1
            if byte == separator { continue }
            if byte == Self.carriageReturn {
                // The line feed may be in the next block.
                guard index < count else { return nil }
                if bytes[index] == Self.lineFeed { index += 1 }
            }
            for field in marked { Self.removeMarks(in: &bytes, &fields[field]) }
            return ParsedRow(end: index, lines: lines + 1, isBlank: fields.count == 1 && fields[0].kind == .null)
        }
        fields.removeAll(keepingCapacity: true)
        return nil
    }

    /// Moves to the end of a field without quotation marks.
    @inline(__always)
    private func skipPlain(_ bytes: [UInt8], _ index: inout Int) {
        while index < bytes.count {
            let byte = bytes[index]
            if byte == separator || byte == Self.lineFeed || byte == Self.carriageReturn { return }
            index += 1
        }
    }

    /// Moves to the end of a field in quotation marks.
    ///
    /// - Returns: Whether there are marks in the field to remove; nil if the field does not end in the bytes.
    private func skipQuoted(
        _ bytes: [UInt8], _ index: inout Int, _ field: inout RowField, _ lines: inout Int
    ) -> Bool? {
        var hasMarks = false
        index += 1
        field.start = index
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == Self.lineFeed { lines += 1 }
            guard byte == Self.quote else {
                // CR alone ends a line, too.
                if byte == Self.carriageReturn, index < bytes.count, bytes[index] != Self.lineFeed { lines += 1 }
                continue
            }
            guard index < bytes.count else { return nil }
            if bytes[index] == Self.quote {
                hasMarks = true
                index += 1
                continue
            }
            field.end = index - 1
            let end = index
            skipPlain(bytes, &index)
            if index > end {
                hasMarks = true
                field.end = index
            }
            return hasMarks
        }
        return nil
    }

    /// Removes the second of two quotation marks, and a closing one that is not at the end.
    private static func removeMarks(in bytes: inout [UInt8], _ field: inout RowField) {
        var (read, write) = (field.start, field.start)
        var isQuoted = true
        while read < field.end {
            let byte = bytes[read]
            read += 1
            if isQuoted, byte == quote {
                if read < field.end, bytes[read] == quote {
                    read += 1
                } else {
                    isQuoted = false
                    continue
                }
            }
            bytes[write] = byte
            write += 1
        }
        field.end = write
    }

    /// Returns the separator of a text: the one that gives most rows equally many fields as the first.
    ///
    /// - Parameter sample: The beginning of the text.
    static func separator(of sample: [UInt8]) -> UInt8 {
        var best = (separator: UInt8(ascii: ","), rows: 0, fields: 1)
        for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")] {
            let counts = fieldCounts(of: sample, separator)
            guard let first = counts.first, first > 1 else { continue }
            let rows = counts.count { $0 == first }
            if (rows, first) > (best.rows, best.fields) { best = (separator, rows, first) }
        }
        return best.separator
    }

    /// Returns the numbers of fields of the first rows.
    private static func fieldCounts(of sample: [UInt8], _ separator: UInt8) -> [Int] {
        let parser = DelimitedParser(separator: separator)
        var bytes = sample
        var (start, counts) = (0, [Int]())
        var fields: [RowField] = []
        while counts.count < 50, let row = parser.parseRow(in: &bytes, from: start, &fields) {
            start = row.end
            if !row.isBlank { counts.append(fields.count) }
            fields.removeAll(keepingCapacity: true)
        }
        return counts
    }
}
