@testable import CascadingTable
import FoundationEssentials

/// A table of records in sections, which counts how often a cell is requested.
@TableActor
final class RecordsTable: TableViewDataSource, TableViewDelegate {
    var sections: [[TableViewCell]]
    var columns: [TableViewColumn]
    /// The row orders by section that the data source returns, so that no cells are read.
    var orders: [Int: TableRowOrder] = [:]
    var isPersonal = false
    var isUnloaded = false
    private(set) var cellQuestions = 0

    init(_ sections: [[TableViewCell]], columns: [String] = ["name", "price", "note"]) {
        self.sections = sections
        self.columns = columns.map { TableViewColumn($0) }
    }

    /// Creates a record for each row of values.
    convenience init(values: [[FieldValue]]..., columns: [String] = ["name", "price", "note"]) {
        self.init(
            values.map { rows in
                rows.map { values in
                    TableViewCell(style: .columns, fields: zip(columns, values).map { Field($0, $1) })
                }
            }, columns: columns)
    }

    func shown(_ options: TableQueryOptions = .all) -> TableView {
        let tableView = TableView(dataSource: self, delegate: self)
        tableView.queryOptions = options
        return tableView
    }

    func numberOfSections(in tableView: TableView) -> Int { sections.count }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
    func columns(in tableView: TableView) -> [TableViewColumn] { columns }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        cellQuestions += 1
        if isPersonal { _ = tableView.session }
        return sections[indexPath.section][indexPath.row]
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        isUnloaded ? .awaiting {} : nil
    }

    func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? { orders[section] }
}

extension TableView {
    /// Returns the result, or nil if it must be awaited.
    func arranged(_ query: TableQuery) throws -> QueryResult? {
        if case .ready(let arrangement) = try arrangement(for: query) { arrangement } else { nil }
    }

    /// Returns the places of the matching rows in the first section.
    func places(_ query: TableQuery) throws -> [Int32]? {
        try arranged(query)?.rows(inSection: 0) ?? []
    }
}
