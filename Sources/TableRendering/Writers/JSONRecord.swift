import Bytes
package import CascadingTable

/// Writes the values of a row as a JSON object or array, without links and actions.
struct JSONRecord: Sendable {
    private let columns: [TableViewColumn]
    private let isArray: Bool
    /// The title of the current section; nil if it has none.
    private var section: String?

    init(columns: [TableViewColumn] = [], _ shape: JSONShape = .objects) {
        self.columns = columns
        isArray = shape == .arrays
    }

    mutating func begin(_ head: SectionHeader) {
        section = head.header?.title.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
    }

    /// Writes the values of a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - markup: The keys of the columns.
    ///   - output: The output.
    ///
    /// - Parameter markup: The keys of the columns.
    func write(_ row: TableRow, _ markup: borrowing JSONRowMarkup, to output: inout ByteWriter) {
        if row.record.hasCell {
            if isArray { writeArray(row.cell, to: &output) } else { writeObject(row.cell, to: &output) }
        } else {
            writeValues(row, markup, to: &output)
        }
    }

    private func writeValues(_ row: TableRow, _ markup: borrowing JSONRowMarkup, to output: inout ByteWriter) {
        output.byte(isArray ? 0x5B : 0x7B)
        if !isArray, let section {
            output.jsonString(unused("section") { name in columns.contains { $0.name == name } })
            output.byte(0x3A)
            output.jsonString(section)
            output.byte(0x2C)
        }
        let batch = row.section.rows
        let start = Int(row.record.start)
        for column in columns.indices {
            if !isArray {
                output.raw(markup.keys[column], of: markup.prepared)
            } else if column > 0 {
                output.byte(0x2C)
            }
            switch batch.values[start + column] {
            case .text(let text):
                batch.bytes.withUnsafeBytes {
                    output.jsonString(utf8: UnsafeRawBufferPointer(rebasing: $0[text.range]))
                }
            case .number(let text):
                batch.bytes.withUnsafeBytes { output.append(UnsafeRawBufferPointer(rebasing: $0[text.range])) }
            case .integer(let integer): output.integer(integer)
            case .null: output.raw("null")
            default: output.plainValue(batch.value(at: row.index, column))
            }
        }
        output.byte(isArray ? 0x5D : 0x7D)
    }

    /// Writes a cell with other fields than columns.
    fileprivate func writeObject(_ cell: TableViewCell, to output: inout ByteWriter) {
        let isInColumns = cell.style == .columns && !columns.isEmpty
        var values: [(name: String, value: FieldValue)] = []
        for (index, field) in cell.fields.enumerated() {
            values.append((isInColumns && index < columns.count ? columns[index].name : field.name, field.value))
        }
        let names = Set(values.map(\.name))
        var titles: [(name: String, text: String?)] = [("section", section)]
        if !isInColumns { titles += [("title", cell.title), ("subtitle", cell.subtitle)] }
        values = titles.compactMap { name, text in text.map { (unused(name, names.contains), .text($0)) } } + values
        output.byte(0x7B)
        for index in values.indices {
            output.key(ofField: index, named: values[index].name)
            output.plainValue(values[index].value)
        }
        output.byte(0x7D)
    }

    private func writeArray(_ cell: TableViewCell, to output: inout ByteWriter) {
        output.array(columns.indices) { output, index in
            let value: FieldValue? =
                cell.style == .columns
                ? (cell.fields.indices.contains(index) ? cell.fields[index].value : nil)
                : cell.fields.first { $0.name.isExactly(columns[index].name) }?.value
            output.plainValue(value ?? .null)
        }
    }

    /// Returns the name, with an underscore before it if the row has a value of that name.
    private func unused(_ name: String, _ isUsed: (String) -> Bool) -> String { isUsed(name) ? "_\(name)" : name }
}

extension JSONTableWriter {
    /// Returns a JSON object with some fields.
    package static func bytes(of fields: [Field]) -> [UInt8] {
        var output = ByteWriter()
        JSONRecord().writeObject(TableViewCell(style: .columns, fields: fields), to: &output)
        output.byte(0x0A)
        return output.bytes
    }

    /// Returns a value in JSON.
    package static func bytes(of value: FieldValue) -> [UInt8] {
        var output = ByteWriter()
        output.plainValue(value)
        return output.bytes
    }
}

extension ByteWriter {
    /// Writes a value without an additional `strings` object. NaN and infinities become strings.
    mutating func plainValue(_ value: FieldValue) {
        guard case .decimal(let decimal) = value, !decimal.isFinite else { return self.value(value) }
        byte(0x22)
        raw(notFinite: decimal)
        byte(0x22)
    }
}
