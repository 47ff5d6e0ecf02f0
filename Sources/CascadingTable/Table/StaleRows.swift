package import FoundationEssentials

/// The rows that some changes of a table made stale, by their places after the changes.
///
/// A row that has another place is stale too, for what is written of it names its place: where rows come, go or move,
/// that is every row of their section from the first of them on.
package struct StaleRows: Sendable {
    /// Every row of the sections from there on.
    private var firstSection = Int.max
    private var sections: [Int: Section] = [:]
    /// Whether any row may have another place.
    package private(set) var hasMoved = false

    /// Whether no row is stale.
    package var isEmpty: Bool { firstSection == .max && sections.isEmpty }

    /// The stale rows of one section.
    package struct Section: Sendable {
        /// Every row from there on.
        fileprivate var first = Int.max
        fileprivate var rows: Set<Int> = []

        package var isEmpty: Bool { first == .max && rows.isEmpty }

        package func contains(_ row: Int) -> Bool { row >= first || !rows.isEmpty && rows.contains(row) }
    }

    /// Nil where all are.
    init?(_ changes: [TableViewChange]) {
        for change in changes {
            switch change {
            case .reloadData: return nil
            case .insertSections(let sections, _), .deleteSections(let sections, _): move(sections: sections)
            case .moveSection(let from, let to): move(sections: [from, to])
            case .reloadSections(let sections, _): for section in sections { move(from: 0, inSection: section) }
            case .insertRows(let rows, _), .deleteRows(let rows, _):
                for row in rows { move(from: row.row, inSection: row.section) }
            case .moveRow(let from, let to):
                move(from: from.row, inSection: from.section)
                move(from: to.row, inSection: to.section)
            case .reloadRows(let rows, _):
                for row in rows { sections[row.section, default: Section()].rows.insert(row.row) }
            }
        }
    }

    /// Those of a section; nil where all of its are.
    package func rows(inSection section: Int) -> Section? {
        section >= firstSection ? nil : sections[section] ?? Section()
    }

    private mutating func move(sections: [Int]) {
        hasMoved = true
        firstSection = min(firstSection, sections.min() ?? .max)
    }

    private mutating func move(from row: Int, inSection section: Int) {
        hasMoved = true
        let first = sections[section]?.first ?? .max
        sections[section, default: Section()].first = min(first, row)
    }
}

extension TableView {
    /// The rows that were reloaded since that revision, where nothing else was; nil where anything was.
    package func reloadedRows(since revision: UInt64) -> [IndexPath]? {
        guard let changes = changes(since: revision) else { return nil }
        var rows: [IndexPath] = []
        for change in changes {
            guard case .reloadRows(let reloaded, _) = change else { return nil }
            if rows.isEmpty { rows = reloaded } else { rows += reloaded }
        }
        return rows
    }

    /// The rows that are stale for who has seen that revision; nil where all are.
    package func staleRows(since revision: UInt64) -> StaleRows? {
        changes(since: revision).flatMap(StaleRows.init)
    }

    /// The rows that have to be asked again where they were asked at that revision; nil where all have.
    ///
    /// Fewer than are stale: what is above and around all rows may be another without any being reloaded.
    package func staleAnswers(since revision: UInt64) -> StaleRows? {
        guard revision != self.revision else { return StaleRows([]) }
        return history.changes(since: revision, through: self.revision, ofAnswers: true).flatMap(StaleRows.init)
    }
}
