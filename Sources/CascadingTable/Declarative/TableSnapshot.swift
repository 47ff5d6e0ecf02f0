import FoundationEssentials

/// The sections and rows of a table with their identifiers and contents. Two snapshots are compared to find changes.
struct TableSnapshot<SectionContent: Equatable, RowContent: Equatable>: Equatable {
    var sections: [Section] = []

    struct Section: Equatable {
        /// The identifier, unique in the table.
        var id: String
        var content: SectionContent
        var rows: [Row]
    }

    struct Row: Equatable {
        /// The identifier, unique in the table.
        var id: String
        var content: RowContent
    }

    func section(at index: Int) -> Section? {
        sections.indices.contains(index) ? sections[index] : nil
    }

    func row(at indexPath: IndexPath) -> Row? {
        guard let rows = section(at: indexPath.section)?.rows, rows.indices.contains(indexPath.row) else { return nil }
        return rows[indexPath.row]
    }

    func indexPath(ofRow id: String) -> IndexPath? {
        for (number, section) in sections.enumerated() {
            if let row = section.rows.firstIndex(where: { $0.id == id }) { return [number, row] }
        }
        return nil
    }
}
