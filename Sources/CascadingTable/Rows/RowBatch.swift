import Bytes
import Essentials

/// Rows of a section as values in a few buffers, so that a data source returns many rows in one call.
///
/// ```swift
/// func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
///     var batch = RowBatch(fieldNames: ["station", "temperature"], capacity: rows.count)
///     for row in rows {
///         batch.beginRow(identifier: readings[row].id)
///         batch.append(.text(readings[row].station))
///         batch.append(.decimal(readings[row].temperature))
///     }
///     return batch
/// }
/// ```
///
/// Each row corresponds to a cell in the `columns` style. A batch allocates no memory per row or value: texts are UTF-8
/// in one buffer, and numbers are stored in place. Cells of other styles are stored unchanged
/// (``append(_:identifier:)``).
public struct RowBatch: Sendable {
    /// The names of the values of each row, in order. Use the names of the table's columns.
    public let fieldNames: [String]
    /// The number of rows in the batch.
    public var count: Int { rows.count }

    package private(set) var rows: [Row] = []
    /// The values of all rows, row after row.
    package private(set) var values: [Value] = []
    /// The UTF-8 bytes of all texts.
    package private(set) var bytes: [UInt8] = []
    /// The values of other kinds.
    package private(set) var others: [FieldValue] = []
    /// The cells that are stored unchanged, because a row of values cannot represent them.
    private var cells: [TableViewCell] = []
    /// The offset in `bytes` at which the texts of the unfinished row begin; nil between rows.
    private var textStart: Int?
    /// The approximate size of `others` and `cells` in memory, in bytes.
    private var costOfOthers = 0

    /// Creates an empty batch.
    ///
    /// - Parameters:
    ///   - fieldNames: The names of the values of each row, in order.
    ///   - capacity: The number of rows to reserve memory for. Default: 0.
    public init(fieldNames: [String], capacity: Int = 0) {
        self.fieldNames = fieldNames
        rows.reserveCapacity(capacity)
        values.reserveCapacity(capacity * fieldNames.count)
        bytes.reserveCapacity(capacity * 16 * (fieldNames.count + 1))
    }

    /// A range of bytes in the buffer of texts.
    package struct Text: Sendable, Hashable {
        package var start: UInt32
        package var count: UInt32

        package static var none: Text { Text(start: 0, count: .max) }
        package var isNone: Bool { count == .max }
        package var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    package enum Value: Sendable {
        case null
        case integer(Int64)
        case decimal(Double)
        case boolean(Bool)
        case text(Text)
        /// The digits of a number as JSON writes them.
        case number(Text)
        /// The index of the value in `others`.
        case other(Int32)
    }

    package struct Row: Sendable {
        package var identifier = Text.none
        package var title = Text.none
        package var link = Text.none
        /// The index of the first value. For a row with a cell of its own, the index of the cell.
        package var start: Int32
        /// The number of bytes of all texts of the row, including its identifier.
        package var textCount: UInt32 = 0
        /// A Boolean value that indicates whether the row has a cell of its own instead of values.
        package var hasCell = false
        package var isEnabled = true
        package var isSelectable = true
        package var isFocusable = false
        package var accessory = TableViewCell.Accessory.none
        package var indentationLevel = 0
        package var height = Height.automatic
    }
}

// MARK: - Appending

extension RowBatch {
    /// Begins a row, whose values are appended next.
    ///
    /// Values that are missing when the next row begins are null.
    ///
    /// - Parameters:
    ///   - identifier: The permanent identifier of the row, or nil to identify the row by its position.
    ///   - title: The title of the row if its first value is null.
    ///   - destination: The address that the row leads to: relative, `http` or `https`.
    ///   - accessory: The mark at the end of the row.
    ///   - isEnabled: Whether the row can be used. A disabled row is dimmed and has no buttons.
    ///   - isSelectable: Whether a visitor can select the row.
    public mutating func beginRow(
        identifier: String?, title: String? = nil, to destination: String? = nil,
        accessory: TableViewCell.Accessory = .none,
        isEnabled: Bool = true, isSelectable: Bool = true
    ) {
        endRow()
        textStart = bytes.count
        var row = Row(start: Int32(clamping: values.count))
        if let identifier { row.identifier = append(utf8: identifier) }
        if let title { row.title = identifier.map(title.isExactly) == true ? row.identifier : append(utf8: title) }
        if let destination { row.link = append(utf8: destination) }
        row.accessory = accessory
        row.isEnabled = isEnabled
        row.isSelectable = isEnabled && isSelectable
        rows.append(row)
    }

