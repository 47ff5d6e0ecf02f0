// The samples of docs/how-to/load-rows-from-a-service.md.
import CascadingTable
import HTTPTypes
import Logging
import TableServer

private struct Cafe: Sendable {
    var id: Int
    var name: String
}

private protocol CafeService: Sendable {
    var count: Int { get }
    func cafes(in rows: Range<Int>) async throws -> [Cafe]
}

private final class CafeList: TableViewDataSource {
    private let service: any CafeService
    private var cafes: [Int: Cafe] = [:]

    init(_ service: any CafeService) {
        self.service = service
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { service.count }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        let missing = indexPaths.map(\.row).filter { cafes[$0] == nil }
        guard let first = missing.min(), let last = missing.max() else { return nil }
        return .awaiting {
            for (row, cafe) in zip(first..., try await self.service.cafes(in: first..<last + 1)) {
                self.cafes[row] = cafe
            }
        }
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: cafes[indexPath.row]?.name ?? "Not found")
    }

    func refresh(_ tableView: TableView) {
        tableView.refreshHandler = { [weak self] tableView in
            self?.cafes = [:]
            tableView.reloadData()
        }
    }
}

private final class PhotoList: TableViewDataSource {
    private var photos: [Int: String] = [:]
    private var tasks: [Int: Task<Void, Never>] = [:]

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 12 }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: photos[indexPath.row] ?? "Loading …")
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        for indexPath in indexPaths where photos[indexPath.row] == nil && tasks[indexPath.row] == nil {
            tasks[indexPath.row] = Task {
                photos[indexPath.row] = await photo(indexPath.row)
                tasks[indexPath.row] = nil
                tableView.reloadRows(at: [indexPath])
            }
        }
        return nil
    }

    private func photo(_ number: Int) async -> String { "Photo \(number)" }
}

private final class SharedLoad {
    private let cafes: [Int: Cafe] = [:]
    private var loading: [Int: Task<Void, any Error>] = [:]

    @TableActor
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        for indexPath in indexPaths { loading.removeValue(forKey: indexPath.row)?.cancel() }
    }
}

private func loaded(_ service: any CafeService, _ logger: Logger) async throws {
    do {
        _ = try await service.cafes(in: 0..<10)
    } catch {
        logger.error("The list of cafés cannot be read: \(error)")
        throw HTTPError(.badGateway, "The list of cafés cannot be read now. Try again in a minute.")
    }
}

private struct ServiceClosed: VisitorFacingError {
    let kind = TableViewError.Kind.unavailable
    let message: LocalizedMessage = "The list of cafés is closed until 6:00. Try again later."
}

private func configure() {
    var configuration = TableServer.Configuration()
    configuration.loadingTimeout = .seconds(5)
}
