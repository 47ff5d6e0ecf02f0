import Bytes

/// A data source with values that refer to rows of other tables, such as the customer of an order.
///
/// ```swift
/// var customer = TableViewColumn("customer")
/// customer.referenceColumns = ["customer"]
///
/// func tableView(_ tableView: TableView, linksFrom column: String, for keys: [[FieldValue]]) -> [TableLink?] {
///     keys.map { key in
///         guard case .integer(let number) = key[0], let customer = customers[number] else { return nil }
///         return TableLink(customer.name, to: "../customers/row/\(number)/")
///     }
/// }
/// ```
///
/// Pages show the value as a link, and the title of the link beside it.
@TableActor
public protocol ReferringTableDataSource: TableViewDataSource {
    /// Returns the links to the rows that keys refer to.
    ///
    /// If they have to be loaded, call ``TableView/needs(_:)``. The method is then called again.
    ///
    /// - Parameters:
    ///   - tableView: The table.
    ///   - column: The name of a column with ``TableViewColumn/referenceColumns``.
    ///   - keys: The values of these columns, each key once. They have no null.
    /// - Returns: A link for each key; nil for a key of no row. An empty title shows the value alone.
    func tableView(_ tableView: TableView, linksFrom column: String, for keys: [[FieldValue]]) -> [TableLink?]
}

/// The links of a column's values to rows of other tables.
package struct RowLinks: Sendable {
    /// The links of keys, and of others that do not belong to the rows; nil for a key of no row.
    private let links: [TableLink?]
    /// The index of each row's link; -1 for a row without one.
    private let places: [Int32]

    package init(_ links: [TableLink?], places: [Int32]) {
        self.links = links
        self.places = places
    }

    /// The link of a row by its index in the batch; nil for none.
    package subscript(row: Int) -> TableLink? {
        places.indices.contains(row) && places[row] >= 0 ? links[Int(places[row])] : nil
    }
}

/// The values of a foreign key. Texts are compared by bytes.
package enum ForeignKeyValue: Sendable, Hashable {
    case integer(Int64)
    /// A text of at most 15 bytes, which are compared without counting references: the bytes, and their number at the end.
    case short(UInt64, UInt64)
    /// Several values, or one of another kind.
    case values([FieldValue])

    package init(_ values: [FieldValue]) {
        self = .values(values)
        guard values.count == 1 else { return }
        switch values[0] {
        case .integer(let integer): self = .integer(integer)
        case .text(var text): if let short = text.withUTF8({ Self(short: UnsafeRawBufferPointer($0)) }) { self = short }
        default: break
        }
    }

    /// Returns nil for a longer text.
    fileprivate init?(short utf8: UnsafeRawBufferPointer) {
        guard utf8.count < 16 else { return nil }
        var (low, high) = (UInt64(0), UInt64(utf8.count) << 56)
        for (place, byte) in utf8.enumerated() {
            if place < 8 { low |= UInt64(byte) << (8 * place) } else { high |= UInt64(byte) << (8 * (place - 8)) }
        }
        self = .short(low, high)
    }

    package var values: [FieldValue] {
        switch self {
        case .integer(let integer): [.integer(integer)]
        case .short(let low, let high):
            [
                .text(
                    withUnsafeBytes(of: (low.littleEndian, high.littleEndian)) {
                        String(decoding: $0.prefix(Int(high >> 56)), as: UTF8.self)
                    })
            ]
        case .values(let values): values
        }
    }

    package static func == (one: ForeignKeyValue, other: ForeignKeyValue) -> Bool {
        switch (one, other) {
        case (.integer(let one), .integer(let other)): one == other
        case (.short(let low, let high), .short(let otherLow, let otherHigh)): low == otherLow && high == otherHigh
        case (.values(let one), .values(let other)): one.elementsEqual(other) { $0.isExactly($1) }
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .integer(let integer): hasher.combine(integer)
        case .short(let low, let high):
            hasher.combine(low)
            hasher.combine(high)
        case .values(let values):
            for value in values {
                if case .text(let text) = value { hasher.combine(ExactString(text)) } else { hasher.combine(value) }
            }
        }
    }
}

extension FieldValue {
    /// Returns whether two values are equal, and have the same bytes if they are texts.
    fileprivate func isExactly(_ other: FieldValue) -> Bool {
        if case (.text(let one), .text(let other)) = (self, other) { one.isExactly(other) } else { self == other }
    }
}

extension RowBatch {
    /// Returns a number for the key of each row, which a function chooses; -1 for a row with a null in its key.
    package func numbers(ofKeysIn columns: [String], _ number: (ForeignKeyValue) -> Int32) -> [Int32] {
        let fields = columns.compactMap { name in fieldNames.firstIndex(where: name.isExactly) }
        guard !fields.isEmpty, fields.count == columns.count else { return [] }
        return rows.indices.map { row in key(of: row, fields).map(number) ?? -1 }
    }

    /// Returns nil for a key with a null.
    private func key(of row: Int, _ fields: [Int]) -> ForeignKeyValue? {
        if fields.count == 1, !rows[row].hasCell {
            switch values[Int(rows[row].start) + fields[0]] {
            case .null: return nil
            case .integer(let integer): return .integer(integer)
            case .text(let text):
                let short = bytes.withUnsafeBytes {
                    ForeignKeyValue(short: UnsafeRawBufferPointer(rebasing: $0[text.range]))
                }
                if let short { return short }
            default: break
            }
        }
        let values = values(of: row, fields)
        return values.contains(.null) ? nil : ForeignKeyValue(values)
    }

    private func values(of index: Int, _ fields: [Int]) -> [FieldValue] {
        guard rows[index].hasCell else { return fields.map { value(at: index, $0) } }
        let cell = cell(at: index)
        return fields.map { field in cell.fields.first { $0.name.isExactly(fieldNames[field]) }?.value ?? .null }
    }
}

extension TableView {
    /// Returns the links of a column's values to other rows; nil if there are none.
    package func links(from column: TableViewColumn, in rows: RowBatch) -> RowLinks? {
        if let links = summary?.links(ofFigures: column.name, in: rows) { return links }
        let own = dataSource as? any ReferringTableDataSource
        guard let dataSource = own ?? (origin?.dataSource as? any ReferringTableDataSource) else { return nil }
        var numbers: [ForeignKeyValue: Int32] = [:]
        var keys: [[FieldValue]] = []
        let places = rows.numbers(ofKeysIn: column.referenceColumns) { key in
            if let known = numbers[key] { return known }
            let number = Int32(clamping: keys.count)
            numbers[key] = number
            keys.append(key.values)
            return number
        }
        guard !keys.isEmpty else { return nil }
        let links = dataSource.tableView(origin ?? self, linksFrom: column.name, for: keys)
        return links.count == keys.count ? RowLinks(links, places: places) : nil
    }
}