    /// Appends the next value of the row that was begun last.
    ///
    /// Values after the last field name are ignored.
    ///
    /// - Parameter value: The value of the next field.
    public mutating func append(_ value: FieldValue) {
        switch value {
        case .null: append(stored: .null)
        case .integer(let integer): append(stored: .integer(integer))
        case .decimal(let decimal): append(stored: .decimal(decimal))
        case .boolean(let boolean): append(stored: .boolean(boolean))
        case .text(let text): append(stored: .text(append(utf8: text)))
        case .number(let text):
            let isNumber = value.digits != nil
            let text = append(utf8: text)
            append(stored: isNumber ? .number(text) : .text(text))
        case .json, .date, .url, .bytes, .progress, .sparkline, .excerpt:
            others.append(value)
            costOfOthers += value.cost
            append(stored: .other(Int32(clamping: others.count - 1)))
        }
    }

    /// Appends a row with a cell of any style.
    ///
    /// - Parameters:
    ///   - cell: The contents of the row.
    ///   - identifier: The permanent identifier of the row, or nil to identify the row by its position.
    public mutating func append(_ cell: TableViewCell, identifier: String?) {
        guard isRecord(cell) else {
            endRow()
            textStart = bytes.count
            cells.append(cell)
            costOfOthers += 256 + cell.fields.reduce(0) { $0 + 32 + $1.value.cost }
            var row = Row(start: Int32(clamping: cells.count - 1))
            if let identifier { row.identifier = append(utf8: identifier) }
            (row.hasCell, row.accessory) = (true, cell.accessory)
            (row.isEnabled, row.isSelectable) = (cell.isEnabled, cell.isEnabled)
            return rows.append(row)
        }
        beginRow(
            identifier: identifier, title: cell.title, to: cell.link, accessory: cell.accessory,
            isEnabled: cell.isEnabled)
        for index in cell.fields.indices { append(cell.fields[index].value) }
    }

    /// Returns whether a row of values can represent the cell completely.
    private func isRecord(_ cell: TableViewCell) -> Bool {
        guard cell.style.rawValue == "columns", cell.subtitle == nil, cell.image == nil,
            cell.fields.count == fieldNames.count
        else { return false }
        for index in fieldNames.indices where !cell.fields[index].name.isExactly(fieldNames[index]) { return false }
        return true
    }

    package mutating func append(stored value: Value) {
        guard textStart != nil, values.count - Int(rows[rows.count - 1].start) < fieldNames.count else { return }
        values.append(value)
    }

    /// Appends a text as the next value of the row. Invalid UTF-8 is replaced with U+FFFD and marked.
    package mutating func append(text utf8: UnsafeBufferPointer<UInt8>) {
        if utf8.allSatisfy({ $0 < 0x80 }) || String(validating: utf8, as: UTF8.self) != nil {
            append(stored: .text(append(utf8: utf8)))
        } else {
            let text = String(decoding: utf8, as: UTF8.self)
            append(.excerpt(.init(.text(text), byteCount: utf8.count, hasReplacements: true, isTruncated: false)))
        }
    }

    /// Appends the bytes of a text, which must be valid UTF-8.
    package mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Text {
        guard let start = UInt32(exactly: bytes.count), let count = UInt32(exactly: text.count), count < .max else {
            return Text(start: 0, count: 0)
        }
        bytes.append(contentsOf: text)
        return Text(start: start, count: count)
    }

    package mutating func append(utf8 text: String) -> Text {
        var text = text
        return text.withUTF8 { append(utf8: $0) }
    }

    /// Ends the last row, and fills it up with null.
    private mutating func endRow() {
        guard let textStart, let row = rows.last else { return }
        self.textStart = nil
        rows[rows.count - 1].textCount = UInt32(clamping: bytes.count - textStart)
        guard !row.hasCell else { return }
        let end = Int(row.start) + fieldNames.count
        while values.count < end { values.append(.null) }
    }

    /// Ends the last row. Call it once, after all rows.
    package mutating func finish() { endRow() }

    /// Sets the properties of the last row that delegates provide for each row.
    package mutating func setTraits(
        height: Height, isSelectable: Bool, isFocusable: Bool, indentationLevel: Int
    ) {
        let last = rows.count - 1
        rows[last].height = height
        rows[last].isSelectable = isSelectable
        rows[last].isFocusable = isFocusable
        rows[last].indentationLevel = indentationLevel
    }

    /// Makes all rows as high as that.
    package mutating func setHeight(_ height: Height) {
        for index in rows.indices { rows[index].height = height }
    }

    /// Makes no row selectable.
    mutating func forbidSelection() {
        for index in rows.indices { rows[index].isSelectable = false }
    }

    /// Sets the identifier of a row.
    package mutating func setIdentifier(_ identifier: String, at index: Int) {
        rows[index].identifier = append(utf8: identifier)
        rows[index].textCount += rows[index].identifier.count
    }
}

// MARK: - Reading

extension RowBatch {
    /// Returns the identifier of a row; nil if the row is identified by its position.
    ///
    /// - Parameter index: The index of the row in the batch, from 0.
    public func identifier(at index: Int) -> String? { string(rows[index].identifier) }

