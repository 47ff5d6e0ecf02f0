import CascadingTable

/// How the lines of a page are numbered from 1 among those the table would have on one page: the titles of the
/// columns, headers, rows and footers.
struct TableLines {
    private(set) var count = 0
    /// The number of each section's first line.
    private(set) var sections: [Int: Int] = [:]

    /// What stands above and below each section, by its place among those counted.
    private var edges: [Edges] = []

    private struct Edges: Equatable {
        var hasHeader: Bool
        var hasFooter: Bool

        @TableActor
        init(of section: Int, in tableView: TableView, hasMoves: Bool) {
            hasHeader = hasMoves || tableView.headerView(forSection: section) != nil
            hasFooter = tableView.footerView(forSection: section) != nil
        }
    }

    /// Headers and footers of more sections are not counted, for each has to be asked for.
    private static let maxSections = 1000

    /// Nil where the page has all lines, or nobody knows how many there are.
    @TableActor
    init?(of window: TableWindow, in tableView: TableView, hasMoves: (Int) -> Bool) {
        guard window.previous != nil || window.next != nil, !tableView.hasExpandedRows,
            tableView.numberOfSections <= Self.maxSections
        else { return nil }
        if !tableView.columns.isEmpty { count += 1 }
        let shown = Set(window.sections.map(\.section))
        let all =
            window.arrangement?.sections.map { ($0.section, $0.rows.count) }
            ?? (0..<tableView.numberOfSections).map { ($0, tableView.numberOfRows(inSection: $0)) }
        for (section, rowCount) in all {
            if shown.contains(section) { sections[section] = count + 1 }
            let own = Edges(of: section, in: tableView, hasMoves: hasMoves(section))
            edges.append(own)
            count += rowCount + (own.hasHeader ? 1 : 0) + (own.hasFooter ? 1 : 0)
        }
    }

    /// Whether as much stands above and below the sections of those rows as did, where all sections were counted in order.
    @TableActor
    func hold(forSectionsOf rows: [IndexPath], in tableView: TableView, hasMoves: (Int) -> Bool) -> Bool {
        var section = -1
        for row in rows where row.section != section {
            section = row.section
            guard section < edges.count,
                edges[section] == Edges(of: section, in: tableView, hasMoves: hasMoves(section))
            else { return false }
        }
        return true
    }
}
