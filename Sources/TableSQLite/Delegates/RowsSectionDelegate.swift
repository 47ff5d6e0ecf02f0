import CascadingTable
import FoundationEssentials

/// A section of a table's rows. ``RowsTableDelegate`` provides the rows themselves.
final class RowsSectionDelegate: CascadingSectionTableDelegate {
    private let group: KeysetIndex.Group?
    var count: Int

    init(_ extent: KeysetIndex) {
        group = extent.group
        count = extent.count
        super.init()
        headerTitle = group?.value.title
    }

    override var identifier: String { group.map { RowKey.text(of: $0.value) } ?? "rows" }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }
}
