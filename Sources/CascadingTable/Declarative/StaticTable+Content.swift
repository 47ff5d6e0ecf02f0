extension StaticTable {
    typealias Snapshot = TableSnapshot<SectionContent, RowContent>

    /// The contents of a section other than its rows.
    struct SectionContent: Equatable {
        var header: TableViewHeaderFooterView?
        var footer: TableViewHeaderFooterView?
        var indexTitle: String?
    }

    /// The contents of a row that the table compares to find changed rows.
    struct RowContent: Equatable {
        var cell: TableViewCell
        var isSelectable: Bool
        var actions: [Action]

        struct Action: Equatable {
            var id: String
            var title: String
            var style: TableViewRowAction.Style
            var image: Image?
        }

        @TableActor
        init(of row: any StaticRow) {
            cell = row.makeCell()
            isSelectable = cell.isEnabled && (row.isSelectable || cell.link != nil)
            actions = row.actions.map { Action(id: $0.id, title: $0.title, style: $0.style, image: $0.image) }
        }
    }

    /// Returns a snapshot of the sections and rows with their identifiers, and the rows that are not hidden.
    func makeSnapshot() -> (snapshot: Snapshot, rows: [[any StaticRow]]) {
        var sectionNames = UniqueNameGenerator()
        var rowNames = UniqueNameGenerator()
        // In a tree, other nodes may have sections of the same title.
        let prefix = parentDelegate == nil ? "" : "\(identifier)/"
        let sections = parentDelegate == nil ? sections[...] : sections.prefix(1)
        let rows = sections.map { section in section.rows.filter { !$0.isHidden } }
        let snapshot = Snapshot(
            sections: zip(sections, rows).map { section, rows in
                let name = sectionNames.name(section.id ?? "\(prefix)\(section.header?.title ?? "section")")
                return Snapshot.Section(
                    id: name,
                    content: SectionContent(
                        header: section.header, footer: section.footer, indexTitle: section.indexTitle),
                    rows: rows.map { row in
                        let content = RowContent(of: row)
                        return Snapshot.Row(
                            id: rowNames.name(row.id ?? "\(name)/\(content.cell.title ?? "row")"), content: content)
                    })
            })
        return (snapshot, rows)
    }
}
