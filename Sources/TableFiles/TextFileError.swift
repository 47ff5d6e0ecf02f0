/// The error for a file that cannot be read as rows.
package struct TextFileError: Error, Sendable, Equatable, CustomStringConvertible {
    package var code: Code
    /// The sentence that explains the error to a person.
    package var message: String

    package var description: String { message }

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// Returns the error for the first bytes of a workbook; nil for other bytes.
    ///
    /// - Parameter name: The name of the file; nil for one that was sent.
    package static func workbook(_ start: some Collection<UInt8>, named name: String? = nil) -> TextFileError? {
        // A ZIP archive, or a compound file of earlier versions.
        let isArchive = start.starts(with: [0x50, 0x4B, 0x03, 0x04]) || start.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
        let ending = name?.split(separator: ".").last?.lowercased() ?? ""
        guard isArchive, ["xlsx", "xlsm", "xls"].contains(ending) || start.contains("xl/w".utf8) else { return nil }
        let sentence = "This is an Excel workbook: save it as CSV."
        return TextFileError(.invalid, name.map { "\($0) cannot be read. \(sentence)" } ?? sentence)
    }

    static func zeroByte(line: Int) -> TextFileError {
        TextFileError(.invalid, "There is a zero byte in line \(line). The file is not a text.")
    }

    static func longRow(line: Int) -> TextFileError {
        TextFileError(
            .invalid,
            "The row of line \(line) has more than \(RowReader.maxRowBytes >> 20) MB. Perhaps a quotation mark is not closed."
        )
    }

    /// Refuses more columns than a table of SQLite can have.
    static func check(columns count: Int) throws(TextFileError) {
        guard count > 2_000 else { return }
        throw TextFileError(.invalid, "There are more than 2,000 columns. A table of SQLite has 2,000 at most.")
    }

    package enum Code: Sendable {
        /// The file is missing or cannot be read.
        case cannotOpen
        /// The temporary copy of standard input or a pipe cannot be written, for example because the disk is full.
        case cannotCopy
        /// The file is not a text, or its text is faulty.
        case invalid
    }
}
