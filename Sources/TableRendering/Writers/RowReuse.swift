import CascadingTable

/// Which of the sections and rows that were written before stand on a page as they are.
@TableActor
struct RowReuse {
    let source: WrittenRows
    private let stale: StaleRows

    /// Nil where none does.
    init?(of source: WrittenRows, for context: WrittenRows.Context, in tableView: TableView) {
        guard source.context == context, let stale = tableView.staleRows(since: source.revision) else { return nil }
        // What moves a row by one step names the places beside it, in other sections too.
        guard !(context.isEditing && stale.hasMoved) else { return nil }
        self.source = source
        self.stale = stale
    }

    /// The section at that place of a page, where it stands as a whole for a visitor whose rows have no marks.
    func section(_ place: Int, of part: TableWindow.Section, line: Int?) -> WrittenRows.Section? {
        guard place < source.sections.count else { return nil }
        let written = source.sections[place]
        guard written.outline.part == part, written.outline.line == line, written.isCommon,
            written.rows.count == part.rows.count,
            stale.rows(inSection: part.section)?.isEmpty == true
        else { return nil }
        return written
    }

    /// What was written of one part of the page.
    struct Rows {
        let section: WrittenRows.Section
        fileprivate let stale: StaleRows.Section
    }

    /// Nil where none of the part's rows was written at its place and line.
    func rows(of part: TableWindow.Section, line: Int?) -> Rows? {
        guard let stale = stale.rows(inSection: part.section), let written = source.section(of: part),
            written.outline.line == line, written.outline.part.rows.lowerBound == part.rows.lowerBound,
            written.outline.part.arranged == part.arranged
        else { return nil }
        return Rows(section: written, stale: stale)
    }

    /// The rows from that place of a part on that stand as they were written; nil for none.
    func run(
        from first: Int, of part: TableWindow.Section, in rows: Rows, for visitor: VisitorMarks
    ) -> Range<Int>? {
        var end = first
        while end < part.rows.count, end < rows.section.rows.count {
            let row = part.row(at: end)
            guard !rows.stale.contains(row), !rows.section.rows[end].isPersonal,
                visitor.shows(
                    rows.section.rows[end], named: rows.section.outline.names[end], section: part.section, row: row)
            else { break }
            end += 1
        }
        return end > first ? first..<end : nil
    }
}

extension VisitorMarks {
    /// Whether a row that was written before has the marks that it has for this visitor.
    fileprivate func shows(
        _ row: WrittenRows.Row, named name: @autoclosure () -> String, section: Int, row number: Int
    ) -> Bool {
        arePlain ? row.marks.isEmpty : marks(ofRow: name(), section: section, row: number) == row.marks
    }
}
