public import CascadingTable

extension PageSnapshot {
    /// The rows of a page that were reloaded, asked for again.
    public struct Update: Sendable {
        /// The table as it is now, without its rows.
        let head: TableMetadata
        /// In the order of the page.
        let rows: [Row]

        struct Row: Sendable {
            /// The places of the section on the page and of the row in it.
            let section: Int
            let index: Int
            /// The row alone, in its section.
            let snapshot: SectionSnapshot
        }

        public var revision: UInt64 { head.revision }
    }

    /// The most rows that are asked for again one by one.
    private static let maxUpdatedRows = 32

    /// Asks again for rows of the page that were reloaded.
    ///
    /// - Parameter reloaded: All that changed in the table since the snapshot.
    /// - Returns: Nil if more than these rows may be different, or if one has to be loaded first.
    @TableActor
    public func update(of reloaded: [IndexPath], in tableView: TableView) -> Update? {
        let isNumbered = lines != nil
        guard !hasMarks, !isArranged, reloaded.count <= Self.maxUpdatedRows else { return nil }
        let builder = SnapshotBuilder(tableView, isArranged: false)
        guard builder.marks.arePlain, builder.marks.isEditing == head.isEditing,
            !isNumbered || builder.lines(of: window) == lines
        else { return nil }
        var rows: [Update.Row] = []
        for (place, section) in sections.enumerated() {
            var numbers: [Int] = []
            for row in reloaded where row.section == section.part.section { numbers.append(row.row) }
            guard !numbers.isEmpty else { continue }
            for index in Set(numbers).sorted() where section.part.rows.contains(index) {
                guard tableView.prefetch(rowsAt: [IndexPath(row: index, section: section.part.section)]) == nil else {
                    return nil
                }
                let number = index - section.part.rows.lowerBound
                let one = TableWindow.Section(section: section.part.section, rows: index..<index + 1)
                let snapshot = builder.section(one, line: section.head.line)
                guard snapshot.count == 1, number < section.count, snapshot.hasSameFrame(as: section, at: number) else {
                    return nil
                }
                rows.append(Update.Row(section: place, index: number, snapshot: snapshot))
            }
            // Header and footer are asked for again with the rows.
            guard builder.frame(of: section.part, line: section.head.line) == SectionFrame(section) else { return nil }
        }
        let head = TableMetadata(of: window, in: tableView, isEditing: head.isEditing, lineCount: lines?.count)
        return Update(head: head, rows: rows)
    }
}

extension SectionSnapshot {
    /// Whether the only row of this section is known and as high as one of another section.
    fileprivate func hasSameFrame(as other: SectionSnapshot, at index: Int) -> Bool {
        row(at: 0).identifier == other.row(at: index).identifier && rows.rows[0].height == other.rows.rows[index].height
    }
}

/// The header and footer of a section, and all else that is not its rows.
struct SectionFrame: Equatable {
    var identifier: String
    var header: TableViewHeaderFooterView?
    var footer: TableViewHeaderFooterView?
    var heights: [Height]
    var count: Int
    var moves: Moves<Int>?

    init(_ section: SectionSnapshot) { self.init(section.head, section.foot) }

    init(_ head: SectionHeader, _ foot: SectionFooter) {
        (identifier, header, footer) = (head.identifier, head.header, foot.footer)
        (heights, count, moves) = ([head.height, foot.height], head.count, head.moves)
    }
}
