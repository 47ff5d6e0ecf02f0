package import FoundationEssentials

/// Rows of one section by number. Numbers take a fraction of the time and memory of index paths.
package struct SectionRows: Sendable, Hashable {
    package let section: Int
    /// The row numbers, in the order in which the table asks for the rows.
    package var rows: [Int]

    package init(section: Int, rows: [Int]) {
        self.section = section
        self.rows = rows
    }

    package var indexPaths: [IndexPath] { rows.map { IndexPath(row: $0, section: section) } }
}

extension [SectionRows] {
    /// Inserts a row before all others, in the first element if that is of the row's section.
    package mutating func insertFirst(_ indexPath: IndexPath) {
        if first?.section == indexPath.section {
            self[0].rows.insert(indexPath.row, at: 0)
        } else {
            insert(SectionRows(section: indexPath.section, rows: [indexPath.row]), at: 0)
        }
    }
}
