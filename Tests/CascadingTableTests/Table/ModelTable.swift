import CascadingTable
import FoundationEssentials

/// A table over plain arrays, which counts questions and collects anomalies.
@TableActor
final class ModelTable: TableViewDataSource, TableViewDelegate {
    /// The names of the rows of each section.
    var sections: [[String]]
    /// The height of each row by name. Rows without an entry have an automatic height.
    var heights: [String: Height] = [:]
    var uniformHeights: [Int: Height] = [:]
    var headers: [Int: Height] = [:]
    var footers: [Int: Height] = [:]

    private(set) var sectionQuestions = 0
    private(set) var rowQuestions: [Int: Int] = [:]
    private(set) var heightQuestions = 0
    private(set) var anomalies: [Anomaly] = []
    let tableView = TableView()

    /// Counts that replace those of `sections`.
    var countOfSections: Int?
    var countOfRows: [Int: Int] = [:]

    init(_ sections: [[String]]) {
        self.sections = sections
        tableView.anomalies.action = { [weak self] in self?.anomalies.append($0) }
    }

    /// Creates a table whose sections have these numbers of rows. The rows are named by their first place.
    convenience init(counts: [Int]) {
        self.init(counts.enumerated().map { section, count in (0..<count).map { "\(section)-\($0)" } })
    }

    /// Returns the table, after making this model its data source and delegate.
    func shown() -> TableView {
        tableView.dataSource = self
        tableView.delegate = self
        return tableView
    }

    var counts: [Int] {
        (0..<tableView.numberOfSections).map(tableView.numberOfRows(inSection:))
    }

    func forgetAnomalies() { anomalies = [] }

    func numberOfSections(in tableView: TableView) -> Int {
        sectionQuestions += 1
        return countOfSections ?? sections.count
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        rowQuestions[section, default: 0] += 1
        return countOfRows[section] ?? sections[section].count
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: name(at: indexPath))
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? { name(at: indexPath) }

    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        headers[section] == nil ? nil : "header"
    }

    func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        footers[section] == nil ? nil : "footer"
    }

    func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height { headers[section] ?? 0 }
    func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height { footers[section] ?? 0 }

    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        heightQuestions += 1
        return name(at: indexPath).flatMap { heights[$0] } ?? .automatic
    }

    func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? {
        uniformHeights[section]
    }

    private func name(at indexPath: IndexPath) -> String? {
        guard sections.indices.contains(indexPath.section), sections[indexPath.section].indices.contains(indexPath.row)
        else { return nil }
        return sections[indexPath.section][indexPath.row]
    }
}
