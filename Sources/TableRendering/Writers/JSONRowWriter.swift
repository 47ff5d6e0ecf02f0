import Bytes
package import CascadingTable

/// Writes rows as JSON objects or arrays, in one of the ``JSONShape``s.
struct JSONRowWriter: ~Copyable, Sendable {
    let links: PageLinks
    let shape: JSONShape
    private var columns: [TableViewColumn] = []
    /// The title of the current section; nil if it has none.
    private var section: String?
    /// The bytes of the fragments, which all rows have in common.
    var prepared = ByteWriter(empty: ())
    /// The bytes before the value of each column: its key, or a comma in an array.
    private var keys: [ByteWriter.Fragment] = []
    /// The address that selects the row, before the row's place.
    var select = ByteWriter.Fragment()
    /// The limit in bytes of a row, without its texts and rare parts.
    private var rowSize = 512

    init(links: PageLinks, shape: JSONShape) { (self.links, self.shape) = (links, shape) }

    /// Prepares what all rows have in common.
    mutating func begin(_ head: TableMetadata) {
        columns = head.columns
        var writer = ByteWriter()
        keys = columns.enumerated().map { index, column in
            writer.fragment {
                if shape != .arrays { $0.key(ofField: index, named: column.name) } else if index > 0 { $0.byte(0x2C) }
            }
        }
        select = writer.fragment {
            $0.raw(",\"select\":\"")
            $0.raw(links.jsonBase)
            $0.raw("select/")
        }
        prepared = writer
        rowSize = keys.reduce(512 + select.count + links.jsonBase.count + links.jsonEnd.count) {
            $0 + $1.count + ByteWriter.OutputSpan.integer
        }
    }

    /// Stores the title of the section, which objects contain.
    mutating func begin(_ head: SectionHeader) {
        section = head.header?.title.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
    }

    /// Writes a row. Space for its short parts is reserved once.
    func write(_ row: TableRow, to output: inout ByteWriter) {
        let record = row.record
        guard shape == .cells || !record.hasCell else {
            return shape == .arrays ? output.array(row.cell, columns) : output.object(row.cell, columns, in: section)
        }
        row.section.rows.bytes.withUnsafeBytes { utf8 in
            // Space for the texts of a long row is reserved text by text.
            let isLong = record.textCount > 4096
            let size = rowSize + (isLong ? 0 : EscapedByte.maxCount * Int(record.textCount))
            if shape == .cells {
                writeCell(of: row, record, utf8, size, isLong, to: &output)
            } else {
                output.byte(shape == .arrays ? 0x5B : 0x7B)
                if shape != .arrays, let section {
                    let isUsed = columns.contains { $0.name.isExactly("section") }
                    output.key(ofField: 0, named: isUsed ? "_section" : "section")
                    output.jsonString(section)
                    output.byte(0x2C)
                }
                var hasStrings = false
                var span = output.span(for: size)
                span = values(of: row, record, utf8, span, size, isLong, &hasStrings, to: &output)
                span.byte(shape == .arrays ? 0x5D : 0x7D)
                output.keep(span)
            }
        }
    }

    /// Writes the values of the columns. NaN and infinities become strings, except in the shape `cells`.
    ///
    /// - Parameter hasStrings: Becomes true if ``FieldValue/isInStrings`` is true for a value.
    @inline(__always)
    func values(
        of row: TableRow, _ record: RowBatch.Row, _ utf8: UnsafeRawBufferPointer,
        _ span: consuming ByteWriter.OutputSpan, _ size: Int, _ isLong: Bool, _ hasStrings: inout Bool,
        to output: inout ByteWriter
    ) -> ByteWriter.OutputSpan {
        let isCells = shape == .cells
        for index in keys.indices {
            span.raw(keys[index], of: prepared)
            switch row.section.rows.values[Int(record.start) + index] {
            case .text(let text): span = output.string(text, utf8, span, size, isLong)
            case .integer(let integer):
                span.integer(integer)
                hasStrings = hasStrings || integer.isBeyondDouble
            case .null: span.raw("null")
            case .number(let text) where text.count <= 15 || !isCells && !isLong:
                span.raw(UnsafeRawBufferPointer(rebasing: utf8[text.range]))
            case .decimal(let decimal):
                hasStrings = hasStrings || !decimal.isFinite
                span = output.separately(span, size) { $0.value(.decimal(decimal), quotesNotFinite: !isCells) }
            default:
                let value = row.section.rows.value(at: row.index, index)
                hasStrings = hasStrings || value.isInStrings
                span = output.separately(span, size) { $0.value(value, quotesNotFinite: !isCells) }
            }
        }
        return span
    }
}

