import CascadingTable
import FoundationEssentials

/// The origins of the sections and rows after a change.
struct ChangeTracker {
    var sections: [TracedSection] = []
    /// The rows that were replaced, by their positions before the change.
    var updatedRows: Set<RowPosition> = []
    /// The sections whose header or footer has changed, by their positions before the change.
    var updatedSections: Set<Int> = []
}

/// A section after a change, with its position and the positions of its rows before the change.
struct TracedSection: SectionOfRows {
    /// The position before the change; nil for a new section.
    var origin: Int?
    var items: [RowPosition] = []
}

/// The position of a row. It is faster to create and compare than an index path.
struct RowPosition: Hashable, Comparable {
    /// The position of a row that is new.
    static let new = RowPosition(section: -1, row: -1)

    var section: Int
    var row: Int

    var path: IndexPath { IndexPath(row: row, section: section) }

    static func < (left: Self, right: Self) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}
