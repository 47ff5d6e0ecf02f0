import CascadingTable

/// The line numbers of a page for ARIA, counted from 1 as if the table was on one page.
///
/// Lines are column headings, headers, rows and footers.
struct ARIARowIndices {
    private(set) var count = 0
    /// The number of the first line of each section.
    private(set) var sections: [Int: Int] = [:]

    /// The limit of sections. Beyond it, lines are not numbered, because each header and footer must be asked for.
    private static let maxSections = 1000

    /// Numbers the lines; nil if the page has all lines, or if their number is unknown.
    @TableActor
    init?(of window: TableWindow, in tableView: TableView, hasMoves: (Int) -> Bool) {
        guard window.previous != nil || window.next != nil, !tableView.hasExpandedRows,
            tableView.numberOfSections <= Self.maxSections
        else { return nil }
        if !tableView.columns.isEmpty { count += 1 }
        let shown = Set(window.sections.map(\.section))
        for section in 0..<tableView.numberOfSections {
            let rowCount = tableView.numberOfRows(inSection: section)
            if rowCount == 0, tableView.original !== tableView { continue }
            if shown.contains(section) { sections[section] = count + 1 }
            let hasHeader = hasMoves(section) || tableView.headerView(forSection: section) != nil
            let hasFooter = tableView.footerView(forSection: section) != nil
            count += rowCount + (hasHeader ? 1 : 0) + (hasFooter ? 1 : 0)
        }
    }
}
