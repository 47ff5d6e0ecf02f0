/// The rows of a table that match a query, in the order of the query.
struct QueryResult: Sendable {
    /// The query that the rows match.
    let query: TableQuery
    /// The numbers of the matching rows, by section; missing for a section without such rows.
    private let sections: [Int: [Int32]]
    /// The number of matching rows in all sections.
    let count: Int

    init(_ query: TableQuery, sections: [(section: Int, rows: [Int32])]) {
        self.query = query
        self.sections = Dictionary(sections.lazy.filter { !$0.rows.isEmpty }.map { ($0.section, $0.rows) }) { $1 }
        count = sections.reduce(0) { $0 + $1.rows.count }
    }

    /// Returns the numbers of the matching rows of a section, in the order of the query.
    func rows(inSection section: Int) -> [Int32] { sections[section] ?? [] }
}
