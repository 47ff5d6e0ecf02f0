import CascadingTable
import FoundationEssentials
import TableServer

/// A table of bottles in two sections, with columns, which can be sorted, filtered and searched.
@TableActor
final class Cellar: TableViewDataSource, TableViewDelegate {
    struct Bottle {
        var name: String
        var year: Int64
        var kind: String
    }

    var sections: [[Bottle]]
    private(set) var picked: [String] = []
    private(set) lazy var tableView: TableView = {
        let tableView = TableView(title: "Cellar", dataSource: self, delegate: self)
        tableView.queryOptions = .all
        tableView.allowsMultipleSelection = true
        return tableView
    }()

    /// Creates bottles with the names `r0` … and `w0` … and with years that go up and down.
    init(reds: Int = 30, whites: Int = 20) {
        sections = [("r", reds), ("w", whites)].map { letter, count in
            (0..<count).map { number in
                Bottle(
                    name: "\(letter)\(number)", year: Int64(1990 + number * 7 % 13),
                    kind: number.isMultiple(of: 3) ? "Réserve" : "Table")
            }
        }
    }

    nonisolated func server(_ change: (inout TableServer.Configuration) -> Void = { _ in }) async -> TableServer {
        var configuration = TableServer.Configuration()
        change(&configuration)
        var server = TableServer(configuration: configuration)
        server.mount("/", await tableView)
        return server
    }

    func numberOfSections(in tableView: TableView) -> Int { sections.count }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { "Section \(section)" }

    func columns(in tableView: TableView) -> [TableViewColumn] {
        [TableViewColumn("name", title: "Name"), TableViewColumn("year", title: "Year"), TableViewColumn("id")]
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let bottle = sections[indexPath.section][indexPath.row]
        return TableViewCell(
            style: .columns, title: bottle.name,
            fields: [
                Field("name", .text(bottle.name)), Field("year", .integer(bottle.year)),
                Field("id", .text(bottle.kind)),
            ])
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        sections[indexPath.section][indexPath.row].name
    }

    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        picked.append(sections[indexPath.section][indexPath.row].name)
    }
}
