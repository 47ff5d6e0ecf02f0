extension Array {
    /// Returns for each element whether it stays in order, so that as few as possible have moved or are new.
    ///
    /// O(n) if all stay, otherwise O(n log n).
    ///
    /// - Parameter origin: The old position of an element, or nil if it cannot stay.
    func indicesOfStaying(_ origin: (Element) -> Int?) -> [Bool] {
        // The longest increasing subsequence of origins: `ends[k]` has the lowest origin that ends one of length k + 1.
        let origins = map(origin)
        var ends: [(place: Int, origin: Int)] = []
        var previous = [Int](repeating: -1, count: count)
        for (place, origin) in origins.enumerated() {
            guard let origin else { continue }
            var low = ends.count
            if let last = ends.last, last.origin > origin {
                low = 0
                var high = ends.count - 1
                while low < high {
                    let middle = (low + high) / 2
                    if ends[middle].origin < origin { low = middle + 1 } else { high = middle }
                }
            }
            if low > 0 { previous[place] = ends[low - 1].place }
            if low == ends.count { ends.append((place, origin)) } else { ends[low] = (place, origin) }
        }
        var staying = [Bool](repeating: false, count: count)
        var place = ends.last?.place ?? -1
        while place >= 0 {
            staying[place] = true
            place = previous[place]
        }
        return staying
    }
}
