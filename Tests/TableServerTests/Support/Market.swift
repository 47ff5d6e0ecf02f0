import CascadingTable
import TableServer

/// The table of most server tests: two sections of rows that note their selection.
@TableActor
final class Market {
    let tableView: TableView
    let fruit: CascadingSectionTableDelegate
    let vegetables: CascadingSectionTableDelegate
    private let till = Till()
    var picked: [String] { till.picked }

    init(fruit: Int = 3, vegetables: Int = 2) {
        self.fruit = CascadingSectionTableDelegate()
        self.vegetables = CascadingSectionTableDelegate()
        self.fruit.headerTitle = "Fruit"
        self.vegetables.headerTitle = "Vegetables"
        tableView = TableView(
            title: "Market", root: CascadingRootTableDelegate(childDelegates: [self.fruit, self.vegetables]))
        self.fruit.childDelegates = (0..<fruit).map { Stall("fruit\($0)", till) }
        self.vegetables.childDelegates = (0..<vegetables).map { Stall("vegetable\($0)", till) }
    }

    func stall(_ section: Int, _ row: Int) -> Stall? {
        (section == 0 ? fruit : vegetables).childDelegates[row] as? Stall
    }

    /// Creates a server with the market at `/`.
    nonisolated func server(_ change: (inout TableServer.Configuration) -> Void = { _ in }) -> TableServer {
        var configuration = TableServer.Configuration()
        change(&configuration)
        var server = TableServer(configuration: configuration)
        server.mount("/", tableView)
        return server
    }

    func makeStall(_ name: String) -> Stall { Stall(name, till) }
}

/// A log of the picked rows, in order.
@TableActor
final class Till {
    fileprivate(set) var picked: [String] = []
}

/// A row that can refuse the selection, pass it on to another row, or lead to another address.
final class Stall: CascadingBareTableDelegate {
    let name: String
    var isOpen = true
    /// If true, the row shows the name of its visitor.
    var isPersonal = false
    var vetoes = false
    var passesOnTo: IndexPath?
    var leadsTo: String?
    var title: String
    private let till: Till

    init(_ name: String, _ till: Till) {
        self.name = name
        title = name
        self.till = till
        super.init()
    }

    override var identifier: String { name }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: isPersonal ? title + tableView.session.id : title)
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { isOpen }

    override func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        vetoes ? nil : passesOnTo ?? indexPath
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        till.picked.append(name)
        if let leadsTo { tableView.navigate(to: leadsTo) }
    }
}
