// The samples of docs/how-to/offer-sorting-and-search.md.
import CascadingTable

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
    func books(of query: TableQuery) async throws -> [Book]
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

private final class BookPages: CascadingBareTableDelegate {
    private let service: any SearchService
    private let books: [Book]
    private var answers: [TableQuery: TableView] = [:]

    init(_ service: any SearchService, _ books: [Book] = []) {
        self.service = service
        self.books = books
        super.init()
    }

    override func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? {
        if let answer = answers[query] { return answer }
        tableView.needs(
            .awaiting { [service] in
                let found = BookPages(service, try await service.books(of: query))
                self.answers[query] = TableView(root: found, answering: query, of: tableView)
            })
        return nil
    }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { books.count }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: books[indexPath.row].title)
    }

    override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        books[indexPath.row].title
    }
}
