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
    /// The different keys in the column and those that belong to it.
    package fileprivate(set) var keys: [[FieldValue]] = []
    /// The links of the keys; nil for a key of no row.
    package var links: [TableLink?] = []
    /// The index of each row's key; -1 for a row with a null in it.
    fileprivate var places: [Int32]

    /// The link of a row by its index in the batch; nil for none.
    package subscript(row: Int) -> TableLink? {
        places.indices.contains(row) && places[row] >= 0 ? links[Int(places[row])] : nil
    }
}

extension RowBatch {
    /// Returns the different keys in some columns and the key of each row, without links.
    package func keys(_ columns: [String]) -> RowLinks {
        var found = RowLinks(places: Array(repeating: -1, count: rows.count))
        let fields = columns.compactMap { name in fieldNames.firstIndex(where: name.isExactly) }
        guard !fields.isEmpty, fields.count == columns.count else { return found }
        var known: [RawKey: Int32] = [:]
        for index in rows.indices {
            guard let key = rawKey(of: index, fields) else { continue }
            let place = known[key] ?? Int32(clamping: found.keys.count)
            found.places[index] = place
            guard place == found.keys.count else { continue }
            known[key] = place
            found.keys.append(values(of: index, fields))
        }
        return found
    }

    /// A key that is found without a text or an array of its own, if it is an integer or a text.
    private enum RawKey: Hashable {
        case integer(Int64)
        case text(ArraySlice<UInt8>)
        case values([FieldValue])
    }

    /// Returns nil for a key with a null.
    private func rawKey(of index: Int, _ fields: [Int]) -> RawKey? {
        if fields.count == 1, !rows[index].hasCell {
            switch values[Int(rows[index].start) + fields[0]] {
            case .null: return nil
            case .integer(let integer): return .integer(integer)
            case .text(let text): return .text(bytes[text.range])
            default: break
            }
        }
        let values = values(of: index, fields)
        return values.contains(.null) ? nil : .values(values)
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
        let own = dataSource as? any ReferringTableDataSource
        guard let dataSource = own ?? (origin?.dataSource as? any ReferringTableDataSource) else { return nil }
        var found = rows.keys(column.referenceColumns)
        guard !found.keys.isEmpty else { return nil }
        found.links = dataSource.tableView(origin ?? self, linksFrom: column.name, for: found.keys)
        return found.links.count == found.keys.count ? found : nil
    }
}
