import CascadingTable

/// What has changed between two lists of which one in a hundred elements is another, was moved or is gone.
enum DifferMeasurement {
    static func run() {
        for count in [10_000, 100_000] {
            let old = Array(0..<count)
            var new = old
            for place in stride(from: 50, to: count, by: 300) { new[place] = count + place }
            for place in stride(from: 150, to: count - 10, by: 300) { new.swapAt(place, place + 5) }
            new.removeAll { $0 % 300 == 250 }
            var changes = 0
            let seconds = Measure.seconds {
                let difference = HashingDiffer().difference(from: old, to: new)
                changes = difference.deletions.count + difference.insertions.count + difference.moves.count
            }
            Measure.report(
                "difference of \(count) rows with \(changes) changes", seconds * 1e9 / Double(count), "ns a row")
        }
    }
}
