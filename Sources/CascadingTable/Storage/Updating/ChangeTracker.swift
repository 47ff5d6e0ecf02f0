import FoundationEssentials

/// Where sections and rows come from that have been changed.
struct ChangeTracker {
    var sections: [TracedSection] = []
    /// The rows that are others, by their places before the change.
    var updatedRows: Set<RowPosition> = []
    /// The sections whose header or footer is another, by their places before the change.
    var updatedSections: Set<Int> = []
}

/// A section, known by its place before a change, with its rows, known by theirs.
struct TracedSection: SectionOfRows {
    /// Nil for a new one.
    var origin: Int?
    var items: [RowPosition] = []
}

/// The place of a row; an index path takes longer to make and to compare.
struct RowPosition: Hashable, Comparable {
    /// Of a row that is new.
    static let new = RowPosition(section: -1, row: -1)

    var section: Int
    var row: Int

    var path: IndexPath { IndexPath(row: row, section: section) }

    static func < (left: Self, right: Self) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}
