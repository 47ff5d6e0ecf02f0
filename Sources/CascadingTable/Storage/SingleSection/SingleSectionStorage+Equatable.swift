import FoundationEssentials

extension SingleSectionStorage where Item: Equatable {
    /// Returns a storage of items without identities, which may contain equal items.
    ///
    /// Items are only inserted and deleted, never moved or updated.
    ///
    /// Cost: O(n·d), where d is the number of inserted and deleted items.
    public static func withoutIdentities() -> SingleSectionStorage {
        SingleSectionStorage(
            makeUpdate: { old, new in
                let difference = new.difference(from: old)
                func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }
                return StorageUpdate(
                    (difference.removals + difference.insertions).map { change in
                        switch change {
                        case .remove(let row, let item, _): .deleteItem(item, at: path(row))
                        case .insert(let row, let item, _): .insertItem(item, at: path(row))
                        }
                    })
            },
            accumulate: { strategy, old, new in
                switch strategy {
                case .additive: old + new
                case .updateOldValues: old + new.filter { !old.contains($0) }
                case .deleteOldValues: old.filter { !new.contains($0) } + new
                }
            })
    }
}
