import CascadingTable
import StaticTables

/// Rows that are declared in code, with the action of each.
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
        let reset = TableViewSectionAction(id: "reset", title: "Reset", style: .destructive) { _, section in
            count = 0
            table.sections[section].footer = nil
        }
        table.sections.append(
            Section {
                Row("Count", id: "count") { _, _ in
                    count += 1
                    table.sections[1].footer = TableViewHeaderFooterView(title: "Count: \(count)")
                }
            } header: {
                TableViewHeaderFooterView(title: "Counting", actions: [reset])
            })
        let tableView = TableView(title: "Static rows", root: table)
        tableView.appearance.style = .insetGrouped
        return tableView
    }
}
