package import CascadingTable

extension PageSnapshot {
    /// The reloaded rows of a page.
    package struct Update: Sendable {
        /// The current metadata of the table.
        let head: TableMetadata
        /// The rows, in the order of the page.
        let rows: [Row]

        struct Row: Sendable {
            /// The index of the section on the page, and the index of the row in it.
            let section: Int
            let index: Int
            /// A section that contains only this row.
            let snapshot: SectionSnapshot
        }

        /// The revision of the table after the update.
        package var revision: UInt64 { head.revision }
    }

    /// The limit of rows in an update. For more rows, a new snapshot is taken.
    private static let maxUpdatedRows = 32

    /// Asks again for the reloaded rows of the page.
    ///
    /// - Parameters:
    ///   - reloaded: All rows that changed in the table since the snapshot.
    ///   - tableView: The table.
    /// - Returns: The rows; nil if other parts of the page may differ, or if a row must be loaded first.
    @TableActor
    package func update(of reloaded: [IndexPath], in tableView: TableView) -> Update? {
        let isNumbered = lines != nil
        // A row that changed may have another place among sorted or filtered rows.
        guard !hasMarks, tableView.answered == nil, reloaded.count <= Self.maxUpdatedRows else { return nil }
        let builder = SnapshotBuilder(tableView, hasLinks: hasLinks)
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
            // The header and footer are compared, because delegates may change them together with rows.
            guard builder.frame(of: section.part, line: section.head.line) == SectionFrame(section) else { return nil }
        }
        var head = TableMetadata(of: window, in: tableView, isEditing: head.isEditing, lineCount: lines?.count)
        head.contents = self.head.contents
        if hasLinks { head.outline = builder.outline() }
        for row in rows { row.snapshot.addContents(to: &head.contents) }
        // The other rows would be aligned differently.
        return head.contents == self.head.contents ? Update(head: head, rows: rows) : nil
    }
}

extension SectionSnapshot {
    /// Returns whether the only row of this section has the identifier and height of a row of another section.
    fileprivate func hasSameFrame(as other: SectionSnapshot, at index: Int) -> Bool {
        row(at: 0).identifier == other.row(at: index).identifier && rows.rows[0].height == other.rows.rows[index].height
    }
}

/// The parts of a section besides its rows.
struct SectionFrame: Equatable {
    var identifier: String
    var header: TableViewHeaderFooterView?
    var footer: TableViewHeaderFooterView?
    var actions: [SectionActions?]
    var heights: [Height]
    var count: Int
    var moves: SectionMoves?

    init(_ section: SectionSnapshot) { self.init(section.head, section.foot) }

    init(_ head: SectionHeader, _ foot: SectionFooter) {
        (identifier, header, footer) = (head.identifier, head.header, foot.footer)
        actions = [head.actions, foot.actions]
        (heights, count, moves) = ([head.height, foot.height], head.count, head.moves)
    }
}
