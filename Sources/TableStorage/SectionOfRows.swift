import CascadingTable
import Essentials

/// A section whose rows a `StorageUpdate` can change.
protocol SectionOfRows<Item> {
    associatedtype Item
    init()
    var items: [Item] { get set }
}

extension Array where Element: SectionOfRows {
    /// Makes the changes of an update, which must be valid.
    ///
    /// Cost: O(changes) for a single change, otherwise O(rows of the changed sections).
    ///
    /// - Parameters:
    ///   - make: Returns the row of an inserted item.
    ///   - replace: Changes the row of an updated item.
    mutating func apply<Model>(
        _ update: StorageUpdate<Model>, make: (Model) -> Element.Item, replace: (inout Element.Item, Model) -> Void
    ) {
        if update.changes.count == 1, applyAlone(update.changes[0], make: make, replace: replace) { return }

        for case .updateItem(let item, _, let path) in update.changes {
            replace(&self[path.section].items[path.row], item)
        }
        var leaving: [Int: [Int]] = [:]
        var arriving: [Int: [(place: Int, element: Element.Item)]] = [:]
        for change in update.changes {
            switch change {
            case .deleteItem(_, let path):
                leaving[path.section, default: []].append(path.row)
            case .insertItem(let item, let path):
                arriving[path.section, default: []].append((path.row, make(item)))
            case .moveItem(_, let from, let to):
                leaving[from.section, default: []].append(from.row)
                arriving[to.section, default: []].append((to.row, self[from.section].items[from.row]))
            default: break
            }
        }
        for (section, places) in leaving { self[section].items.remove(at: places) }
        rearrange(update)
        for (section, elements) in arriving { self[section].items.insert(elements) }
    }

    /// Makes a single change without touching other rows, or returns false.
    private mutating func applyAlone<Model>(
        _ change: StorageUpdate<Model>.Change, make: (Model) -> Element.Item,
        replace: (inout Element.Item, Model) -> Void
    ) -> Bool {
        switch change {
        case .insertItem(let item, let path): self[path.section].items.insert(make(item), at: path.row)
        case .deleteItem(_, let path): self[path.section].items.remove(at: path.row)
        case .updateItem(let item, _, let path): replace(&self[path.section].items[path.row], item)
        default: return false
        }
        return true
    }

    /// Deletes, moves and inserts sections.
    private mutating func rearrange<Model>(_ update: StorageUpdate<Model>) {
        var leaving: [Int] = []
        var arriving: [(place: Int, element: Element)] = []
        for change in update.changes {
            switch change {
            case .deleteSection(let section, _): leaving.append(section)
            case .insertSection(let section): arriving.append((section, Element()))
            case .moveSection(let from, let to):
                leaving.append(from)
                arriving.append((to, self[from]))
            default: break
            }
        }
        remove(at: leaving)
        insert(arriving)
    }
}

/// The changes of rows whose sections exist before and after an update.
struct RowChanges {
    var deleted: [IndexPath] = []
    var inserted: [IndexPath] = []
    var moved: [(from: IndexPath, to: IndexPath)] = []
    var reloaded: [IndexPath] = []

    /// Collects the changes of rows from an update.
    ///
    /// - Parameter section: Returns the table's section for a section of the storage; nil if the table does not show it.
    init<Item>(_ update: StorageUpdate<Item>, inSection section: (Int) -> Int?) {
        var deletedSections: Set<Int> = [], insertedSections: Set<Int> = []
        for change in update.changes {
            if case .deleteSection(let section, _) = change { deletedSections.insert(section) }
            if case .insertSection(let section) = change { insertedSections.insert(section) }
        }
        /// Returns the path in the table, or nil if the section is one of those that come or go, or is not shown.
        func path(_ path: IndexPath, unlessIn sections: Set<Int>) -> IndexPath? {
            guard !sections.contains(path.section) else { return nil }
            return section(path.section).map { IndexPath(row: path.row, section: $0) }
        }
        for change in update.changes {
            switch change {
            case .deleteItem(_, let old): if let old = path(old, unlessIn: deletedSections) { deleted.append(old) }
            case .insertItem(_, let new): if let new = path(new, unlessIn: insertedSections) { inserted.append(new) }
            case .moveItem(_, let from, let to):
                switch (path(from, unlessIn: deletedSections), path(to, unlessIn: insertedSections)) {
                case (let from?, let to?): moved.append((from, to))
                case (let from?, nil): deleted.append(from)
                case (nil, let to?): inserted.append(to)
                case (nil, nil): break
                }
            case .updateItem(_, _, let old): if let old = path(old, unlessIn: deletedSections) { reloaded.append(old) }
            case .insertSection, .deleteSection, .moveSection, .updateSection: break
            }
        }
        let gone = Set(deleted)
        reloaded.removeAll(where: gone.contains)
    }
}

