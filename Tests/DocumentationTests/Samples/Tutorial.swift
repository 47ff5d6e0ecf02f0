// The program of docs/tutorial.md. Each enum is the program after one step, as far as the step changes it.
import CascadingTable
import TableServer

struct Drink {
    let name: String
    var price: Double
}

final class Bar: TableViewController {
    var drinks = [Drink(name: "Green tea", price: 2.8)]

    override func viewDidLoad() {
        title = "Bar"
    }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        drinks.count
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let drink = drinks[indexPath.row]
        return TableViewCell(style: .value1, title: drink.name, subtitle: "\(drink.price) €")
    }
}

private func serve() async {
    await TableServer.main { server in
        server.mount("/", Bar())
    }
}

private enum Sections {
    struct Shelf {
        let title: String
        var drinks: [Drink]
    }

    final class Bar: TableViewController {
        var shelves = [
            Shelf(
                title: "Tea",
                drinks: [Drink(name: "Green tea", price: 2.8), Drink(name: "Peppermint tea", price: 2.5)]),
            Shelf(title: "Coffee", drinks: [Drink(name: "Espresso", price: 2.2)]),
        ]

        override func viewDidLoad() {
            title = "Bar"
            tableView.appearance.headerView = TableViewHeaderFooterView(title: "Welcome", subtitle: "Open until 18:00")
        }

        override func numberOfSections(in tableView: TableView) -> Int {
            shelves.count
        }

        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            shelves[section].drinks.count
        }

        override func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
            shelves[section].title
        }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            let drink = shelves[indexPath.section].drinks[indexPath.row]
            return TableViewCell(style: .value1, title: drink.name, subtitle: "\(drink.price) €")
        }
    }
}

private enum Selecting {
    struct Drink {
        let name: String
        var price: Double
        var orders = 0
    }

    final class Bar: TableViewController {
        var shelves: [(title: String, drinks: [Drink])] = []

        override func viewDidLoad() {
            tableView.appearance.showsEditButton = true
        }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            let drink = shelves[indexPath.section].drinks[indexPath.row]
            return TableViewCell(
                style: .value1, title: drink.name, subtitle: "\(drink.price) €, orders: \(drink.orders)")
        }

        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
            tableView.deselectRow(at: indexPath)
            let drink = shelves[indexPath.section].drinks[indexPath.row]
            guard drink.orders < 3 else { return tableView.refuse("\(drink.name) is sold out.") }
            shelves[indexPath.section].drinks[indexPath.row].orders += 1
            tableView.reloadRows(at: [indexPath])
        }

        override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
            -> [TableViewEditableField]
        {
            let price = shelves[indexPath.section].drinks[indexPath.row].price
            return [.init("price", label: "Price", value: "\(price)", kind: .decimal, isRequired: true, minimum: 0)]
        }

        override func tableView(
            _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
        ) throws {
            guard let price = values["price"].flatMap(Double.init) else { return }
            guard price <= 20 else { throw TableViewValidationError("price", "No drink costs more than 20 €.") }
            shelves[indexPath.section].drinks[indexPath.row].price = price
        }
    }
}

private enum Live {
    final class Bar: TableViewController {
        private var temperature = 20
        private var kettle: Task<Void, any Error>?

        override func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
            section == 0 ? "The kettle has \(temperature) °C." : nil
        }

        override func tableViewDidAppear(viewers: Int) {
            guard kettle == nil else { return }
            kettle = Task {
                while true {
                    try await Task.sleep(for: .seconds(1))
                    temperature = temperature < 100 ? temperature + 5 : 20
                    tableView.reloadSections([0])
                }
            }
        }

        override func tableViewDidDisappear(viewers: Int) {
            guard viewers == 0 else { return }
            kettle?.cancel()
            kettle = nil
        }
    }
}