    /// Returns the cell of a row.
    ///
    /// - Parameter index: The index of the row in the batch, from 0.
    public func cell(at index: Int) -> TableViewCell {
        let row = rows[index]
        guard !row.hasCell else { return cells[Int(row.start)] }
        var fields: [Field] = []
        fields.reserveCapacity(fieldNames.count)
        for column in fieldNames.indices { fields.append(Field(fieldNames[column], value(at: index, column))) }
        return TableViewCell(
            style: .columns, title: string(row.title), fields: fields, accessory: row.accessory,
            isEnabled: row.isEnabled, to: string(row.link))
    }

    /// Returns a value of a row. The row must not have a cell of its own.
    ///
    /// - Parameters:
    ///   - index: The index of the row in the batch, from 0.
    ///   - column: The index of the field name, from 0.
    public func value(at index: Int, _ column: Int) -> FieldValue {
        switch values[Int(rows[index].start) + column] {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .decimal(let decimal): .decimal(decimal)
        case .boolean(let boolean): .boolean(boolean)
        case .text(let text): .text(string(text) ?? "")
        case .number(let text): .number(string(text) ?? "")
        case .other(let place): others[Int(place)]
        }
    }

    package func string(_ text: Text) -> String? {
        guard !text.isNone else { return nil }
        return bytes.withUnsafeBufferPointer { String(decoding: $0[text.range], as: UTF8.self) }
    }

    /// Returns the index of the first row with an identifier; nil if there is none.
    package func firstIndex(ofRowNamed identifier: String) -> Int? {
        let name = Array(identifier.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            rows.firstIndex { row in
                !row.identifier.isNone && Int(row.identifier.count) == name.count
                    && bytes[row.identifier.range].elementsEqual(name)
            }
        }
    }

    /// Returns a batch with the rows at these indices, in this order.
    package func rows(at places: [Int]) -> RowBatch {
        var batch = self
        // All values and texts stay in the buffers, also those of other rows.
        batch.rows = places.map { rows[$0] }
        return batch
    }

    /// Returns the rows with the columns of a table as fields. Rows with other fields become cells.
    package func inColumns(_ names: [String]) -> RowBatch {
        guard fieldNames != names else { return self }
        var batch = RowBatch(fieldNames: names, capacity: rows.count)
        for (index, row) in rows.enumerated() {
            batch.append(cell(at: index), identifier: identifier(at: index))
            batch.setTraits(
                height: row.height, isSelectable: row.isSelectable, isFocusable: row.isFocusable,
                indentationLevel: row.indentationLevel)
        }
        batch.finish()
        return batch
    }

    /// Returns the rows with some of the fields, in another order. Identifiers, titles and links stay.
    package func choosing(_ names: [String]) -> RowBatch {
        guard !names.elementsEqual(fieldNames, by: { $0.isExactly($1) }) else { return self }
        let places = names.map { name in fieldNames.firstIndex(where: name.isExactly) }
        var batch = RowBatch(fieldNames: names)
        (batch.rows, batch.bytes, batch.others, batch.cells) = (rows, bytes, others, cells)
        batch.costOfOthers = costOfOthers
        batch.values.reserveCapacity(rows.count * names.count)
        for index in rows.indices {
            let start = Int(rows[index].start)
            guard !rows[index].hasCell else {
                batch.cells[start].choose(places, of: fieldNames)
                continue
            }
            batch.rows[index].start = Int32(clamping: batch.values.count)
            for place in places { batch.values.append(place.map { values[start + $0] } ?? .null) }
        }
        return batch
    }

    /// The approximate size of the batch in memory, in bytes.
    package var cost: Int {
        rows.count * MemoryLayout<Row>.stride + values.count * MemoryLayout<Value>.stride + bytes.count + costOfOthers
    }
}

extension TableViewCell {
    /// Removes the fields of columns that are not chosen. The fields of a cell in columns belong to them by their places.
    fileprivate mutating func choose(_ places: [Int?], of names: [String]) {
        if style == .columns {
            fields = places.compactMap { place in place.flatMap { fields.indices.contains($0) ? fields[$0] : nil } }
        } else {
            let chosen = places.compactMap { place in place.map { names[$0] } }
            fields.removeAll { field in
                names.contains(where: field.name.isExactly) && !chosen.contains(where: field.name.isExactly)
            }
        }
    }
}

extension FieldValue {
    /// The approximate size of the value in memory, in bytes.
    fileprivate var cost: Int {
        switch self {
        case .text(let text), .number(let text), .json(let text): 32 + text.utf8.count
        case .url(let url, let title): 64 + url.utf8.count + (title?.utf8.count ?? 0)
        case .bytes(let bytes): 64 + bytes.count
        case .sparkline(let values): 64 + 8 * values.count
        case .excerpt(let excerpt):
            switch excerpt.beginning {
            case .text(let text): 96 + text.utf8.count
            case .bytes(let bytes): 96 + bytes.count
            }
        case .integer, .decimal, .date, .boolean, .progress, .null: 32
        }
    }
}
