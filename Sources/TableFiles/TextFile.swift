/// A file of rows as text: CSV, TSV, NDJSON, or an array of JSON objects.
///
/// Its types are found in a first pass over all rows (``scan(_:)``). A second pass uses them (``rows()``).
package struct TextFile: Sendable {
    package let path: String
    package let syntax: RowSyntax
    package private(set) var encoding: TextEncoding
    /// The number of bytes that are not rows: the mark of the encoding.
    private let markCount: Int
    /// A Boolean value that indicates whether the first line only names the separator.
    private let namesSeparator: Bool
    private let file: InputFile

    /// The syntax and the encoding, such as `CSV with ; in Latin-1`.
    package var description: String {
        let format =
            switch syntax {
            case .objects: "NDJSON"
            case .array: "JSON"
            case .delimited(UInt8(ascii: ",")), .delimited(0): "CSV"
            case .delimited(UInt8(ascii: "\t")): "TSV"
            case .delimited(let separator): "CSV with \(Unicode.Scalar(separator))"
            }
        return "\(format) in \(encoding.rawValue)"
    }

    /// The number of bytes of the file.
    package var size: Int { file.size }

    /// How far a pass over the rows is.
    package struct Progress: Sendable {
        package var rowCount: Int
        package var bytesRead: Int

        package init(rowCount: Int, bytesRead: Int) { (self.rowCount, self.bytesRead) = (rowCount, bytesRead) }
    }

    /// Opens a file, and finds its syntax from its name and its first bytes.
    ///
    /// - Parameters:
    ///   - path: The path of the file; `-` for standard input.
    ///   - separator: The byte between two values. Default: the one that fits the first rows, and a tab for `.tsv`.
    /// - Throws: ``TextFileError`` for a file that is missing, empty, or not a text.
    package init(path: String, separator: UInt8? = nil) throws {
        self.path = path
        file = try InputFile(path: path)
        var input = FileInput(file)
        let start = try input.read(64 << 10)
        if let error = TextFileError.workbook(start, named: path) { throw error }
        let mark = TextEncoding.mark(of: start)
        (encoding, markCount) = mark ?? (.utf8, 0)
        var decoder = TextDecoder(encoding)
        let bytes = Array(start.dropFirst(markCount))
        let text = (try? decoder.decode(bytes, isLast: false)) ?? bytes
        guard !text.contains(where: { $0 < 0x09 || (0x0E...0x1A).contains($0) }) else {
            throw TextFileError(.invalid, "\(path) is not a text. Rows are read from CSV, TSV, NDJSON and JSON.")
        }
        guard text.contains(where: { $0 > 0x20 }) else {
            throw TextFileError(.invalid, "\(path) is empty. The first row must have the names of the columns.")
        }
        let ending = path.split(separator: ".").last?.lowercased() ?? ""
        let named = DelimitedParser.separator(namedBy: text)
        namesSeparator = named != nil
        let tab = ["tsv", "tab"].contains(ending) ? DelimitedParser.tab : nil
        syntax =
            .json(text, ending: ending)
            ?? .delimited(separator ?? named ?? tab ?? DelimitedParser.separator(of: text))
    }

    /// Returns a reader of the rows, without the one with the names of the columns.
    package func rows() throws -> RowReader { try open().reader }

    /// Returns a reader of the rows, and the names of the columns if the first row has them.
    private func open() throws -> (reader: RowReader, names: [String]?) {
        var reader = RowReader(FileInput(file, from: markCount), syntax, encoding: encoding)
        guard case .delimited = syntax else { return (reader, nil) }
        if namesSeparator { _ = try reader.nextRow() }
        guard try reader.nextRow() else { return (reader, []) }
        // An empty line is the only way to write NULL in a file with one column.
        reader.skipsBlankRows = reader.fields.count > 1
        return (reader, reader.fields.map { String(decoding: reader.bytes[$0.start..<$0.end], as: UTF8.self) })
    }

    /// Reads all rows, and finds the columns with their types.
    ///
    /// A file that is not UTF-8 is read again as Latin-1.
    ///
    /// - Parameter report: Is called after some thousand rows. It may throw to end the pass.
    package mutating func scan(_ report: (Progress) throws -> Void = { _ in }) throws -> FileScan {
        do { return try scanOnce(report) } catch is TextDecoder.NotUTF8 {
            encoding = .windows1252
            return try scanOnce(report)
        }
    }

    private func scanOnce(_ report: (Progress) throws -> Void) throws -> FileScan {
        var scan = FileScan()
        var (reader, names) = try open()
        if let names {
            try TextFileError.check(columns: names.count)
            scan.columns = names.map { _ in FileScan.Column() }
            scan.name(names)
        }
        while try reader.nextRow() {
            if reader.fields.count != scan.columns.count { scan.adapt(to: reader, isOpen: names == nil) }
            for (index, field) in reader.fields.prefix(scan.columns.count).enumerated() {
                scan.columns[index].add(field, reader.bytes, line: reader.line)
            }
            scan.rowCount += 1
            if scan.rowCount % 4096 == 0 {
                try report(Progress(rowCount: scan.rowCount, bytesRead: reader.bytesRead))
            }
        }
        if names == nil { scan.name(reader.keys) }
        scan.hasReplacements = reader.hasReplacements
        return scan
    }
}

extension FileScan {
    /// Adds the columns that an object has in addition. In other files, the row is noted.
    fileprivate mutating func adapt(to reader: RowReader, isOpen: Bool) {
        let missing = columns.count - reader.fields.count
        guard isOpen else {
            raggedRows.add(line: reader.line, fields: reader.fields.count)
            for index in columns.indices.suffix(max(missing, 0)) { columns[index].nullCount += 1 }
            return
        }
        for _ in 0..<max(-missing, 0) {
            var column = Column()
            column.nullCount = rowCount
            columns.append(column)
        }
    }

    /// Gives the columns names that are different for SQL: `a`, `a_2`, and `column_3` for an empty one.
    fileprivate mutating func name(_ names: [String]) {
        var used: Set<[UInt8]> = []
        for (index, name) in names.enumerated() where index < columns.count {
            let base = name.isEmpty ? "column_\(index + 1)" : name
            var (unique, number) = (base, 1)
            // SQLite compares names by their bytes, without regard to the case of ASCII.
            while !used.insert(unique.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }).inserted {
                number += 1
                unique = "\(base)_\(number)"
            }
            columns[index].name = unique
        }
    }
}
