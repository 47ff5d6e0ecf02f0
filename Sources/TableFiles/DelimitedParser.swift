/// Parses rows of values with a separator between them, as in CSV (RFC 4180) and TSV.
///
/// Lines end with LF, CRLF or CR. A quotation mark counts only at the beginning of a field, and only if its partner ends the
/// field: `"Green" Door` is a text with quotation marks.
struct DelimitedParser {
    let separator: UInt8
    /// A Boolean value that indicates whether a spreadsheet copied the text. It puts only fields into quotation marks that have
    /// a separator or a line end in them.
    var isClipboard = false
    /// A Boolean value that indicates whether the bytes are all there is.
    var isWhole = false

    static let quote = UInt8(ascii: "\"")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let tab = UInt8(ascii: "\t")

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
            let mayBeQuoted = bytes[index] == Self.quote || bytes[index] == 0x20
            switch mayBeQuoted ? skipQuoted(bytes, &index, &field, &lines) : .none {
            case .open where !isClipboard || !isWhole:
                fields.removeAll(keepingCapacity: true)
                return nil
            case .closed(let hasMarks): if hasMarks { marked.append(fields.count) }
            case .none, .open:
                skipPlain(bytes, &index)
                field.end = index
                if field.start == field.end { field.kind = .null }
            }
            guard index < count else { break }
            fields.append(field)
            let byte = bytes[index]
            index += 1
            if byte == separator { continue }
            if byte == Self.carriageReturn {
                // The line feed may be in the next block.
                guard index < count else { break }
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

    /// Moves to the end of a field in quotation marks. The index stays if the field has no marks around it.
    private func skipQuoted(
        _ bytes: [UInt8], _ index: inout Int, _ field: inout RowField, _ lines: inout Int
    ) -> Quotation {
        var place = skipBlanks(bytes, index)
        guard place < bytes.count, bytes[place] == Self.quote else { return .none }
        place += 1
        let start = place
        var (lineCount, hasMarks, needsMarks) = (0, false, false)
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case separator: needsMarks = true
            case Self.lineFeed: (needsMarks, lineCount) = (true, lineCount + 1)
            case Self.carriageReturn:
                needsMarks = true
                // CR alone ends a line, too.
                if place < bytes.count, bytes[place] != Self.lineFeed { lineCount += 1 }
            case Self.quote:
                guard place < bytes.count else { return .open }
                if bytes[place] == Self.quote {
                    hasMarks = true
                    place += 1
                    continue
                }
                let end = place - 1
                place = skipBlanks(bytes, place)
                guard place < bytes.count else { return .open }
                let next = bytes[place]
                guard next == separator || next == Self.lineFeed || next == Self.carriageReturn else { return .none }
                if isClipboard, !needsMarks, !hasMarks, end > start { return .none }
                (index, lines) = (place, lines + lineCount)
                field = RowField(start: start, end: end, kind: start == end ? .text : .quoted)
                return .closed(hasMarks: hasMarks)
            default: break
            }
        }
        return .open
    }

    private enum Quotation: Equatable {
        /// The field begins with no mark, or the next mark does not close it.
        case none
        /// The closing mark is not in the bytes.
        case open
        case closed(hasMarks: Bool)
    }

    /// Returns the index after blanks. A tab leaves no doubt where a value begins, so that blanks beside it belong to the value.
    private func skipBlanks(_ bytes: [UInt8], _ start: Int) -> Int {
        var index = start
        while separator > 0x20, index < bytes.count, bytes[index] == 0x20 { index += 1 }
        return index
    }

    /// Removes the second of two quotation marks.
    private static func removeMarks(in bytes: inout [UInt8], _ field: inout RowField) {
        var (read, write) = (field.start, field.start)
        while read < field.end {
            let byte = bytes[read]
            read += byte == quote ? 2 : 1
            bytes[write] = byte
            write += 1
        }
        field.end = write
    }

    /// The separators that are found without a choice of the reader's.
    static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), tab, UInt8(ascii: "|")]

    /// Returns the separator that the first line names, as some spreadsheets write it: `sep=;`. Nil for another line.
    static func separator(namedBy text: some Collection<UInt8>) -> UInt8? {
        let line = text.prefix { $0 != lineFeed && $0 != carriageReturn }
        guard line.starts(with: "sep=".utf8), let byte = line.dropFirst(4).first, line.count == 5 else { return nil }
        return byte == quote ? nil : byte
    }

    /// Returns the separator of a text: the one that gives most rows equally many fields as the first. Of several, it is the one
    /// whose fields are numbers, dates and truth values most often.
    ///
    /// - Parameter sample: The beginning of the text.
    static func separator(of sample: [UInt8]) -> UInt8 {
        // If the first row has one field with each, there is one column. A text has no zero bytes, so that its commas stay.
        var best = (separator: UInt8(0), fit: (rows: 0, typed: 0.0, fields: 1))
        for separator in separators {
            guard let fit = fit(of: sample, separator), fit > best.fit else { continue }
            best = (separator, fit)
        }
        return best.separator
    }

    /// Returns how many of the first rows have as many fields as the first one, which part of their values has a type, and the
    /// number of fields. Nil if the first row has one field, or quotation marks that do not fit.
    private static func fit(of sample: [UInt8], _ separator: UInt8) -> (rows: Int, typed: Double, fields: Int)? {
        let parser = DelimitedParser(separator: separator)
        var bytes = sample + [lineFeed]
        var (start, count, first, rows, values, typed) = (0, 0, 0, 0, 0, 0)
        var fields: [RowField] = []
        while count < 50, let row = parser.parseRow(in: &bytes, from: start, &fields) {
            start = row.end
            defer { fields.removeAll(keepingCapacity: true) }
            if row.isBlank { continue }
            count += 1
            if count == 1 {
                first = fields.count
                // Only another separator closes this quotation mark.
                if fields.contains(where: { $0.kind == .value && bytes[$0.start] == quote }) { return nil }
            }
            guard fields.count == first else { continue }
            rows += 1
            guard count > 1 else { continue }
            values += fields.count { $0.kind != .null }
            typed += fields.count { !ValueTypes.types(of: $0, bytes).isEmpty }
        }
        return first > 1 ? (rows, Double(typed) / Double(max(values, 1)), first) : nil
    }
}
