import CascadingTable
import FoundationEssentials

/// A table of named rows that can be deleted, inserted, moved and dropped. Properties make it refuse.
@TableActor
final class EditableTable: TableViewDataSource, TableViewDelegate {
    var sections: [[String]]
    var canEdit = true
    var canMove = true
    var canMoveSections = true
    var canHandleDrops = true
    var editingStyle = TableViewCell.EditingStyle.delete
    /// The target that replaces the proposed destination of a move.
    var target: IndexPath?
    /// If true, rows have identifiers. Otherwise they are identified by their places.
    var namesRows = true
    /// Announces a move after the model has changed. The default announces nothing.
    var announcement: @TableActor (TableView) -> Void = { _ in }
    /// Replaces the change that the table makes when it is told to change.
    var handler: (@TableActor (EditableTable) -> Void)?

    /// The changes that the table was told to make.
    private(set) var told: [String] = []
    private(set) var anomalies: [Anomaly.Code] = []
    let tableView = TableView()

    init(_ sections: [[String]]) {
        self.sections = sections
        tableView.dataSource = self
        tableView.delegate = self
        tableView.anomalies.action = { [weak self] in self?.anomalies.append($0.code) }
        _ = tableView.numberOfRows
    }

    /// The state that a refused gesture must not change.
    struct Snapshot: Equatable {
        var sections: [[String]]
        var counts: [Int]
        var revision: UInt64
        var sessionRevision: UInt64
        var told: [String]
        var anomalies: [Anomaly.Code]
    }

    var snapshot: Snapshot {
        Snapshot(
            sections: sections, counts: counts, revision: tableView.revision,
            sessionRevision: tableView.session.revision, told: told, anomalies: anomalies)
    }

    var counts: [Int] { (0..<tableView.numberOfSections).map(tableView.numberOfRows(inSection:)) }

    private func tell(_ what: String, _ change: () -> Void) {
        told.append(what)
        if let handler { handler(self) } else { change() }
    }

    // MARK: Contents

    func numberOfSections(in tableView: TableView) -> Int { sections.count }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: sections[indexPath.section][indexPath.row])
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        namesRows ? sections[indexPath.section][indexPath.row] : nil
    }

    // MARK: Editing

    func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { canEdit }

    func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle {
        editingStyle
    }

    func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        tell("\(editingStyle.rawValue) \(indexPath.section).\(indexPath.row)") {
            if editingStyle == .delete {
                sections[indexPath.section].remove(at: indexPath.row)
                tableView.deleteRows(at: [indexPath])
            } else {
                sections[indexPath.section].insert("new", at: indexPath.row)
                tableView.insertRows(at: [indexPath])
            }
        }
    }

    // MARK: Moving

    func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { canMove }

    func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath { target ?? proposed }

    func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
        tell("move \(source.section).\(source.row) to \(destination.section).\(destination.row)") {
            let row = sections[source.section].remove(at: source.row)
            sections[destination.section].insert(row, at: destination.row)
            announcement(tableView)
        }
    }

    func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool { canMoveSections }

    func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) {
        tell("move \(source) to \(destination)") {
            sections.insert(sections.remove(at: source), at: destination)
            announcement(tableView)
        }
    }

    // MARK: Dropping

    func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool { canHandleDrops }

    func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) {
        let (section, row) = (drop.destination.section, drop.destination.row)
        tell("drop at \(section).\(row)") {
            sections[section].insert(contentsOf: drop.items.map(\.text), at: row)
            tableView.insertRows(at: drop.items.indices.map { IndexPath(row: row + $0, section: section) })
        }
    }
}
