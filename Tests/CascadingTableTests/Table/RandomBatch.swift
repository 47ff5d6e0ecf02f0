import CascadingTable
import FoundationEssentials
import TestSupport

/// Random updates of a table, with the rows before and after them. As in UIKit, deletions name places before the
/// updates, and insertions name places after the updates.
struct RandomBatch {
    private(set) var sections: [[String]]
    private(set) var changes: [TableViewChange] = []
    /// The sections whose counts follow from the changes, by their place after the updates.
    private var countedSections: [Int] = []
    private var nesting: Int

    init(from before: [[String]], using random: inout SeededRandomNumberGenerator) {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        func newRows() -> [String] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in "new-\(random.next())" }
        }

        // The sections and rows that are deleted, moved or reloaded.
        var deletedSections: [Int] = [], movedSections: [Int] = [], reloadedSections: [Int] = []
        var deletedRows: [IndexPath] = [], movedRows: [(source: IndexPath, name: String)] = []
        var reloadedRows: [IndexPath] = []
        var remaining = before
        for (section, rows) in before.enumerated() {
            if chance(10) {
                deletedSections.append(section)
            } else if chance(10) {
                movedSections.append(section)
            } else if chance(10) {
                reloadedSections.append(section)
            }
            let isDeleted = deletedSections.contains(section)
            remaining[section] = []
            for (row, name) in rows.enumerated() {
                let path = IndexPath(row: row, section: section)
                if chance(10) {
                    deletedRows.append(path)
                } else if !isDeleted, chance(10) {
                    movedRows.append((path, name))
                } else {
                    if !isDeleted, chance(10) { reloadedRows.append(path) }
                    remaining[section].append(name)
                }
            }
        }

        // The places of the sections after the updates.
        let insertedCount = before.count - deletedSections.count > 6 ? 0 : Int.random(in: 0...2, using: &random)
        let count = before.count - deletedSections.count + insertedCount
        var places = Array(0..<count).shuffled(using: &random)
        let insertedSections = (0..<insertedCount).map { _ in places.removeLast() }
        let moves = movedSections.map { (from: $0, to: places.removeLast()) }
        var staying = before.indices.filter { !deletedSections.contains($0) && !movedSections.contains($0) }[...]
        var after: [[String]] = [], origins: [Int?] = []
        for section in 0..<count {
            let origin =
                insertedSections.contains(section)
                ? nil : moves.first { $0.to == section }?.from ?? staying.popFirst()
            origins.append(origin)
            after.append(origin.map { remaining[$0] } ?? newRows())
            if let origin, reloadedSections.contains(origin) { after[section] = newRows() + after[section] }
        }

        // The rows that are inserted or moved, at random places of their section after the updates.
        var insertedRows: [IndexPath] = [], rowMoves: [TableViewChange] = []
        var arriving: [[(name: String, source: IndexPath?)]] = after.indices.map { section in
            let isCounted = origins[section].map { !reloadedSections.contains($0) } ?? false
            return isCounted && chance(50) ? newRows().map { ($0, nil) } : []
        }
        for (source, name) in movedRows where !after.isEmpty {
            arriving[Int.random(in: after.indices, using: &random)].append((name, source))
        }
        if after.isEmpty { deletedRows += movedRows.map(\.source) }
        for (section, rows) in arriving.enumerated() {
            let total = after[section].count + rows.count
            let places = (0..<total).shuffled(using: &random).prefix(rows.count)
            for (row, arrival) in zip(places, rows).sorted(by: { $0.0 < $1.0 }) {
                after[section].insert(arrival.name, at: row)
                let path = IndexPath(row: row, section: section)
                if let source = arrival.source {
                    rowMoves.append(.moveRow(from: source, to: path))
                } else {
                    insertedRows.append(path)
                }
            }
        }

        sections = after
        countedSections = origins.indices.filter { place in
            origins[place].map { !reloadedSections.contains($0) } ?? false
        }
        if !deletedSections.isEmpty { changes.append(.deleteSections(deletedSections)) }
        if !insertedSections.isEmpty { changes.append(.insertSections(insertedSections)) }
        if !reloadedSections.isEmpty { changes.append(.reloadSections(reloadedSections)) }
        if !deletedRows.isEmpty { changes.append(.deleteRows(deletedRows)) }
        if !insertedRows.isEmpty { changes.append(.insertRows(insertedRows)) }
        if !reloadedRows.isEmpty { changes.append(.reloadRows(reloadedRows)) }
        changes += moves.map { .moveSection(from: $0.from, to: $0.to) } + rowMoves
        changes.shuffle(using: &random)
        nesting = Int.random(in: 0...2, using: &random)
    }

    /// Makes the rows disagree with the changes. Returns false if this is not possible.
    mutating func spoil(using random: inout SeededRandomNumberGenerator) -> Bool {
        guard !changes.isEmpty else { return false }
        guard let section = countedSections.randomElement(using: &random), Bool.random(using: &random) else {
            sections.append([])
            return true
        }
        if sections[section].isEmpty || Bool.random(using: &random) {
            sections[section].append("spoilt-\(random.next())")
        } else {
            sections[section].removeLast()
        }
        return true
    }

    @TableActor
    func perform(on model: ModelTable, _ tableView: TableView) {
        tableView.performBatchUpdates {
            model.sections = sections
            announce(changes[...], nesting: nesting, to: tableView)
        }
    }

    /// Announces the changes one by one, some of them in nested batches.
    @TableActor
    private func announce(_ changes: ArraySlice<TableViewChange>, nesting: Int, to tableView: TableView) {
        if nesting > 0 {
            let half = changes.startIndex + changes.count / 2
            tableView.performBatchUpdates { announce(changes[..<half], nesting: nesting - 1, to: tableView) }
            return announce(changes[half...], nesting: nesting - 1, to: tableView)
        }
        for change in changes {
            switch change {
            case .reloadData: tableView.reloadData()
            case .insertSections(let sections, _): tableView.insertSections(sections)
            case .deleteSections(let sections, _): tableView.deleteSections(sections)
            case .reloadSections(let sections, _): tableView.reloadSections(sections)
            case .moveSection(let from, let to): tableView.moveSection(from, toSection: to)
            case .insertRows(let paths, _): tableView.insertRows(at: paths)
            case .deleteRows(let paths, _): tableView.deleteRows(at: paths)
            case .reloadRows(let paths, _): tableView.reloadRows(at: paths)
            case .moveRow(let from, let to): tableView.moveRow(at: from, to: to)
            }
        }
    }
}
