// The samples of docs/how-to/translate.md.
import CascadingTable

@TableActor
private func setLanguage(_ tableView: TableView) {
    tableView.language = "fr"
}

@TableActor
private func translate(_ tableView: TableView) {
    tableView.language = nil
}

private final class StockRow: CascadingBareTableDelegate {
    private let count: Int64 = 12

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let titles = ["en": "In stock", "de": "Vorrätig", "he": "במלאי"]
        return TableViewCell(
            style: .value1, title: titles[tableView.traits.language] ?? titles["en"],
            fields: [Field("count", .integer(count))])
    }
}

private final class Prices: CascadingSectionTableDelegate {
    override func columns(in tableView: TableView) -> [TableViewColumn] {
        [
            TableViewColumn("year", title: "Year", alignment: .trailing, numberFormat: .plain),
            TableViewColumn("visitors", title: "Visitors", alignment: .trailing, numberFormat: .grouped),
        ]
    }
}