extension ByteWriter {
    /// Writes a text of the batch.
    @inline(__always)
    mutating func string(
        _ text: RowBatch.Text, _ utf8: UnsafeRawBufferPointer, _ span: consuming OutputSpan, _ size: Int, _ isLong: Bool
    ) -> OutputSpan {
        let bytes = UnsafeRawBufferPointer(rebasing: utf8[text.range])
        guard !isLong else { return separately(span, size) { $0.jsonString(utf8: bytes) } }
        span.jsonString(bytes)
        return span
    }

    /// Writes a rare part in the middle of a row.
    @inline(__always)
    mutating func separately(_ span: consuming OutputSpan, _ size: Int, _ write: (inout ByteWriter) -> Void)
        -> OutputSpan
    {
        keep(span)
        write(&self)
        return self.span(for: size)
    }

    /// Writes the name of a field and a colon, after a comma unless it is the first field.
    mutating func key(ofField index: Int, named name: String) {
        if index > 0 { byte(0x2C) }
        jsonString(name)
        byte(0x3A)
    }

    /// Writes fields as an object by name.
    mutating func object(_ fields: [Field], quotesNotFinite: Bool) {
        byte(0x7B)
        for index in fields.indices {
            key(ofField: index, named: fields[index].name)
            value(fields[index].value, quotesNotFinite: quotesNotFinite)
        }
        byte(0x7D)
    }

    /// Writes a cell with other fields than columns as an object. Its titles have an underscore before their names if the
    /// cell has fields of these names.
    fileprivate mutating func object(_ cell: TableViewCell, _ columns: [TableViewColumn], in section: String?) {
        let isInColumns = cell.style == .columns && !columns.isEmpty
        var fields = cell.fields
        if isInColumns {
            for index in fields.indices.prefix(columns.count) { fields[index].name = columns[index].name }
        }
        var titles = [("section", section)]
        if !isInColumns { titles += [("title", cell.title), ("subtitle", cell.subtitle)] }
        let head = titles.compactMap { name, text in
            text.map { Field(fields.contains { $0.name.isExactly(name) } ? "_\(name)" : name, .text($0)) }
        }
        object(head + fields, quotesNotFinite: true)
    }

    /// Writes a cell with other fields than columns as an array.
    fileprivate mutating func array(_ cell: TableViewCell, _ columns: [TableViewColumn]) {
        array(columns.indices) { output, index in
            let field =
                cell.style == .columns
                ? cell.fields.dropFirst(index).first : cell.fields.first { $0.name.isExactly(columns[index].name) }
            output.value(field?.value ?? .null, quotesNotFinite: true)
        }
    }
}

extension JSONTableWriter {
    /// Returns a JSON object with some fields.
    package static func bytes(of fields: [Field]) -> [UInt8] {
        var output = ByteWriter()
        output.object(fields, quotesNotFinite: true)
        output.byte(0x0A)
        return output.bytes
    }

    /// Returns a value in JSON.
    package static func bytes(of value: FieldValue) -> [UInt8] {
        var output = ByteWriter()
        output.value(value, quotesNotFinite: true)
        return output.bytes
    }
}
