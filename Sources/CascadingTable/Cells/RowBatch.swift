import FoundationEssentials

/// Rows of one section, as values in a few buffers: what a data source answers for many rows in one call.
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
/// A row of a batch is what a cell in the `columns` style is. Nothing in it is an object per row or per value: texts are
/// UTF-8 in one buffer, and numbers stand beside them. Cells of other styles are kept as they are (``append(_:identifier:)``).
public struct RowBatch: Sendable {
    /// The names of the values of each row, in order. Name them as the table's columns.
    public let fieldNames: [String]
    /// The number of rows.
    public var count: Int { rows.count }

    package private(set) var rows: [Row] = []
    /// The values of all rows; those of a row follow each other.
    package private(set) var values: [Value] = []
    /// The UTF-8 of all texts.
    package private(set) var bytes: [UInt8] = []
    /// Values that are neither texts nor numbers.
    package private(set) var others: [FieldValue] = []
    /// Cells that are no records.
    private var cells: [TableViewCell] = []
    /// The place where the texts of the unfinished row begin; nil between rows.
    private var textStart: Int?

    /// - Parameter fieldNames: The names of the values of each row, in order.
    /// - Parameter capacity: The number of rows to make room for.
    public init(fieldNames: [String], capacity: Int = 0) {
        self.fieldNames = fieldNames
        rows.reserveCapacity(capacity)
        values.reserveCapacity(capacity * fieldNames.count)
        bytes.reserveCapacity(capacity * 16 * (fieldNames.count + 1))
    }

