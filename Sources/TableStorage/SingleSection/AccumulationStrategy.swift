/// The treatment of items that exist already when items are added to a ``SingleSectionStorage``.
public enum AccumulationStrategy: Sendable, Hashable {
    /// All items are added at the end. An item that exists already is an error.
    case additive
    /// Items that exist already are replaced in place. The others are added at the end.
    case updateOldValues
    /// Items that exist already are deleted. Then all items are added at the end.
    case deleteOldValues
}

extension AccumulationStrategy {
    /// Returns the old items together with the new ones.
    ///
    /// - Parameter new: Items with different identities.
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
