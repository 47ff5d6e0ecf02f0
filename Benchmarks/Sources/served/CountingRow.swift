import CascadingTable

/// A row that counts its changes.
final class CountingRow: CascadingBareTableDelegate {
    private let name: String
    private var weight: Int64
    private let countsSelections: Bool
    private var count = 0
    private var state = "Changed 0 times"

    init(number: Int, countsSelections: Bool) {
        name = "Row \(number)"
        weight = Int64(number * 97)
        self.countsSelections = countsSelections
        super.init()
    }

    /// Changes the row without telling the table. The caller must reload it.
    func gainWeight() { weight += 1 }

    func change(in tableView: TableView) {
        count += 1
        state = "Changed \(count) times"
        tableView.reloadRows(at: [IndexPath(row: index, section: parentDelegate?.index ?? 0)])
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .columns,
            fields: [
                Field("name", .text(name)), Field("state", .text(state)), Field("weight", .integer(weight)),
            ])
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if countsSelections { change(in: tableView) }
    }
}
