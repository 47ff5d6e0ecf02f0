/// A differ that finds the old position of each identity in a dictionary, and moves as few elements as possible.
///
/// Cost: O(n), or O(n log n) if many elements have moved. Memory: O(n).
public struct HashingDiffer: Differ {
    /// Creates a differ.
    public init() {}

    /// Returns the changes that turn one list into the other.
    ///
    /// - Parameters:
    ///   - old: The identities of the old list, without duplicates.
    ///   - new: The identities of the new list, without duplicates.
    public func difference<ID: Hashable>(from old: [ID], to new: [ID]) -> ListDifference {
        var difference = ListDifference()
        // The common beginning and end are skipped. They are usually most of the list.
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        let oldPlaces = start..<old.count - end, newPlaces = start..<new.count - end

        var origins = Dictionary(minimumCapacity: oldPlaces.count) as [ID: Int]
        for place in oldPlaces { origins[old[place]] = place }
        let kept = newPlaces.map { origins[new[$0]] }
        var leaves = [Bool](repeating: true, count: oldPlaces.count)
        for case let origin? in kept { leaves[origin - start] = false }
        difference.deletions = oldPlaces.filter { leaves[$0 - start] }
        for (place, (origin, stays)) in zip(newPlaces, zip(kept, kept.indicesOfStaying { $0 })) where !stays {
            if let origin {
                difference.moves.append(.init(from: origin, to: place))
            } else {
                difference.insertions.append(place)
            }
        }
        return difference
    }
}
