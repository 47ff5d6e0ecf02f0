/// A field of a row: a part of the reader's bytes.
package struct RowField: Sendable, Hashable {
    package var start: Int
    package var end: Int
    package var kind: Kind

    package enum Kind: Sendable {
        /// An empty field, or `null`.
        case null
        /// A value whose type is found from its bytes.
        case value
        /// A value in quotation marks. Some programs put numbers into them, too.
        case quoted
        /// A number of JSON.
        case number
        /// A text, even if it looks like a number.
        case text
        /// Bytes that are no text.
        case bytes
    }

    package static let null = RowField(start: 0, end: 0, kind: .null)
}

/// How the text of a file stands for rows.
package enum RowSyntax: Sendable, Hashable {
    /// Values with a separator between them. The first row has the names of the columns.
    case delimited(UInt8)
    /// A JSON object on each line. Its keys are the names of columns.
    case objects
    /// An array of JSON objects.
    case array

    /// Returns the syntax of JSON that a text has; nil for another text.
    ///
    /// - Parameter ending: The ending of the file's name, in lower case.
    static func json(_ text: some Sequence<UInt8>, ending: String = "") -> RowSyntax? {
        let signs = Array(text.lazy.filter { $0 > 0x20 }.prefix(2))
        let isArray = signs == Array("[{".utf8) || signs == Array("[]".utf8) || ending == "json" && signs.first == 0x5B
        if isArray { return .array }
        return ["ndjson", "jsonl", "json"].contains(ending) || signs.first == UInt8(ascii: "{") ? .objects : nil
    }
}

/// Reads the rows of a text one after the other, in memory for one row and one block of the file.
///
/// A field is a part of ``bytes``, and no text is made of it.
package struct RowReader {
    /// The text from the current row on, or from an earlier one.
    package private(set) var bytes: [UInt8] = []
    /// The fields of the current row.
    package private(set) var fields: [RowField] = []
    /// The line in which the current row begins, from 1.
    package private(set) var line = 1
    /// The number of bytes of the file that were read.
    package private(set) var bytesRead = 0

    /// A Boolean value that indicates whether empty lines are skipped. Otherwise they are rows with NULL. Default: true.
    var skipsBlankRows = true
    /// A Boolean value that indicates whether a spreadsheet copied the text.
    var isClipboard = false
    private var input: any ByteInput
    private var decoder: TextDecoder
    private let syntax: RowSyntax
    private var objects = ObjectParser()
    private let blockSize: Int
    /// The index of the next row, and its line.
    private var next = (index: 0, line: 1)
    private var isAtEnd = false

    /// The maximum number of bytes of a row.
    package static let maxRowBytes = 16 << 20

    /// - Parameters:
    ///   - input: The bytes, after a mark of their encoding.
    ///   - blockSize: The number of bytes to read at a time. Default: 256 KiB.
    package init(
        _ input: any ByteInput, _ syntax: RowSyntax, encoding: TextEncoding = .utf8, blockSize: Int = 256 << 10
    ) {
        (self.input, self.syntax, self.blockSize) = (input, syntax, blockSize)
        decoder = TextDecoder(encoding)
    }

    /// The keys of all objects until now.
    package var keys: [String] { objects.keys.map { String(decoding: $0, as: UTF8.self) } }

    /// A Boolean value that indicates whether bytes were replaced, because they are not UTF-8.
    package var hasReplacements: Bool { decoder.hasReplacements }

    /// Moves to the next row.
    ///
    /// - Returns: False after the last row.
    /// - Throws: ``TextFileError``, and an error if the text is not in UTF-8.
    package mutating func nextRow() throws -> Bool {
        while true {
            fields.removeAll(keepingCapacity: true)
            line = next.line
            if let row = try parseRow() {
                next = (row.end, next.line + row.lines)
                if row.isBlank, skipsBlankRows { continue }
                return true
            }
            if isAtEnd {
                guard syntax != .array || objects.hasEnded else {
                    throw TextFileError(
                        .invalid, "The array of JSON is not closed. Its last row begins in line \(line).")
                }
                guard next.index == bytes.count else {
                    throw TextFileError(.invalid, "A quotation mark in the row of line \(line) is not closed.")
                }
                return false
            }
            try readBlock()
        }
    }

    private mutating func parseRow() throws(TextFileError) -> ParsedRow? {
        switch syntax {
        case .delimited(let separator):
            DelimitedParser(separator: separator, isClipboard: isClipboard, isWhole: isAtEnd)
                .parseRow(in: &bytes, from: next.index, &fields)
        case .objects: try objects.parseRow(in: &bytes, from: next.index, line: line, &fields)
        case .array: try objects.parseElement(in: &bytes, from: next.index, line: line, &fields)
        }
    }

    /// Adds a block to the bytes, and removes the rows before the next one.
    private mutating func readBlock() throws {
        bytes.removeSubrange(..<next.index)
        next.index = 0
        guard bytes.count < Self.maxRowBytes else {
            throw TextFileError.longRow(line: line)
        }
        let block = try input.read(max(blockSize, bytes.count))
        bytesRead += block.count
        isAtEnd = block.isEmpty
        let text = try decoder.decode(block, isLast: isAtEnd)
        if let zero = text.firstIndex(of: 0) {
            let line = line + (bytes + text[..<zero]).count { $0 == UInt8(ascii: "\n") }
            throw TextFileError.zeroByte(line: line)
        }
        bytes += text
        // The last line may have no end.
        if isAtEnd, let last = bytes.last, last != DelimitedParser.lineFeed { bytes.append(DelimitedParser.lineFeed) }
    }
}

/// The end of a row.
struct ParsedRow {
    /// The index after the row.
    var end: Int
    /// The number of line ends in the row, with the one at its end.
    var lines: Int
    /// A Boolean value that indicates whether the line is empty.
    var isBlank = false
}
