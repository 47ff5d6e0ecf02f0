#if Hummingbird
    import CascadingTable
    import Hummingbird
    import TableHummingbird
    import struct TableServer.TableServer

    final class Market: TableViewController {
        private var fruit = ["Apple", "Pear"]

        override func viewDidLoad() {
            title = "Market"
        }

        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            fruit.count
        }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: fruit[indexPath.row])
        }

        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
            fruit[indexPath.row] += " (picked)"
            tableView.reloadRows(at: [indexPath])
        }
    }

    @main
    struct Main {
        static func main() async throws {
            var server = TableServer()
            server.mount("/market/", Market())
            let router = Router(context: TableRequestContext.self)
            router.get("/") { _, _ in "A Hummingbird application\n" }
            router.addTables(try server.makeResponder())
            let port = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 8080
            let application = Application(
                router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
            try await application.runService()
        }
    }
#else
    @main
    struct Main {
        static func main() {
            print("The package trait Hummingbird is off. Use: swift run --traits Hummingbird HummingbirdTables")
        }
    }
#endif
