import CascadingTable

/// Tiles with identifiers that stay when the tiles move. A pressed tile moves to the front.
enum GridExample {
    @TableActor
    static func make() -> TableView {
        let names = [
            "Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ivy", "Juniper", "Katsura", "Larch",
        ]
        let section = CascadingSectionTableDelegate()
        section.childDelegates = names.enumerated().map { number, name in
            let cell = TableViewCell(title: name, image: GalleryImage.landscape.image(number + 11))
            return CellRow(name.lowercased(), cell: { _ in cell }) { [weak section] tableView, indexPath in
                tableView.deselectRow(at: indexPath)
                guard let section, indexPath.row > 0 else { return }
                var tiles = section.childDelegates
                tiles.insert(tiles.remove(at: indexPath.row), at: 0)
                section.childDelegates = tiles
                tableView.moveRow(at: indexPath, to: IndexPath(row: 0, section: indexPath.section))
            }
        }
        let tableView = TableView(
            title: "Grid of tiles", root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.appearance.style = .grid
        tableView.refreshHandler = { tableView in
            section.childDelegates.shuffle()
            tableView.reloadData()
        }
        return tableView
    }
}
