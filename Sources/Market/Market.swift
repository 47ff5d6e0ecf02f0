import CascadingTable
import TableServer

final class FruitRow: CascadingBareTableDelegate {
    let name: String

    init(_ name: String) {
        self.name = name
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: name)
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        print("\(name) was picked")
    }
}

@main
struct Market {
    static func main() async {
        await TableServer.main { server in
            server.mount("/", await makeTable())
        }
    }

    @TableActor
    static func makeTable() -> TableView {
        let fruit = CascadingSectionTableDelegate(childDelegates: ["Apple", "Pear"].map { FruitRow($0) })
        fruit.headerTitle = "Fruit"
        return TableView(title: "Market", root: CascadingRootTableDelegate(childDelegates: [fruit]))
    }
}
