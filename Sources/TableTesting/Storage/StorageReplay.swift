import CascadingTable
import FoundationEssentials

/// A replay of one update, step by step, that uses only the changes of the update.
struct StorageReplay<Item> {
    typealias Change = StorageUpdate<Item>.Change

    let old: [[Item]]
    /// The items that stay at their old position. An item that left is nil.
    private var rows: [[Item?]]
    private var updated: Set<IndexPath> = []

    init(old: [[Item]]) {
        self.old = old
        rows = old
    }

    mutating func update(_ changes: [Change], by areEqual: (Item, Item) -> Bool) throws(StorageContractViolation) {
        for case .updateItem(let item, let before, let path) in changes {
            try require(areEqual(try self.item(at: path), before), "The item at \(path) is not \(before)")
            try require(updated.insert(path).inserted, "The item at \(path) is updated twice")
            rows[path.section][path.row] = item
        }
    }

    mutating func remove(_ changes: [Change], by areEqual: (Item, Item) -> Bool) throws(StorageContractViolation) {
        for change in changes {
            switch change {
            case .deleteItem(let item, let path):
                try require(!updated.contains(path), "The item at \(path) is updated and deleted")
                try require(areEqual(item, try take(path)), "The item at \(path) is not \(item)")
            case .moveItem(let item, let from, _):
                try require(areEqual(item, try take(from)), "The item at \(from) is not \(item)")
            default: break
            }
        }
        for case .deleteSection(let section, let items) in changes {
            try requireSection(section)
            let rest = rows[section].compactMap(\.self)
            try require(rest.elementsEqual(items, by: areEqual), "Section \(section) has \(rest), not \(items)")
        }
    }

    /// Returns the items after the update.
    func insert(_ changes: [Change]) throws(StorageContractViolation) -> [[Item]] {
        var new = try rearranged(changes)
        var arrivals: [IndexPath: Item] = [:]
        for change in changes {
            guard let (item, path) = change.arrival else { continue }
            try require(arrivals.updateValue(item, forKey: path) == nil, "Two items arrive at \(path)")
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
    private func rearranged(_ changes: [Change]) throws(StorageContractViolation) -> [[Item]] {
        var leaving: Set<Int> = []
        var arriving: [Int: [Item]] = [:]
        for change in changes {
            switch change {
            case .deleteSection(let section, _), .moveSection(let section, _):
                try requireSection(section)
                try require(leaving.insert(section).inserted, "Section \(section) is deleted or moved twice")
            case .updateSection(let section): try requireSection(section)
            default: break
            }
            let arrival: (section: Int, items: [Item])? =
                switch change {
                case .moveSection(let from, let to): (to, rows[from].compactMap(\.self))
                case .insertSection(let section): (section, [])
                default: nil
                }
            guard let arrival else { continue }
            let other = arriving.updateValue(arrival.items, forKey: arrival.section)
            try require(other == nil, "Two sections arrive at \(arrival.section)")
        }
        var staying = rows.indices.filter { !leaving.contains($0) }[...]
        var new: [[Item]] = []
        while !staying.isEmpty || !arriving.isEmpty {
            let arrived = arriving.removeValue(forKey: new.count)
            let stayed = arrived == nil ? staying.popFirst().map { rows[$0].compactMap(\.self) } : nil
            guard let items = arrived ?? stayed else {
                throw StorageContractViolation("A section arrives after position \(new.count), where no section is")
            }
            new.append(items)
        }
        return new
    }

    private func item(at path: IndexPath) throws(StorageContractViolation) -> Item {
        try requireSection(path.section)
        try require(old[path.section].indices.contains(path.row), "There is no item at \(path) before the update")
        return old[path.section][path.row]
    }

    /// Removes an item, as it is after its own update, and returns it.
    private mutating func take(_ path: IndexPath) throws(StorageContractViolation) -> Item {
        _ = try item(at: path)
        guard let item = rows[path.section][path.row] else {
            throw StorageContractViolation("The item at \(path) is deleted or moved twice")
        }
        rows[path.section][path.row] = nil
        return item
    }

    private func requireSection(_ section: Int) throws(StorageContractViolation) {
        try require(old.indices.contains(section), "There is no section \(section) before the update")
    }

    private func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(StorageContractViolation) {
        if !condition { throw StorageContractViolation(message()) }
    }
}

extension StorageUpdate.Change {
    fileprivate var arrival: (Item, IndexPath)? {
        switch self {
        case .insertItem(let item, let path), .moveItem(let item, _, let path): (item, path)
        default: nil
        }
    }
}
