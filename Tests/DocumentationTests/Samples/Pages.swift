// The samples of pages that have one or two: anomalies, configuration, problems, query, security, write-cell-templates.
import CascadingTable
import Foundation
import HTTPTypes
import TableServer

private struct Post {
    var title: String
}

private func makeCell(of post: Post) -> TableViewCell {
    TableViewCell(style: "post", title: post.title)
}

private typealias Market = TableViewController

private func configureFromEnvironment() async {
    let environment = ProcessInfo.processInfo.environment
    await TableServer.main(configuration: try .init(environment: environment)) { server in
        server.mount("/", Market())
    }
}

private func configure() {
    var configuration = TableServer.Configuration()
    configuration.http.port = 9000
    configuration.pageSize = 50
    var server = TableServer(configuration: configuration)
    server.onListening { _ in }
}

@TableActor
private func offerQueries(_ tableView: TableView) {
    tableView.queryOptions = [.sorting, .filtering, .searching]
}

private struct SearchService: Sendable {
    func places(of query: TableQuery) async throws -> [Int32] { [] }
}

private let service = SearchService()

private final class Searched: TableViewDataSource {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }

    func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? {
        .awaiting { try await service.places(of: query) }
    }
}

@Sendable private func isSignedIn(_ request: Request) -> Bool { request.cookies["session"] != nil }

private func addLogin(to server: inout TableServer) {
    server.addMiddleware { request, next in
        let isOpen = ["/login", "/public"].contains(next.route(of: request))
        guard isOpen || isSignedIn(request) else { return .redirect(to: "/login") }
        return try await next(request)
    }
}

@TableActor
private func printAnomalies(of tableView: TableView) {
    tableView.anomalies.action = { anomaly in print(anomaly) }
}

private func refuse() throws {
    throw TableViewValidationError("name", "There is a dish of that name.")
}
