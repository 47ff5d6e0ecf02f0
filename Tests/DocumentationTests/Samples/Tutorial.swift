// The program of docs/tutorial.md. Each enum is the program after one step, as far as the step changes it.
import CascadingTable
import TableServer

final class DrinkRow: CascadingBareTableDelegate {
    let name: String
    var price: Double

    init(_ name: String, price: Double) {
        self.name = name
        self.price = price
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(style: .value1, title: name, subtitle: "\(price) €")
    }
}

@TableActor
func makeTable() -> TableView {
    let tea = CascadingSectionTableDelegate(childDelegates: [DrinkRow("Green tea", price: 2.8)])
    return TableView(title: "Bar", root: CascadingRootTableDelegate(childDelegates: [tea]))
}

private func serve() async {
    await TableServer.main { server in
        server.mount("/", await makeTable())
    }
}

private enum Sections {
    @TableActor
    func makeTable() -> TableView {
        let tea = CascadingSectionTableDelegate(childDelegates: [
            DrinkRow("Green tea", price: 2.8), DrinkRow("Peppermint tea", price: 2.5),
        ])
        tea.headerTitle = "Tea"
        let coffee = CascadingSectionTableDelegate(childDelegates: [DrinkRow("Espresso", price: 2.2)])
        coffee.headerTitle = "Coffee"
        let tableView = TableView(title: "Bar", root: CascadingRootTableDelegate(childDelegates: [tea, coffee]))
        tableView.appearance.headerView = TableViewHeaderFooterView(title: "Welcome", subtitle: "Open until 18:00")
        return tableView
    }
}

private enum Selecting {
    final class DrinkRow: CascadingBareTableDelegate {
        let name: String
        var price: Double
        var orders = 0

        init(_ name: String, price: Double) {
            self.name = name
            self.price = price
            super.init()
        }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(style: .value1, title: name, subtitle: "\(price) €, orders: \(orders)")
        }

        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
            tableView.deselectRow(at: indexPath)
            guard orders < 3 else { return tableView.refuse("\(name) is sold out.") }
            orders += 1
            tableView.reloadRows(at: [indexPath])
        }

        override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
            -> [TableViewEditableField]
        {
            [.init("price", label: "Price", value: "\(price)", kind: .decimal, isRequired: true, minimum: 0)]
        }

        override func tableView(
            _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
        ) throws {
            guard let price = values["price"].flatMap(Double.init) else { return }
            guard price <= 20 else { throw TableViewValidationError("price", "No drink costs more than 20 €.") }
            self.price = price
        }
    }
}

private enum Live {
    final class KettleRow: CascadingBareTableDelegate {
        private var temperature = 20

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(
                style: .value1, title: "Kettle", subtitle: "\(temperature) °C",
                fields: [Field("Heat", .progress(Double(temperature) / 100))])
        }

        override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }

        func heat() async throws {
            while true {
                try await Task.sleep(for: .seconds(1))
                temperature = temperature < 100 ? temperature + 5 : 20
                tableView?.reloadRows(at: [IndexPath(row: index, section: parentDelegate?.index ?? 0)])
            }
        }
    }

    @TableActor
    func makeTable() -> TableView {
        let tea = CascadingSectionTableDelegate(childDelegates: [])
        let tableView = TableView()
        tableView.appearance.showsEditButton = true
        let kettle = KettleRow()
        tea.childDelegates.append(kettle)
        Task { try await kettle.heat() }
        return tableView
    }
}
