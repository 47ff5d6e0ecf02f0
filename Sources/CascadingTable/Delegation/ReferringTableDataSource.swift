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

extension RowBatch {
    /// Returns the values of some columns of each row; nil for a row with a null in them.
    package func keys(_ columns: [String]) -> [[FieldValue]?] {
        let places = columns.compactMap { name in fieldNames.firstIndex(where: name.isExactly) }
        guard places.count == columns.count else { return rows.map { _ in nil } }
        return rows.indices.map { index in
            let key = places.map { place in
                guard rows[index].hasCell else { return value(at: index, place) }
                return cell(at: index).fields.first { $0.name.isExactly(fieldNames[place]) }?.value ?? .null
            }
            return key.contains(.null) ? nil : key
        }
    }
}

extension TableView {
    /// Returns the links of a column's values to other rows, by the index of the row in the batch.
    package func links(from column: TableViewColumn, in rows: RowBatch) -> [TableLink?] {
        let own = dataSource as? any ReferringTableDataSource
        guard let dataSource = own ?? (origin?.dataSource as? any ReferringTableDataSource) else { return [] }
        let keys = rows.keys(column.referenceColumns)
        var numbers: [[FieldValue]: Int] = [:]
        var wanted: [[FieldValue]] = []
        for case let key? in keys where numbers[key] == nil {
            numbers[key] = wanted.count
            wanted.append(key)
        }
        guard !wanted.isEmpty else { return [] }
        let links = dataSource.tableView(origin ?? self, linksFrom: column.name, for: wanted)
        guard links.count == wanted.count else { return [] }
        return keys.map { key in key.flatMap { numbers[$0] }.flatMap { links[$0] } }
    }
}
