import CascadingTable
import Essentials
public import TableStorage

extension StorageUpdate {
    /// Returns the items after this update, computed from its changes only.
    ///
    /// - Parameters:
    ///   - items: The items before the update, by sections.
    ///   - areEqual: A closure that returns whether two items are equal.
    /// - Throws: ``ContractViolation`` if the update is empty or does not match the items.
    public func replayed(
        on items: [[Item]], by areEqual: (Item, Item) -> Bool
    ) throws(ContractViolation) -> [[Item]] {
        guard !isEmpty else { throw ContractViolation("Observers got an empty update.") }
        do {
            var replay = Replay(old: items)
            try replay.remove(changes, by: areEqual)
            return try replay.insert(changes)
        } catch {
            throw ContractViolation("\(error.message). The update is \(self).")
        }
    }
}

/// A replay of one update, step by step, that uses only the changes of the update.
private struct Replay<Item> {
    /// The items that stay at their old position. An item that left is nil.
    var rows: [[Item?]]

    init(old: [[Item]]) {
        rows = old
    }

    /// Updates items, and removes those that are deleted or moved.
    mutating func remove(
        _ changes: [StorageUpdate<Item>.Change], by areEqual: (Item, Item) -> Bool
    ) throws(ContractViolation) {
        var updated: Set<IndexPath> = []
        for case .updateItem(let item, let before, let path) in changes {
            try replace(path, before, with: item, by: areEqual)
            try require(updated.insert(path).inserted, "The item at \(path) is updated twice")
        }
        for change in changes {
            switch change {
            case .deleteItem(let item, let path):
                try require(!updated.contains(path), "The item at \(path) is updated and deleted")
                try replace(path, item, with: nil, by: areEqual)
            case .moveItem(let item, let from, _): try replace(from, item, with: nil, by: areEqual)
            default: break
            }
        }
        for case .deleteSection(let section, let items) in changes {
            let rest = try staying(section)
            try require(rest.elementsEqual(items, by: areEqual), "Section \(section) has \(rest), not \(items)")
        }
    }

    /// Returns the items after the update.
    func insert(_ changes: [StorageUpdate<Item>.Change]) throws(ContractViolation) -> [[Item]] {
        var new = try rearranged(changes)
        var arrivals: [IndexPath: Item] = [:]
        for change in changes {
            switch change {
            case .insertItem(let item, let path), .moveItem(let item, _, let path):
                try require(arrivals.updateValue(item, forKey: path) == nil, "Two items arrive at \(path)")
            default: break
            }
        }
        for (path, item) in arrivals.sorted(by: { $0.key < $1.key }) {
            try require(
                new.indices.contains(path.section) && (0...new[path.section].count).contains(path.row),
                "\(item) arrives at \(path), which is out of range")
            new[path.section].insert(item, at: path.row)
        }
        return new
    }

    /// Returns the sections after the update. Sections that stay fill the positions at which no section arrives.
    private func rearranged(_ changes: [StorageUpdate<Item>.Change]) throws(ContractViolation) -> [[Item]] {
        var leaving: Set<Int> = []
        var arriving: [Int: [Item]] = [:]
        for change in changes {
            switch change {
            case .deleteSection(let section, _), .moveSection(let section, _), .updateSection(let section):
                let items = try staying(section)
                if case .updateSection = change { continue }
                try require(leaving.insert(section).inserted, "Section \(section) is deleted or moved twice")
                guard case .moveSection(_, let to) = change else { continue }
                try require(arriving.updateValue(items, forKey: to) == nil, "Two sections arrive at \(to)")
            case .insertSection(let section):
                try require(arriving.updateValue([], forKey: section) == nil, "Two sections arrive at \(section)")
            default: break
            }
        }
        var staying = rows.indices.filter { !leaving.contains($0) }[...]
        var new: [[Item]] = []
        while !staying.isEmpty || !arriving.isEmpty {
            let arrived = arriving.removeValue(forKey: new.count)
            guard let items = arrived ?? staying.popFirst().map({ rows[$0].compactMap(\.self) }) else {
                throw ContractViolation("A section arrives after position \(new.count), where no section is")
            }
            new.append(items)
        }
        return new
    }

    /// Returns the items that stay in a section.
    private func staying(_ section: Int) throws(ContractViolation) -> [Item] {
        try requireSection(section)
        return rows[section].compactMap(\.self)
    }

    /// Replaces an item by another, or by nil if it leaves.
    private mutating func replace(
        _ path: IndexPath, _ old: Item, with new: Item?, by areEqual: (Item, Item) -> Bool
    ) throws(ContractViolation) {
        try requireSection(path.section)
        try require(
            rows[path.section].indices.contains(path.row), "There is no item at \(path) before the update")
        guard let item = rows[path.section][path.row] else {
            throw ContractViolation("The item at \(path) is deleted or moved twice")
        }
        try require(areEqual(item, old), "The item at \(path) is not \(old)")
        rows[path.section][path.row] = new
    }

    private func requireSection(_ section: Int) throws(ContractViolation) {
        try require(rows.indices.contains(section), "There is no section \(section) before the update")
    }
}
