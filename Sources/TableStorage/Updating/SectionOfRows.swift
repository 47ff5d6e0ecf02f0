import CascadingTable

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
