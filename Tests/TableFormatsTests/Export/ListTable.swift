import CascadingTable

/// A table of named rows in sections, which announces each insertion and deletion.
@TableActor
final class ListTable: TableViewDataSource {
    var sections: [[String]]
    /// If true, the names are the rows' identifiers.
    var isNamed = true
    /// A closure that runs after a cell is requested.
    var onCell: (_ row: Int) -> Void = { _ in }
    /// A closure that returns the work to load rows.
    var prefetch: ([IndexPath]) -> TablePrefetch? = { _ in nil }
    let tableView = TableView(title: "List")

    init(_ sections: [[String]]) {
        self.sections = sections
        tableView.dataSource = self
    }

    /// Returns the names for a range of numbers.
    static func names(_ numbers: Range<Int>) -> [String] { numbers.map { "row \($0)" } }

    func insert(_ name: String, at indexPath: IndexPath) {
        sections[indexPath.section].insert(name, at: indexPath.row)
        tableView.insertRows(at: [indexPath])
    }

    func delete(at indexPath: IndexPath) {
        sections[indexPath.section].remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath])
    }

    func numberOfSections(in tableView: TableView) -> Int { sections.count }

    func columns(in tableView: TableView) -> [TableViewColumn] { [TableViewColumn("name")] }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        defer { onCell(indexPath.row) }
        return TableViewCell(
            style: .columns, fields: [Field("name", .text(sections[indexPath.section][indexPath.row]))])
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        isNamed ? sections[indexPath.section][indexPath.row] : nil
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        prefetch(indexPaths)
    }
}
