import CascadingTable

/// The measured table: sections of rows. Each row is a delegate with a name, a state and a number.
@TableActor
final class ServedTable {
    let view: TableView
    private let rows: [CountingRow]
    private let change: Change
    private var changes = 0

    /// - Parameter count: The number of all rows, which are spread evenly over the sections.
    init(rows count: Int, sections: Int, change: Change) {
        let rows = (0..<count).map { CountingRow(number: $0 + 1, countsSelections: change == .selected) }
        let children = (0..<sections).map { index in
            let section = CascadingSectionTableDelegate(
                childDelegates: Array(rows[count * index / sections..<count * (index + 1) / sections]))
            section.headerTitle = "Section \(index + 1)"
            section.columns = [
                TableViewColumn("name", title: "Name"), TableViewColumn("state", title: "State"),
                TableViewColumn("weight", title: "Weight", alignment: .trailing),
            ]
            return section
        }
        view = TableView(title: "Numbers", root: CascadingRootTableDelegate(childDelegates: children))
        self.rows = rows
        self.change = change
    }

    /// Offers what a table of a type offers.
    func offerQueries() { view.queryOptions = [.sorting, .filtering, .searching] }

    /// Changes the table before a request. With ``Change/one``, changes the rows of the first page in turn.
    func prepareForRequest() {
        switch change {
        case .none, .selected: break
        case .one:
            rows[changes % min(rows.count, 100)].change(in: view)
            changes += 1
        case .all:
            for row in rows { row.gainWeight() }
            view.reloadData()
        }
    }
}
