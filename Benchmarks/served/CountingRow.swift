import CascadingTable

/// A row that counts how often it was changed.
final class CountingRow: CascadingBareTableDelegate {
    private let number: Int
    private let countsSelections: Bool
    private var count = 0

    init(number: Int, countsSelections: Bool) {
        self.number = number
        self.countsSelections = countsSelections
        super.init()
    }

    func change(in tableView: TableView) {
        count += 1
        tableView.reloadRows(at: [IndexPath(row: index, section: parentDelegate?.index ?? 0)])
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .columns,
            fields: [
                Field("name", .text("Row \(number)")), Field("state", .text("Changed \(count) times")),
                Field("weight", .integer(Int64(number * 97))),
            ])
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if countsSelections { change(in: tableView) }
    }
}
