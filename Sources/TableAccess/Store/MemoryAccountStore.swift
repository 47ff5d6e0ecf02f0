import Bytes
import Essentials
import Synchronization

/// A store of accounts in the memory of the process, for tests and examples.
public final class MemoryAccountStore: AccountStore {
    private let records = Mutex<[Key: AccountRecord]>([:])

    private struct Key: Hashable {
        var kind: AccountRecord.Kind
        var id: String
    }

    /// Creates an empty store.
    public init() {}

    /// Returns the record of an identifier, at once.
    public func record(_ kind: AccountRecord.Kind, _ id: String) async -> AccountRecord? {
        records.locked { $0[Key(kind: kind, id: id)] }.flatMap { $0.isOver ? nil : $0 }
    }

    /// Returns the records of a kind, at once.
    public func records(_ kind: AccountRecord.Kind, of owner: String?) async -> [AccountRecord] {
        records.locked { Array($0.values) }
            .filter { $0.kind == kind && (owner == nil || $0.owner == owner) && !$0.isOver }.sorted { $0.id < $1.id }
    }

    /// Stores, replaces or removes a record, at once.
    public func set(_ record: AccountRecord?, replacing old: AccountRecord?) async -> Bool {
        guard let place = record ?? old else { return true }
        let key = Key(kind: place.kind, id: place.id)
        return records.locked { records in
            let stored = records[key].flatMap { $0.isOver ? nil : $0 }
            guard stored?.value == old?.value else { return false }
            records[key] = record
            return true
        }
    }
}

extension AccountRecord {
    fileprivate var isOver: Bool { expires.map { $0 <= Date() } ?? false }
}
