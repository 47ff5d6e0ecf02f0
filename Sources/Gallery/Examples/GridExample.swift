import CascadingTable

/// Tiles with identifiers that stay when the tiles move. A pressed tile moves to the front.
enum GridExample {
    @TableActor
    static func make() -> TableView {
        let names = [
            "Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ivy", "Juniper", "Katsura", "Larch",
        ]
        let section = CascadingSectionTableDelegate(
            childDelegates: names.enumerated().map { TileRow($1, GalleryImage.landscape.image($0 + 11)) })
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

private final class TileRow: CascadingBareTableDelegate {
    private let name: String
    private let image: Image

    init(_ name: String, _ image: Image) {
        self.name = name
        self.image = image
        super.init()
    }

    override var identifier: String { name.lowercased() }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: name, image: image)
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath)
        guard let parentDelegate, indexPath.row > 0 else { return }
        var tiles = parentDelegate.childDelegates
        tiles.insert(tiles.remove(at: indexPath.row), at: 0)
        parentDelegate.childDelegates = tiles
        tableView.moveRow(at: indexPath, to: IndexPath(row: 0, section: indexPath.section))
    }
}
