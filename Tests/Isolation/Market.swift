import CascadingTable
import TableServer

final class Market: TableViewController {
    private let fruit = ["Apple", "Pear"]

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
        print("\(fruit[indexPath.row]) was picked")
    }
}

@main
struct Main {
    static func main() async {
        await TableServer.main { server in
            server.mount("/", Market())
        }
    }
}
