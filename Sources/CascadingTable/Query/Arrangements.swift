/// The arrangements of a table that were asked for last.
struct Arrangements {
    private var revision: UInt64 = 0
    /// The one used last at the end.
    private var kept: [TableArrangement] = []

    private static let maxCount = 16
    /// The most rows of all of them, four bytes each.
    private static let maxRows = 4 << 20

    /// The one of that query, if it is of that revision.
    mutating func use(_ query: TableQuery, revision: UInt64) -> TableArrangement? {
        guard revision == self.revision, let index = kept.firstIndex(where: { $0.query == query }) else { return nil }
        let arrangement = kept.remove(at: index)
        kept.append(arrangement)
        return arrangement
    }

    /// One is kept however long it is.
    mutating func keep(_ arrangement: TableArrangement, revision: UInt64) {
        if revision != self.revision { kept = [] }
        self.revision = revision
        kept.append(arrangement)
        var rows = kept.reduce(0) { $0 + $1.count }
        while kept.count > 1, kept.count > Self.maxCount || rows > Self.maxRows { rows -= kept.removeFirst().count }
    }
}
