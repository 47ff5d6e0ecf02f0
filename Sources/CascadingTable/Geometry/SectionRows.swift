package import FoundationEssentials

/// Rows of one section by their numbers, which cost a fraction of their paths.
package struct SectionRows: Sendable, Hashable {
    package let section: Int
    /// In the order in which they are asked about.
    package var rows: [Int]

    package init(section: Int, rows: [Int]) {
        self.section = section
        self.rows = rows
    }

    package var indexPaths: [IndexPath] { rows.map { IndexPath(row: $0, section: section) } }
}

extension [SectionRows] {
    /// Puts a row before all others; with those of its section, where these come first.
    package mutating func insertFirst(_ indexPath: IndexPath) {
        if first?.section == indexPath.section {
            self[0].rows.insert(indexPath.row, at: 0)
        } else {
            insert(SectionRows(section: indexPath.section, rows: [indexPath.row]), at: 0)
        }
    }
}
