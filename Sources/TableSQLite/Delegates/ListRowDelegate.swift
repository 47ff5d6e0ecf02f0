import CascadingTable
import FoundationEssentials

/// A table or view in the list, with a link to its rows.
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
        let name = item.entry.name.isEmpty ? "(no name)" : item.entry.name
        return TableViewCell(
            style: .columns, title: name,
            fields: [
                Field("name", .text(name)),
                Field("columns", .text(item.summary)),
                Field("rows", item.count.map { .integer(Int64($0)) } ?? .null),
            ],
            accessory: link == nil ? .none : .disclosure, to: link)
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        link != nil
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link { tableView.navigate(to: link) }
    }
}
