import Bytes
package import CascadingTable

extension DatabaseRecord {
    /// Creates the record of a row as it was.
    ///
    /// - Parameters:
    ///   - key: The identifier of the row.
    ///   - table: The name of its table.
    ///   - time: The time.
    ///   - beginning: The time of the first change of the history; nil without one.
    ///   - past: The changes that tell of that time, as ``HistoryTable/past(ofRow:of:at:)`` finds them.
    ///   - types: The columns of the table with their types.
    /// - Returns: The record; nil if the history has no change of the row.
    /// - Throws: `TableViewError` with `noSuchRow` if the row did not exist, or the history does not reach so far back.
    package init?(
        named key: String, of table: String, at time: String, since beginning: String?, _ past: [PastChange],
        types: [(column: String, type: String)]
    ) throws {
        guard let beginning, EditHistory.moment(before: beginning) <= time else {
            throw TableViewError(.noSuchRow, "The history does not reach back to \(time).")
        }
        guard !past.isEmpty else { return nil }
        guard let values = past.values(at: time) else {
            throw TableViewError(.noSuchRow, "There was no row \"\(key)\" in \(table) at \(time).")
        }
        self.init(
            tableName: table,
            columns: values.map { field in
                let type = types.first { $0.column.isExactly(field.name) }?.type ?? ""
                return Column(name: field.name, type: type, value: field.value)
            })
    }
}
