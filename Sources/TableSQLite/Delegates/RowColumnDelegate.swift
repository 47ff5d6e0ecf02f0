import CascadingTable
import FoundationEssentials

/// One column of a row; one that refers to a row of another table leads there.
final class RowColumnDelegate: CascadingBareTableDelegate {
    private let column: RowColumn

    init(column: RowColumn) {
        self.column = column
        super.init()
    }

    override var identifier: String { PathSegment.escaped(column.name) }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .columns, title: column.name.isEmpty ? "(no name)" : column.name,
            fields: [
                Field("column", .text(column.name)), Field("value", column.value), Field("type", .text(column.type)),
            ],
            accessory: column.link == nil ? .none : .disclosure, link: column.link)
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = column.link { tableView.navigate(to: link) }
    }
}
