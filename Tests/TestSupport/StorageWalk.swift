import CascadingTable
import FoundationEssentials
public import TableStorage

/// Random operations on a storage, repeated on plain arrays.
@TableActor
public final class StorageWalk {
    public struct Item: Equatable {
        public var id: UInt64
        public var version = 0
    }

    public let storage: MemoryStorage<Item>
    /// The expected content of the storage.
    public var sections: [[Item]]
    public var random: SeededRandomNumberGenerator

    public init(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        sections = (0..<2).map { _ in (0..<6).map { _ in Item(id: random.next()) } }
        self.random = random
        storage = MemoryStorage(items: sections)
    }

    private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    private func newItems() -> [Item] { (0..<number(0..<4)).map { _ in Item(id: random.next()) } }

    /// Returns the index path of a random item, or nil if there are no items.
    private func place() -> IndexPath? {
        guard let section = sections.indices.filter({ !sections[$0].isEmpty }).randomElement(using: &random) else {
            return nil
        }
        return IndexPath(row: number(0..<sections[section].count), section: section)
    }

    /// Returns a random place in or right after the items of a section. Rarely, the section is missing.
    private func gap() -> IndexPath {
        let section = number(0..<sections.count + 1)
        let isNew = section == sections.count && number(0..<3) > 0
        let chosen = isNew && section > 0 ? section - 1 : section
        let count = chosen < sections.count ? sections[chosen].count : 0
        return IndexPath(row: number(0..<count + 1), section: chosen)
    }

    private func makeSections(upTo section: Int) {
        while sections.count <= section { sections.append([]) }
    }

    /// Performs a random valid operation on the storage and on the arrays.
    public func step() throws {
        switch number(0..<15) {
        case 0:
            let items = newItems(), gap = gap()
            try storage.addItems(items, toSection: gap.section)
            if !items.isEmpty { makeSections(upTo: gap.section) }
            if !items.isEmpty { sections[gap.section] += items }
        case 1:
            let items = newItems(), gap = gap()
            try storage.insertItems(items, at: gap)
            if !items.isEmpty { makeSections(upTo: gap.section) }
            if !items.isEmpty { sections[gap.section].insert(contentsOf: items, at: gap.row) }
        case 2, 3, 4:
            guard let place = place() else { return }
            try storage.removeItem(at: place)
            sections[place.section].remove(at: place.row)
        case 5:
            let places = Set([place(), place(), place()].compactMap(\.self))
            try storage.removeItems(at: places.shuffled(using: &random))
            for place in places.sorted(by: >) { sections[place.section].remove(at: place.row) }
        case 6:
            guard number(0..<4) == 0, let section = sections.indices.randomElement(using: &random) else { return }
            try storage.removeItems(fromSection: section)
            sections[section] = []
        case 7, 8:
            guard let place = place() else { return }
            sections[place.section][place.row].version += 1
            try storage.replaceItem(at: place, with: sections[place.section][place.row])
        case 9:
            if let place = place() { try storage.replaceItem(at: place, with: sections[place.section][place.row]) }
        case 10, 11:
            guard let source = place() else { return }
            let item = sections[source.section].remove(at: source.row)
            let target = gap()
            try storage.moveItem(at: source, to: target)
            makeSections(upTo: target.section)
            sections[target.section].insert(item, at: target.row)
        case 12:
            guard sections.count < 6 else { return }
            let items = newItems(), section = number(0..<sections.count + 1)
            try storage.insertSection(StorageSection(items), at: section)
            sections.insert(items, at: section)
        case 13:
            let chosen = sections.indices.filter { _ in number(0..<6) == 0 }
            try storage.deleteSections(chosen.shuffled(using: &random))
            for section in chosen.reversed() { sections.remove(at: section) }
        default:
            guard !sections.isEmpty else { return }
            let source = number(0..<sections.count), target = number(0..<sections.count)
            try storage.moveSection(source, toSection: target)
            sections.insert(sections.remove(at: source), at: target)
        }
    }

    /// Tries an invalid operation.
    public func misstep() throws {
        let past = IndexPath(row: 50, section: number(0..<sections.count + 1))
        let missing = sections.count + number(0..<3)
        switch number(0..<8) {
        case 0: try storage.insertItems([Item(id: 0)], at: past)
        case 1: try storage.removeItems(at: [place(), past].compactMap(\.self))
        case 2: try storage.replaceItem(at: past, with: Item(id: 0))
        case 3: try storage.moveItem(at: place() ?? past, to: IndexPath(row: 1, section: missing))
        case 4: try storage.deleteSections([0, missing])
        case 5: try storage.moveSection(missing, toSection: 0)
        case 6: try storage.insertItem(Item(id: 1), at: IndexPath(row: 1, section: missing))
        default: try storage.addItem(Item(id: 0), toSection: -1)
        }
    }
}
