/// Rows of a section that were asked for.
///
/// In one block of memory, for a page has a hundred rows of many parts each, and who writes them looks at some.
// @unchecked: they are added by who asks, and from then on only read.
final class AskedRows: @unchecked Sendable {
    let base: UnsafeMutablePointer<TableRow.Answers>
    /// What each is called.
    let names: RowNames

    var count: Int { names.count }

    init(capacity: Int) {
        base = .allocate(capacity: capacity)
        names = RowNames(capacity: capacity)
    }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    func append(_ answers: consuming TableRow.Answers, named name: consuming String) {
        // Which also looks whether there is room.
        let place = names.append(name)
        (base + place).initialize(to: consume answers)
    }

    /// Forgets them, where nobody has them.
    func removeAll() {
        base.deinitialize(count: count)
        names.removeAll()
    }

    subscript(index: Int) -> TableRow { TableRow(rows: self, index: index) }
}

/// What rows of a section are called, apart from what else they answered, for what is written of them is known by it.
// @unchecked: as above.
final class RowNames: @unchecked Sendable {
    private let base: UnsafeMutablePointer<String>
    private let capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    /// - Returns: the place of the row.
    @discardableResult
    func append(_ name: consuming String) -> Int {
        precondition(count < capacity, "More rows than were to be asked for.")
        let place = count
        (base + place).initialize(to: consume name)
        count = place + 1
        return place
    }

    func removeAll() {
        base.deinitialize(count: count)
        count = 0
    }

    subscript(place: Int) -> String {
        precondition(place < count, "There is no such row.")
        return base[place]
    }

    /// The same where it is short, read without being retained.
    @inline(__always)
    func short(at place: Int) -> ShortText? {
        precondition(place < count, "There is no such row.")
        return ShortText(base[place])
    }
}
