extension ListDifference {
    /// Returns the old and new positions of the elements in both lists; nil for a difference of other lists.
    func keptPlaces(oldCount: Int, newCount: Int) -> [(old: Int, new: Int)]? {
        var leaves = [Bool](repeating: false, count: oldCount), arrives = [Bool](repeating: false, count: newCount)
        func mark(_ place: Int, in places: inout [Bool]) -> Bool {
            guard places.indices.contains(place), !places[place] else { return false }
            places[place] = true
            return true
        }
        guard deletions.allSatisfy({ mark($0, in: &leaves) }), insertions.allSatisfy({ mark($0, in: &arrives) }),
            moves.allSatisfy({ mark($0.from, in: &leaves) && mark($0.to, in: &arrives) }),
            oldCount - deletions.count == newCount - insertions.count
        else { return nil }
        let staying = zip(leaves.indices.filter { !leaves[$0] }, arrives.indices.filter { !arrives[$0] })
        return staying.map { ($0, $1) } + moves.map { ($0.from, $0.to) }
    }
}
