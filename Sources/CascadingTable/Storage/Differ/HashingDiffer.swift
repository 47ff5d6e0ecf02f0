/// Looks each identity up in a table of where it was; O(n), and O(n log n) where much has moved, in O(n) of memory.
///
/// As few are moved as can be.
public struct HashingDiffer: Differ {
    public init() {}

    public func difference<ID: Hashable>(from old: [ID], to new: [ID]) -> ListDifference {
        var difference = ListDifference()
        // What both begin and end with is left out, which is most of it most of the time.
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
