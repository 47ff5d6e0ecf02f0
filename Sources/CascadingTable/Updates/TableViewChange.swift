public import Essentials

/// A change that was announced to a table.
///
/// In a batch, deleted, reloaded and moved elements have their positions before the batch. Inserted elements have their
/// positions after it.
public enum TableViewChange: Sendable, Hashable {
    /// Everything may have changed.
    case reloadData
    /// Sections were inserted, at these positions after the update.
    case insertSections([Int], animation: TableView.RowAnimation = .automatic)
    /// Sections were deleted, at these positions before the update.
    case deleteSections([Int], animation: TableView.RowAnimation = .automatic)
    /// The rows, headers and footers of sections have changed.
    case reloadSections([Int], animation: TableView.RowAnimation = .automatic)
    /// A section was moved.
    case moveSection(from: Int, to: Int)
    /// Rows were inserted, at these index paths after the update.
    case insertRows([IndexPath], animation: TableView.RowAnimation = .automatic)
    /// Rows were deleted, at these index paths before the update.
    case deleteRows([IndexPath], animation: TableView.RowAnimation = .automatic)
    /// Rows have changed in place.
    case reloadRows([IndexPath], animation: TableView.RowAnimation = .automatic)
    /// A row was moved.
    case moveRow(from: IndexPath, to: IndexPath)
}

extension TableView {
    /// The animation of a change, as in UIKit. Browsers treat it as a hint.
    public enum RowAnimation: String, Sendable, Hashable {
        /// The browser chooses for `automatic`. The other cases are those of `UITableView.RowAnimation`.
        case automatic, none, fade, left, right, top, bottom, middle
    }
}

/// The changes that are announced together, and the counts that must result from them.
struct TableViewBatch {
    /// The row counts of all sections when the batch began; nil if not all of them were cached.
    var countsBefore: [Int]?
    var changes: [TableViewChange] = []

    var isReload: Bool { changes.contains(.reloadData) }

    var reloadsRowsOnly: Bool {
        changes.allSatisfy(\.isReloadOfRows)
    }

    /// Returns the row counts after the changes, or a message if the changes are impossible.
    ///
    /// A count is nil if its section is new or reloaded.
    func counts(after before: [Int]) -> (counts: [Int?], problem: String?) {
        var deletedSections = Set<Int>()
        var insertedSections = Set<Int>()
        var reloadedSections = Set<Int>()
        var movedSections: [Int: Int] = [:]  // destination: source
        var movedCount = 0
        var removedRows: [Int: Set<Int>] = [:]
        var addedRows: [Int: Set<Int>] = [:]

        for change in changes {
            switch change {
            case .reloadData: break
            case .insertSections(let sections, _): insertedSections.formUnion(sections)
            case .deleteSections(let sections, _): deletedSections.formUnion(sections)
            case .reloadSections(let sections, _): reloadedSections.formUnion(sections)
            case .moveSection(let from, let to):
                movedSections[to] = from
                movedCount += 1
            case .insertRows(let paths, _): for path in paths { addedRows[path.section, default: []].insert(path.row) }
            case .deleteRows(let paths, _):
                for path in paths { removedRows[path.section, default: []].insert(path.row) }
            case .moveRow(let from, let to):
                removedRows[from.section, default: []].insert(from.row)
                addedRows[to.section, default: []].insert(to.row)
            case .reloadRows(let paths, _):
                for path in paths
                where !(before.indices.contains(path.section) && (0..<before[path.section]).contains(path.row)) {
                    return ([], "There is no row \(path.row) in section \(path.section) to reload.")
                }
            }
        }

        for section in deletedSections.union(reloadedSections).union(movedSections.values)
        where !before.indices.contains(section) {
            return ([], "There is no section \(section) to change.")
        }
        let movedSources = Set(movedSections.values)
        guard movedSources.count == movedCount, movedSources.isDisjoint(with: deletedSections) else {
            return ([], "A section is moved twice, moved to where another is, or moved and deleted.")
        }
        for (section, rows) in removedRows {
            guard before.indices.contains(section) else { return ([], "There is no section \(section).") }
            for row in rows where !(0..<before[section]).contains(row) {
                return ([], "There is no row \(row) in section \(section) to remove.")
            }
        }

        // The remaining sections, in their old order, fill the positions that nothing was inserted at or moved to.
        let leaving = deletedSections.union(movedSections.values)
        var staying = before.indices.filter { !leaving.contains($0) }[...]
        let count = before.count - deletedSections.count + insertedSections.count
        var counts: [Int?] = []
        for section in 0..<max(count, 0) {
            if insertedSections.contains(section) {
                counts.append(nil)
                continue
            }
            guard let old = movedSections[section] ?? staying.popFirst() else {
                return ([], "The sections after the update do not follow from those before it.")
            }
            guard !reloadedSections.contains(old) else {
                counts.append(nil)
                continue
            }
            counts.append(before[old] - (removedRows[old]?.count ?? 0) + (addedRows[section]?.count ?? 0))
        }
        for (section, rows) in addedRows {
            guard counts.indices.contains(section) else {
                return ([], "There is no section \(section) to add rows to.")
            }
            if let count = counts[section], let row = rows.first(where: { !(0..<count).contains($0) }) {
                return ([], "Row \(row) was added to section \(section), which then has \(count) rows.")
            }
        }
        return (counts, nil)
    }
}
