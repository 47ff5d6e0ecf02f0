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
