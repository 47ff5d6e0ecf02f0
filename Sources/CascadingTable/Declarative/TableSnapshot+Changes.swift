import FoundationEssentials

extension TableSnapshot {
    /// What makes this snapshot the new one, in the terms of `TableView.performBatchUpdates`; O(n log n) in the rows.
    ///
    /// What keeps its name is kept: it stays, moves or, where it shows something else, is reloaded. Only what moves and
    /// shows something else as well is deleted and inserted.
    func changes(to new: Self) -> [TableViewChange] {
        var changes = Changes()
        let places = Dictionary(new.sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let pairs = sections.indices.compactMap { old in places[sections[old].id].map { (old: old, new: $0) } }
        let staying = longestRise(of: pairs.map(\.new))
        var kept: [(old: Int, new: Int)] = []
        var matched = Set<Int>()
        for (number, pair) in pairs.enumerated() {
            let isSame = sections[pair.old].content == new.sections[pair.new].content
            switch (staying.contains(number), isSame) {
            case (true, true): kept.append(pair)
            case (true, false): changes.reloadedSections.append(pair.old)
            case (false, true):
                kept.append(pair)
                changes.movedSections.append(pair)
            case (false, false): continue
            }
            matched.insert(pair.new)
            changes.matchedSections.insert(pair.old)
        }
        changes.deletedSections = sections.indices.filter { !changes.matchedSections.contains($0) }
        changes.insertedSections = new.sections.indices.filter { !matched.contains($0) }
        addRowChanges(to: new, inSections: kept, to: &changes)
        return changes.list
    }

    /// The changes of rows in sections that are in both; a row may move from one of them to another.
    private func addRowChanges(to new: Self, inSections kept: [(old: Int, new: Int)], to changes: inout Changes) {
        var places: [String: IndexPath] = [:]
        for section in kept {
            for (row, content) in new.sections[section.new].rows.enumerated() {
                places[content.id] = [section.new, row]
            }
        }
        for section in kept {
            let rows = sections[section.old].rows
            let staying = longestRise(
                of: rows.map { row in places[row.id].flatMap { $0.section == section.new ? $0.row : nil } })
            for (row, content) in rows.enumerated() {
                let old = IndexPath(row: row, section: section.old)
                let place = places[content.id]
                let isSame = place.flatMap(new.row(at:))?.content == content.content
                switch place {
                case _? where staying.contains(row):
                    places[content.id] = nil
                    if !isSame { changes.reloadedRows.append(old) }
                case let place? where isSame:
                    places[content.id] = nil
                    changes.movedRows.append((old, place))
                default: changes.deletedRows.append(old)
                }
            }
        }
        // Those are left that no row of before has taken.
        changes.insertedRows = places.values.sorted()
    }
}

/// The changes by kind, to be told together.
private struct Changes {
    var matchedSections = Set<Int>()
    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    var movedSections: [(old: Int, new: Int)] = []
    var reloadedSections: [Int] = []
    var deletedRows: [IndexPath] = []
    var insertedRows: [IndexPath] = []
    var movedRows: [(old: IndexPath, new: IndexPath)] = []
    var reloadedRows: [IndexPath] = []

    var list: [TableViewChange] {
        var list: [TableViewChange] = []
        if !deletedSections.isEmpty { list.append(.deleteSections(deletedSections)) }
        if !insertedSections.isEmpty { list.append(.insertSections(insertedSections)) }
        list += movedSections.map { .moveSection(from: $0.old, to: $0.new) }
        if !deletedRows.isEmpty { list.append(.deleteRows(deletedRows)) }
        if !insertedRows.isEmpty { list.append(.insertRows(insertedRows)) }
        list += movedRows.map { .moveRow(from: $0.old, to: $0.new) }
        if !reloadedSections.isEmpty { list.append(.reloadSections(reloadedSections)) }
        if !reloadedRows.isEmpty { list.append(.reloadRows(reloadedRows)) }
        return list
    }
}

/// Which of the numbers, by place, make the longest run that rises; those that are nil make none.
///
/// They can stay where they are while the others move around them. O(n log n).
private func longestRise(of numbers: [Int?]) -> Set<Int> {
    var ends: [Int] = []  // by length of run less one: the place of the smallest number that such a run ends with
    var previous: [Int: Int] = [:]
    for (place, number) in numbers.enumerated() {
        guard let number else { continue }
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if let end = numbers[ends[middle]], end < number { low = middle + 1 } else { high = middle }
        }
        if low > 0 { previous[place] = ends[low - 1] }
        if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var run = Set<Int>()
    var place = ends.last
    while let current = place {
        run.insert(current)
        place = previous[current]
    }
    return run
}
