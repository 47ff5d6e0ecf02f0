import CascadingTable
import FoundationEssentials

/// A column of a row. It links to the referenced row of another table, or to the full value if its cell shows an
/// excerpt.
final class RowColumnDelegate: CascadingBareTableDelegate {
    private let column: RowColumn

    init(column: RowColumn) {
        self.column = column
        super.init()
    }

    override var identifier: String { PathSegment.escaped(column.name) }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let link = link(at: indexPath)
        return TableViewCell(
            style: .columns, title: column.name.isEmpty ? "(no name)" : column.name,
            fields: [
                Field("column", .text(column.name)), Field("value", column.value), Field("type", .text(column.type)),
            ],
            accessory: link == nil ? .none : .disclosure, to: link)
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        link(at: indexPath) != nil
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = link(at: indexPath) { tableView.navigate(to: link) }
    }

    private func link(at indexPath: IndexPath) -> String? {
        switch column.value {
        case .bytes, .excerpt: column.link ?? "values/\(indexPath.section)/\(indexPath.row)/value"
        default: column.link
        }
    }
}
