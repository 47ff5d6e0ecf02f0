// The samples of docs/how-to/offer-sorting-and-search.md.
import CascadingTable
import TableDatabase
import Testing

@TableActor
private func offerQueries(_ tableView: TableView) {
    tableView.queryOptions = [.sorting, .searching]
}

private struct Book: Sendable {
    var title: String
    var year: Int64
}

private class BookList: CascadingBareTableDelegate {
    let books: [Book] = []

    override func columns(in tableView: TableView) -> [TableViewColumn] {
        [
            TableViewColumn("title", title: "Title"),
            TableViewColumn("year", title: "Year", alignment: .trailing, numberFormat: .plain),
        ]
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let book = books[indexPath.row]
        return TableViewCell(
            style: .columns, title: book.title,
            fields: [Field("title", .text(book.title)), Field("year", .integer(book.year))])
    }
}

private protocol SearchService: Sendable {
    func rows(matching words: [String], sortedBy column: String?) async throws -> [Int32]
}

private final class SearchedBookList: BookList {
    private let service: any SearchService

    init(_ service: any SearchService) {
        self.service = service
        super.init()
    }

    override func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? {
        .awaiting { [service] in
            try await service.rows(matching: query.words.map(String.init), sortedBy: query.sort.first?.column)
        }
    }
}

private func statement(for query: TableQuery, of owner: Int64) throws -> (sql: String, arguments: [SQLValue]) {
    let columns = [
        SQLColumn("id", .number, isNullable: false), SQLColumn("customer"), SQLColumn("total", .fixedPoint(2)),
        SQLColumn("placed", .timestamp),
    ]

    let sql = try query.sql(columns: columns, key: ["id"])
    let statement = "SELECT * FROM orders WHERE owner = ? AND \(sql.condition) ORDER BY \(sql.order) LIMIT 100"
    let arguments = [.integer(owner)] + sql.arguments

    return (statement, arguments)
}

@Suite struct OfferSortingAndSearchTests {
    @Test func `A query becomes SQL with arguments`() throws {
        let query = TableQuery(sort: [.init("total", isAscending: false)], filters: [.init("total", .gt, "9.5")])
        let (sql, arguments) = try statement(for: query, of: 7)
        #expect(
            sql == """
                SELECT * FROM orders WHERE owner = ? AND ((\"total\" > ? AND \"total\" < '')) \
                ORDER BY \"total\" DESC, \"id\" DESC LIMIT 100
                """)
        #expect(arguments == [.integer(7), .integer(950)])
    }
}
