import CascadingTable

/// Rows that are written down where they stand, with what pressing each does.
enum StaticExample {
    @TableActor
    static func make() -> TableView {
        var count = 0
        let table = StaticTable {
            Section("Fruit") {
                Row(
                    "Apple", detail: "red", id: "apple", accessory: .disclosure,
                    to: "https://en.wikipedia.org/wiki/Apple")
                Row(
                    "Pear", detail: "green", id: "pear",
                    accessory: .detail { tableView, _ in
                        tableView.appearance.footerView = TableViewHeaderFooterView(
                            subtitle: "Pears ripen from the inside.")
                    })
                for name in ["Plum", "Quince"] { Row(name, id: name.lowercased()) }
            } footer: {
                "Apple opens its article. Pear has an info button. The others do nothing."
            }
        }
        table.sections.append(
            Section("Counting") {
                Row("Count", id: "count") { _, _ in
                    count += 1
                    table.sections[1].footer = TableViewHeaderFooterView(title: "Count: \(count)")
                }
            })
        let tableView = TableView(title: "Static rows", root: table)
        tableView.appearance.style = .insetGrouped
        return tableView
    }
}
