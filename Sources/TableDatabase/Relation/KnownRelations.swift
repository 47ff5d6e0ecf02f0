import Bytes
import Synchronization

/// The relations of a database that were read a moment ago.
package final class KnownRelations: Sendable {
    private let known = Mutex<[RelationName: (relation: Relation, time: ContinuousClock.Instant)]>([:])
    /// The time for which a relation is known, in which another program may change its columns.
    private static let time = Duration.seconds(5)
    /// The limit of known relations.
    private static let maxCount = 1_000

    package init() {}

    /// Returns relations by name, and reads those that are not known.
    func relations(
        named names: Set<RelationName>, readWithin age: Duration?,
        _ read: ([RelationName]) async throws -> [Relation]
    ) async throws -> [RelationName: Relation] {
        let oldest = ContinuousClock.now - (age ?? Self.time)
        var found = known.locked { known in
            known.filter { names.contains($0.key) && $0.value.time > oldest }.mapValues(\.relation)
        }
        let missing = names.filter { found[$0] == nil }
        guard !missing.isEmpty else { return found }
        for relation in try await read(Array(missing)) where missing.contains(relation.name) {
            found[relation.name] = relation
        }
        known.locked { known in
            if known.count > Self.maxCount { known = [:] }
            for name in missing { known[name] = found[name].map { ($0, .now) } }
        }
        return found
    }
}
