import CascadingTable
import FoundationEssentials

/// One table or view of the list, which leads to its rows.
final class ListRowDelegate: CascadingBareTableDelegate {
    private let item: ListItem
    private let link: String?

    init(item: ListItem, paths: SQLitePaths) {
        self.item = item
        link = item.isReadable ? paths.link(toTable: item.entry.name) : nil
        super.init()
    }

    override var identifier: String { item.entry.segment }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .subtitle, title: item.entry.name.isEmpty ? "(no name)" : item.entry.name, subtitle: item.summary,
            fields: [
                Field("kind", .text(item.entry.kind.rawValue)),
                Field("rows", item.count.map { .integer(Int64($0)) } ?? .null),
            ],
            accessory: link == nil ? .none : .disclosure, link: link)
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        link != nil
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link { tableView.navigate(to: link) }
    }
}
