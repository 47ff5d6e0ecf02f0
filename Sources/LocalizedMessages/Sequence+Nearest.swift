extension Sequence<String> {
    /// Returns the name that was probably meant by a name with a typing error: the first with the fewest letters to add,
    /// remove or replace. Nil if more than a third of the letters, and more than two, are wrong.
    package func nearest(to name: String) -> String? {
        // Comparing takes the product of both lengths.
        guard (1...64).contains(name.count) else { return nil }
        let scored = lazy.filter { $0.count <= 64 }.map { (name: $0, distance: $0.lowercased().distance(to: name)) }
        guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= (name.count < 4 ? 1 : Swift.max(name.count / 3, 2)) ? best.name : nil
    }
}

extension String {
    /// The number of letters to add, remove or replace until the texts are equal (Levenshtein), without regard to case.
    fileprivate func distance(to other: String) -> Int {
        let other = Array(other.lowercased())
        var row = Array(0...other.count)
        for (index, letter) in enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let replaced = diagonal + (letter == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
