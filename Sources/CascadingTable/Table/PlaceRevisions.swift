import FoundationEssentials

/// The revisions at which rows last moved to their positions.
///
/// A row without an identifier of its own is identified by its position and this revision. The position alone would
/// mean another row after rows above it were inserted, deleted or moved.
struct PlaceRevisions {
    /// The starts of ranges that extend to the end, each with the last revision that moved its rows.
    ///
    /// Both the starts and the revisions ascend.
    private struct Tails {
        var entries: [(start: Int, revision: UInt64)] = []

        func revision(at place: Int) -> UInt64 { entries.last { $0.start <= place }?.revision ?? 0 }

        mutating func move(from start: Int, at revision: UInt64) {
            while let last = entries.last, last.start >= start { entries.removeLast() }
            // At most 128 ranges are kept. The older half is merged, with its latest revision, so that no identifier is
            // used again.
            if entries.count == 128 {
                entries.replaceSubrange(0..<64, with: [(entries[0].start, entries[63].revision)])
            }
            entries.append((start, revision))
        }
    }

    private var sections = Tails()
    private var rows: [Int: Tails] = [:]

    /// Returns the revision that last moved a row to an index path.
    func revision(of indexPath: IndexPath) -> UInt64 {
        max(sections.revision(at: indexPath.section), rows[indexPath.section]?.revision(at: indexPath.row) ?? 0)
    }

    /// Returns the revision that last moved a section to an index.
    func revision(ofSection section: Int) -> UInt64 { sections.revision(at: section) }

    /// Records the changes that lead to a revision.
    mutating func note(_ changes: [TableViewChange], revision: UInt64) {
        for change in changes {
            switch change {
            case .reloadRows: break
            case .reloadData: moveSections(from: 0, at: revision)
            case .insertSections(let sections, _), .deleteSections(let sections, _):
                if let first = sections.min() { moveSections(from: first, at: revision) }
            case .moveSection(let from, let to): moveSections(from: min(from, to), at: revision)
            case .reloadSections(let sections, _):
                for section in sections { moveRows(from: 0, inSection: section, at: revision) }
            case .insertRows(let rows, _), .deleteRows(let rows, _):
                for row in rows { moveRows(from: row.row, inSection: row.section, at: revision) }
            case .moveRow(let from, let to):
                moveRows(from: from.row, inSection: from.section, at: revision)
                moveRows(from: to.row, inSection: to.section, at: revision)
            }
        }
    }

    private mutating func moveSections(from section: Int, at revision: UInt64) {
        sections.move(from: section, at: revision)
        rows = rows.filter { $0.key < section }
    }

    private mutating func moveRows(from row: Int, inSection section: Int, at revision: UInt64) {
        rows[section, default: Tails()].move(from: row, at: revision)
    }
}
