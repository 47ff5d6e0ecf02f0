import FoundationEssentials

/// Grouping of rows by child, for methods that take several rows.
extension PropagatingTableDelegate {
    /// Calls the body for each run of consecutive rows of one child. A number of the index path is the index of the
    /// child.
    @inline(__always)
    func forEachChild(
        ofRowsAt indexPaths: [IndexPath], by number: (IndexPath) -> Int,
        _ body: (any CascadingTableDelegate, [IndexPath]) -> Void
    ) {
        forEachRun(of: indexPaths, by: number, isOne: ==) { number, own in
            if let child = childDelegate(at: number) { body(child, own) }
        }
    }

    /// Calls the body for each run of consecutive index paths with one owner.
    @inline(__always)
    func forEachRun<Owner>(
        of indexPaths: [IndexPath], by owner: (IndexPath) -> Owner, isOne: (Owner, Owner) -> Bool,
        _ body: (Owner, [IndexPath]) -> Void
    ) {
        guard let first = indexPaths.first else { return }
        guard indexPaths.count > 1 else { return body(owner(first), indexPaths) }
        // If each child has one row, one array is reused for all of them, unless a child stores it.
        var single = [first]
        var start = 0
        var current = owner(first)
        while start < indexPaths.count {
            var end = start + 1
            var next = current
            while end < indexPaths.count {
                next = owner(indexPaths[end])
                guard isOne(next, current) else { break }
                end += 1
            }
            if end - start == 1 {
                single[0] = indexPaths[start]
                body(current, single)
            } else {
                body(current, end - start == indexPaths.count ? indexPaths : Array(indexPaths[start..<end]))
            }
            (start, current) = (end, next)
        }
    }
}
