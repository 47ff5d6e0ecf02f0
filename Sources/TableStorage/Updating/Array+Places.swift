extension Array {
    /// Removes the elements at these positions, which must exist, in one pass.
    mutating func remove(at places: [Int]) {
        let places = places.sorted()
        guard let first = places.first, let last = places.last else { return }
        guard last - first != places.count - 1 else { return removeSubrange(first...last) }
        var next = places.dropFirst()
        var kept = first
        for place in first + 1..<count {
            if place == next.first {
                next.removeFirst()
            } else {
                self[kept] = self[place]
                kept += 1
            }
        }
        removeSubrange(kept...)
    }

    /// Inserts elements in one pass, so that each is at its position in the end.
    mutating func insert(_ elements: [(place: Int, element: Element)]) {
        let elements = elements.sorted { $0.place < $1.place }
        guard let first = elements.first, let last = elements.last else { return }
        guard last.place - first.place != elements.count - 1 else {
            return insert(contentsOf: elements.lazy.map(\.element), at: first.place)
        }
        var rest = self[first.place...]
        var result = Array(self[..<first.place])
        result.reserveCapacity(count + elements.count)
        for (place, element) in elements {
            let staying = place - result.count
            result += rest.prefix(staying)
            rest = rest.dropFirst(staying)
            result.append(element)
        }
        self = result + rest
    }
}
