import CascadingTable

extension StaticTable {
    /// A section as the table shows it, with its identifier and the rows that are not hidden.
    struct ShownSection {
        var id: String
        var section: Section
        var rows: [ShownRow]

        func looksLike(_ other: Self) -> Bool {
            section.header == other.section.header && section.footer == other.section.footer
                && section.indexTitle == other.section.indexTitle
        }
    }

    /// A row as the table shows it, with the contents that the table compares to find changed rows.
    @TableActor
    struct ShownRow {
        var id: String
        let row: any StaticRow
        let cell: TableViewCell
        let isSelectable: Bool
        private let actions: [TableViewRowAction]

        init(_ row: any StaticRow, id: (TableViewCell) -> String) {
            self.row = row
            cell = row.makeCell()
            self.id = id(cell)
            isSelectable = cell.isEnabled && (row.isSelectable || cell.link != nil)
            actions = row.actions
        }

        func looksLike(_ other: Self) -> Bool {
            cell == other.cell && isSelectable == other.isSelectable
                && actions.elementsEqual(other.actions) {
                    ($0.id, $0.title, $0.style) == ($1.id, $1.title, $1.style) && $0.image == $1.image
                }
        }
    }

    /// Returns the sections and rows that are shown now.
    func makeSections() -> [ShownSection] {
        var sectionNames = UniqueNameGenerator()
        var rowNames = UniqueNameGenerator()
        // In a tree, other nodes may have sections of the same title.
        let prefix = parentDelegate == nil ? "" : "\(identifier)/"
        return (parentDelegate == nil ? sections[...] : sections.prefix(1)).map { section in
            let name = sectionNames.name(section.id ?? "\(prefix)\(section.header?.title ?? "section")")
            let rows = section.rows.filter { !$0.isHidden }.map { row in
                ShownRow(row) { rowNames.name(row.id ?? "\(name)/\($0.title ?? "row")") }
            }
            return ShownSection(id: name, section: section, rows: rows)
        }
    }
}

/// A generator of unique names. It appends a number to a name that is already in use.
struct UniqueNameGenerator {
    private var taken: Set<String> = []
    private var counts: [String: Int] = [:]

    mutating func name(_ wanted: String) -> String {
        var name = wanted
        while !taken.insert(name).inserted {
            counts[wanted, default: 1] += 1
            name = "\(wanted)-\(counts[wanted, default: 1])"
        }
        return name
    }
}
