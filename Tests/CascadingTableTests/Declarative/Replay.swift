import FoundationEssentials

@testable import CascadingTable

/// Carries out changes on a snapshot as UIKit would: what goes is named by its place before, what comes by its place
/// after. Only what is inserted or reloaded is taken from the new snapshot.
struct Replay<SectionContent: Equatable, RowContent: Equatable> {
    typealias Snapshot = TableSnapshot<SectionContent, RowContent>
    let old: Snapshot

    init(_ old: Snapshot) { self.old = old }

    /// Nil where the changes do not fit together.
    func carryingOut(_ changes: [TableViewChange], towards new: Snapshot) -> Snapshot? {
        var gone = Set<Int>(), placed: [Int: Int?] = [:], reloaded = Set<Int>()
        var goneRows = Set<IndexPath>(), placedRows: [IndexPath: Snapshot.Row?] = [:], reloadedRows = Set<IndexPath>()
        for change in changes {
            switch change {
            case .deleteSections(let sections): gone.formUnion(sections)
            case .insertSections(let sections): for section in sections { placed[section] = .some(nil) }
            case .reloadSections(let sections): reloaded.formUnion(sections)
            case .moveSection(let from, let to):
                gone.insert(from)
                placed[to] = from
            case .deleteRows(let paths): goneRows.formUnion(paths)
            case .insertRows(let paths): for path in paths { placedRows[path] = .some(new.row(at: path)) }
            case .reloadRows(let paths): reloadedRows.formUnion(paths)
            case .moveRow(let from, let to):
                goneRows.insert(from)
                placedRows[to] = .some(old.row(at: from))
            case .reloadData: return nil
            }
        }

        var staying = old.sections.indices.filter { !gone.contains($0) }[...]
        var result = Snapshot()
        while !staying.isEmpty || placed.keys.contains(where: { $0 >= result.sections.count }) {
            let place = result.sections.count
            let origin: Int?
            if let inserted = placed[place] {
                origin = inserted
            } else if let next = staying.popFirst() {
                origin = next
            } else {
                return nil
            }
            guard let origin, !reloaded.contains(origin) else {
                guard let section = new.section(at: place) else { return nil }
                result.sections.append(section)
                continue
            }
            var section = old.sections[origin]
            var rows = section.rows.indices.filter { !goneRows.contains([origin, $0]) }[...]
            section.rows = []
            while true {
                let path = IndexPath(row: section.rows.count, section: place)
                if let row = placedRows[path] {
                    guard let row else { return nil }
                    section.rows.append(row)
                } else if let row = rows.popFirst() {
                    let isReloaded = reloadedRows.contains([origin, row])
                    guard let content = isReloaded ? new.row(at: path) : old.sections[origin].rows[row] else {
                        return nil
                    }
                    section.rows.append(content)
                } else {
                    break
                }
            }
            result.sections.append(section)
        }
        return result
    }
}
