/// Rows of a section that were asked for.
///
/// In one block of memory, for a page has a hundred rows of many parts each, and who writes them looks at some.
// @unchecked: they are added by who asks, and from then on only read.
final class AskedRows: @unchecked Sendable {
    let base: UnsafeMutablePointer<TableRow.Answers>
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

    func append(_ answers: consuming TableRow.Answers) {
        precondition(count < capacity, "More rows than were to be asked for.")
        (base + count).initialize(to: answers)
        count += 1
    }

    subscript(index: Int) -> TableRow {
        precondition(index < count, "There is no such row.")
        return TableRow(rows: self, index: index)
    }
}
