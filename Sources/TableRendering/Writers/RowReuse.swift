import CascadingTable

/// Which of the rows that were written before stand on a page as they are.
struct RowReuse {
    let source: WrittenRows
    private let stale: StaleRows

    /// Nil where none does.
    @TableActor
    init?(of source: WrittenRows, for context: WrittenRows.Context, in tableView: TableView) {
        guard source.context == context, let stale = tableView.staleRows(since: source.revision) else { return nil }
        // What moves a row by one step names the places beside it, in other sections too.
        guard !(context.isEditing && stale.hasMoved) else { return nil }
        self.source = source
        self.stale = stale
    }

    /// The rows of one part of the page.
    struct Rows {
        /// Where they are among those of the source.
        fileprivate let places: Range<Int>
        fileprivate let stale: StaleRows.Section
    }

    /// Nil where none of the part's rows was written at its place and line.
    func rows(of part: TableWindow.Section, line: Int?) -> Rows? {
        guard let stale = stale.rows(inSection: part.section),
            let written = source.section(of: part), written.line == line,
            written.part.rows.lowerBound == part.rows.lowerBound,
            written.part.arranged == part.arranged
        else { return nil }
        return Rows(places: written.rows, stale: stale)
    }

    /// The place in the source of a part's row; nil where it was not written.
    func place(_ place: Int, in rows: Rows) -> Int? {
        place < rows.places.count ? rows.places.lowerBound + place : nil
    }

    /// Whether the row that was written at that place of the source still says what it said, whoever asks.
    func holds(_ place: Int, ofRow row: Int, in rows: Rows) -> Bool {
        !rows.stale.contains(row) && !source.rows[place].isPersonal
    }
}