/// The origins of the sections and rows after a change.
struct ChangeTracker {
    var sections: [TracedSection] = []
    /// The rows that were replaced, by their positions before the change.
    var updatedRows: Set<RowPosition> = []
    /// The sections whose header or footer has changed, by their positions before the change.
    var updatedSections: Set<Int> = []
}

/// A section after a change, with its position and the positions of its rows before the change.
struct TracedSection: SectionOfRows {
    /// The position before the change; nil for a new section.
    var origin: Int?
    var items: [RowPosition] = []
}

/// The position of a row. It is faster to create and compare than an index path.
struct RowPosition: Hashable, Comparable {
    /// The position of a row that is new.
    static let new = RowPosition(section: -1, row: -1)

    var section: Int
    var row: Int

    var path: IndexPath { IndexPath(row: row, section: section) }

    static func < (left: Self, right: Self) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

extension Array {
    /// Returns for each element whether it stays in order, so that as few as possible have moved or are new.
    ///
    /// O(n) if all stay, otherwise O(n log n).
    ///
    /// - Parameter origin: The old position of an element, or nil if it cannot stay.
    func indicesOfStaying(_ origin: (Element) -> Int?) -> [Bool] {
        // The longest increasing subsequence of origins: `ends[k]` has the lowest origin that ends one of length k + 1.
        let origins = map(origin)
        var ends: [(place: Int, origin: Int)] = []
        var previous = [Int](repeating: -1, count: count)
        for (place, origin) in origins.enumerated() {
            guard let origin else { continue }
            var low = ends.count
            if let last = ends.last, last.origin > origin {
                low = 0
                var high = ends.count - 1
                while low < high {
                    let middle = (low + high) / 2
                    if ends[middle].origin < origin { low = middle + 1 } else { high = middle }
                }
            }
            if low > 0 { previous[place] = ends[low - 1].place }
            if low == ends.count { ends.append((place, origin)) } else { ends[low] = (place, origin) }
        }
        var staying = [Bool](repeating: false, count: count)
        var place = ends.last?.place ?? -1
        while place >= 0 {
            staying[place] = true
            place = previous[place]
        }
        return staying
    }
}

extension Array {
    /// Removes the elements at these positions, which must exist, in one pass.
    mutating func remove(at places: [Int]) {
        let places = places.sorted()
        guard let first = places.first, let last = places.last else { return }
        guard last - first != places.count - 1 else { return removeSubrange(first...last) }
        var next = places.dropFirst()
        var kept = first
        for place in first + 1..<count {
            if place == next.first {
                next.removeFirst()
            } else {
                self[kept] = self[place]
                kept += 1
            }
        }
        removeSubrange(kept...)
    }

    /// Inserts elements in one pass, so that each is at its position in the end.
    mutating func insert(_ elements: [(place: Int, element: Element)]) {
        let elements = elements.sorted { $0.place < $1.place }
        guard let first = elements.first, let last = elements.last else { return }
        guard last.place - first.place != elements.count - 1 else {
            return insert(contentsOf: elements.lazy.map(\.element), at: first.place)
        }
        var rest = self[first.place...]
        var result = Array(self[..<first.place])
        result.reserveCapacity(count + elements.count)
        for (place, element) in elements {
            let staying = place - result.count
            result += rest.prefix(staying)
            rest = rest.dropFirst(staying)
            result.append(element)
        }
        self = result + rest
    }
}
