import CascadingTable
import TableServer

/// A table at `/shop/` that notes the gestures it is told of. Its rows allow every gesture unless a test changes them.
@TableActor
final class Workshop: TableViewDataSource, TableViewDelegate {
    var shelves: [Shelf]
    var canHandleDrops = true
    var canMoveShelves = true
    var selectionFollowsFocus = false
    var notesPresses = false
    var preferredFocus: IndexPath?
    var indexTitles: [(title: String, section: Int)] = []
    private(set) var told: [String] = []
    let tableView = TableView(title: "Workshop")

    struct Shelf {
        var name: String
        var tools: [Tool]
    }

    /// Creates a workshop with three tools on the bench, one in the shed, and none in the attic.
    init() {
        shelves = [
            Shelf(name: "Bench", tools: ["hammer", "saw", "drill"].map(Tool.init)),
            Shelf(name: "Shed", tools: [Tool("rake")]), Shelf(name: "Attic", tools: []),
        ]
        tableView.dataSource = self
        tableView.delegate = self
    }

    nonisolated func server(_ change: (inout TableServer.Configuration) -> Void = { _ in }) -> TableServer {
        var configuration = TableServer.Configuration()
        change(&configuration)
        var server = TableServer(configuration: configuration)
        server.mount("/shop/", tableView)
        return server
    }

    func change(_ section: Int, _ row: Int, _ body: (inout Tool) -> Void) {
        body(&shelves[section].tools[row])
        tableView.reloadData()
    }

    var names: [[String]] { shelves.map { $0.tools.map(\.name) } }

    func note(_ what: String, _ indexPath: IndexPath) { note("\(what) \(indexPath.section).\(indexPath.row)") }

    func note(_ what: String) { told.append(what) }

    private subscript(_ indexPath: IndexPath) -> Tool { shelves[indexPath.section].tools[indexPath.row] }

    // MARK: Contents

    func numberOfSections(in tableView: TableView) -> Int { shelves.count }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { shelves[section].tools.count }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { self[indexPath].cell }
    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? { self[indexPath].name }
    func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? { shelves[section].name }
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { shelves[section].name }
    func sectionIndexTitles(for tableView: TableView) -> [String]? { indexTitles.map(\.title) }
    func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
        indexTitles[index].section
    }

    // MARK: Touching

    func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        self[indexPath].isSelectable
    }
    func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        self[indexPath].vetoes ? nil : indexPath
    }
    func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
        if notesPresses { note("press", indexPath) }
    }
    func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
        if notesPresses { note("release", indexPath) }
    }
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { note("select", indexPath) }
    func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
        note("tap", indexPath)
        if let way = self[indexPath].leadsTo { tableView.navigate(to: way) }
    }
    func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool {
        self[indexPath].hasPrimaryAction
    }
    func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
        note("primary", indexPath)
    }
    func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
        self[indexPath].expansion
    }

    // MARK: Actions

    func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    { self[indexPath].leading }
    func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    { self[indexPath].trailing }
    func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?
    { self[indexPath].contextMenu }
    func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool {
        !self[indexPath].menu.isEmpty
    }
    func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool { self[indexPath].menu.contains(action) }
    func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) { note(action.rawValue, indexPath) }

    // MARK: Editing and moving

    func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { self[indexPath].canEdit }
    func tableView(_ tableView: TableView, willBeginEditingRowAt indexPath: IndexPath) { note("begin", indexPath) }
    func tableView(_ tableView: TableView, didEndEditingRowAt indexPath: IndexPath?) {
        if let indexPath { note("end", indexPath) } else { note("end") }
    }
    func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle {
        self[indexPath].editingStyle
    }
    func tableView(_ tableView: TableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath) -> String? {
        self[indexPath].deleteTitle
    }
    func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { self[indexPath].canMove }
    func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool { canMoveShelves }

    func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        note(editingStyle.rawValue, indexPath)
        if editingStyle == .delete {
            shelves[indexPath.section].tools.remove(at: indexPath.row)
            tableView.deleteRows(at: [indexPath])
        } else {
            shelves[indexPath.section].tools.insert(Tool("new"), at: indexPath.row)
            tableView.insertRows(at: [indexPath])
        }
    }

    func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
        note("move", source)
        let tool = shelves[source.section].tools.remove(at: source.row)
        shelves[destination.section].tools.insert(tool, at: destination.row)
    }

    func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) {
        note("move shelf \(source)")
        shelves.insert(shelves.remove(at: source), at: destination)
    }

    // MARK: Focus

    func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool { self[indexPath].canFocus }
    func tableView(_ tableView: TableView, shouldUpdateFocusIn context: TableViewFocusUpdateContext) -> Bool {
        context.nextFocusedIndexPath.map { !self[$0].vetoes } ?? true
    }
    func tableView(_ tableView: TableView, didUpdateFocusIn context: TableViewFocusUpdateContext) {
        if let previous = context.previouslyFocusedIndexPath { note("unfocus", previous) }
        if let next = context.nextFocusedIndexPath { note("focus", next) }
    }
    func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool {
        selectionFollowsFocus
    }
    func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath? { preferredFocus }

    // MARK: Dragging and dropping

    func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath) -> [TableViewDragItem] {
        self[indexPath].dragItems
    }

    func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool { canHandleDrops }

    func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) {
        let place = drop.destination
        note("drop \(drop.items.map { "\($0.text) (\($0.type))" }.joined(separator: ", ")) at", place)
        shelves[place.section].tools.insert(contentsOf: drop.items.map { Tool($0.text) }, at: place.row)
        tableView.insertRows(
            at: drop.items.indices.map { IndexPath(row: place.row + $0, section: place.section) })
    }
}