    /// A text in the buffer.
    package struct Text: Sendable, Hashable {
        package var start: UInt32
        package var count: UInt32

        package static var none: Text { Text(start: 0, count: .max) }
        @inlinable package var isNone: Bool { count == .max }
        @inlinable package var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    package enum Value: Sendable {
        case null
        case integer(Int64)
        case decimal(Double)
        case boolean(Bool)
        case text(Text)
        /// The place of the value in `others`.
        case other(Int32)
    }

    package struct Row: Sendable {
        package var identifier = Text.none
        package var title = Text.none
        package var link = Text.none
        /// The place of the first value; for a row with a cell of its own, the place of the cell.
        package var start: Int32
        /// The bytes of all texts of the row, its identifier included.
        package var textCount: UInt32 = 0
        /// Whether the row has a cell of its own, and no values.
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
    /// Begins a row, whose values are appended next. Missing values are null.
    ///
    /// - Parameters:
    ///   - identifier: The name of the row that stays with it when it moves. Nil for a row that is known by its place.
    ///   - title: What the row is called where its first value is null.
    ///   - link: Where the row leads, as a relative, `http` or `https` address.
    ///   - accessory: The mark at the end of the row.
    ///   - isEnabled: Whether the row can be used at all.
    ///   - isSelectable: Whether visitors can select the row.
    public mutating func beginRow(
        identifier: String?, title: String? = nil, link: String? = nil, accessory: TableViewCell.Accessory = .none,
        isEnabled: Bool = true, isSelectable: Bool = true
    ) {
        endRow()
        textStart = bytes.count
        var row = Row(start: Int32(clamping: values.count))
        if let identifier { row.identifier = append(utf8: identifier) }
        if let title { row.title = title == identifier ? row.identifier : append(utf8: title) }
        if let link { row.link = append(utf8: link) }
        row.accessory = accessory
        row.isEnabled = isEnabled
        row.isSelectable = isEnabled && isSelectable
        rows.append(row)
    }

    /// Appends the next value of the row. Values after the last field are left out.
    public mutating func append(_ value: FieldValue) {
        switch value {
        case .null: append(stored: .null)
        case .integer(let integer): append(stored: .integer(integer))
        case .decimal(let decimal): append(stored: .decimal(decimal))
        case .boolean(let boolean): append(stored: .boolean(boolean))
        case .text(let text): append(stored: .text(append(utf8: text)))
        case .date, .url, .bytes, .progress, .sparkline, .excerpt:
            others.append(value)
            append(stored: .other(Int32(clamping: others.count - 1)))
        }
    }

    /// Appends a row with a cell, whatever its style.
    public mutating func append(_ cell: TableViewCell, identifier: String?) {
        guard isRecord(cell) else {
            endRow()
            textStart = bytes.count
            cells.append(cell)
            var row = Row(start: Int32(clamping: cells.count - 1))
            if let identifier { row.identifier = append(utf8: identifier) }
            (row.hasCell, row.accessory) = (true, cell.accessory)
            (row.isEnabled, row.isSelectable) = (cell.isEnabled, cell.isEnabled)
            return rows.append(row)
        }
        beginRow(
            identifier: identifier, title: cell.title, link: cell.link, accessory: cell.accessory,
            isEnabled: cell.isEnabled)
        for index in cell.fields.indices { append(cell.fields[index].value) }
    }

    /// Whether the cell has nothing but what a row of values has.
    private func isRecord(_ cell: TableViewCell) -> Bool {
        guard cell.style.rawValue == "columns", cell.subtitle == nil, cell.image == nil,
            cell.fields.count == fieldNames.count
        else { return false }
        for index in fieldNames.indices where cell.fields[index].name != fieldNames[index] { return false }
        return true
    }

    package mutating func append(stored value: Value) {
        guard textStart != nil, values.count - Int(rows[rows.count - 1].start) < fieldNames.count else { return }
        values.append(value)
    }

    /// Appends the bytes of a text, which are valid UTF-8.
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

    /// Fills up the last row.
    private mutating func endRow() {
        guard let textStart, let row = rows.last else { return }
        self.textStart = nil
        rows[rows.count - 1].textCount = UInt32(clamping: bytes.count - textStart)
        guard !row.hasCell else { return }
        let end = Int(row.start) + fieldNames.count
        while values.count < end { values.append(.null) }
    }

    /// Ends the last row. Call it once after all rows.
    package mutating func finish() { endRow() }

    /// Says of the last row what delegates say of rows.
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

    /// Names a row.
    package mutating func setIdentifier(_ identifier: String, at index: Int) {
        rows[index].identifier = append(utf8: identifier)
        rows[index].textCount += rows[index].identifier.count
    }
}

// MARK: - Reading

extension RowBatch {
    /// The name of a row; nil if it is known by its place.
    public func identifier(at index: Int) -> String? { string(rows[index].identifier) }

    /// The cell of a row.
    public func cell(at index: Int) -> TableViewCell {
        let row = rows[index]
        guard !row.hasCell else { return cells[Int(row.start)] }
        var fields: [Field] = []
        fields.reserveCapacity(fieldNames.count)
        for column in fieldNames.indices { fields.append(Field(fieldNames[column], value(at: index, column))) }
        return TableViewCell(
            style: .columns, title: string(row.title), fields: fields, accessory: row.accessory,
            isEnabled: row.isEnabled, link: string(row.link))
    }

    /// A value of a row, which has no cell of its own.
    public func value(at index: Int, _ column: Int) -> FieldValue {
        switch values[Int(rows[index].start) + column] {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .decimal(let decimal): .decimal(decimal)
        case .boolean(let boolean): .boolean(boolean)
        case .text(let text): .text(string(text) ?? "")
        case .other(let place): others[Int(place)]
        }
    }

    package func string(_ text: Text) -> String? {
        guard !text.isNone else { return nil }
        return bytes.withUnsafeBufferPointer { String(decoding: $0[text.range], as: UTF8.self) }
    }

    /// The first row of that name.
    package func firstIndex(ofRowNamed identifier: String) -> Int? {
        let name = Array(identifier.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            rows.firstIndex { row in
                !row.identifier.isNone && Int(row.identifier.count) == name.count
                    && bytes[row.identifier.range].elementsEqual(name)
            }
        }
    }

    /// The rows at those places, in that order.
    package func rows(at places: [Int]) -> RowBatch {
        var batch = self
        // Values and texts stay where they are; there are as many as were read.
        batch.rows = places.map { rows[$0] }
        return batch
    }

    /// Bytes of memory, about.
    package var cost: Int {
        rows.count * MemoryLayout<Row>.stride + values.count * MemoryLayout<Value>.stride + bytes.count
            + others.reduce(0) { $0 + $1.cost } + cells.reduce(0) { $0 + 256 + $1.fields.count * 64 }
    }
}

extension FieldValue {
    /// Bytes of memory, about.
    fileprivate var cost: Int {
        switch self {
        case .text(let text): 32 + text.utf8.count
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
