/// What becomes of items that are there already when others are added.
public enum AccumulationStrategy: Sendable, Hashable {
    /// All are added at the end; one that is there already is an error.
    case additive
    /// One that is there already is replaced where it stands; the others are added at the end.
    case updateOldValues
    /// One that is there already goes; all are added at the end.
    case deleteOldValues
}

extension AccumulationStrategy {
    /// - Parameter new: items of which no two have the same identity.
    func accumulate<Item, ID: Hashable>(_ old: [Item], _ new: [Item], id: (Item) -> ID) -> [Item] {
        switch self {
        case .additive: return old + new
        case .updateOldValues:
            var replacements = Dictionary(new.map { (id($0), $0) }) { $1 }
            let replaced = old.map { replacements.removeValue(forKey: id($0)) ?? $0 }
            return replaced + new.filter { replacements[id($0)] != nil }
        case .deleteOldValues:
            let ids = Set(new.map(id))
            return old.filter { !ids.contains(id($0)) } + new
        }
    }
}
