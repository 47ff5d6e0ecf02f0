import CascadingTable

/// Ten thousand rows, loaded by pages. A request waits for its page, and starts to load the next page. Loaded pages
/// stay in memory for all visitors.
enum EndlessExample {
    @TableActor
    static func make() -> TableView {
        let cafes = CafeList()
        return TableView(title: "Ten thousand cafés", dataSource: cafes, delegate: cafes)
    }
}

private struct Cafe: Sendable {
    var number: Int
    var name: String { "Café \(Self.names[number % 7]) \(number + 1)" }
    var distance: Double { Double(number) / 10 }

    private static let names = ["Aurora", "Brink", "Cotton", "Dune", "Ember", "Fjord", "Grove"]
}

/// A service that returns a page of cafés after 300 ms.
private struct CafeService: Sendable {
    let count = 10_000
    let pageSize = 100

    func cafes(ofPage page: Int) async throws -> [Cafe] {
        try await Task.sleep(for: .milliseconds(300))
        return (page * pageSize..<(page + 1) * pageSize).clamped(to: 0..<count).map(Cafe.init)
    }
}

private final class CafeList: TableViewDataSource, TableViewDelegate {
    private let service = CafeService()
    private var pages: [Int: [Cafe]] = [:]
    private var loading: [Int: Task<Void, any Error>] = [:]

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { service.count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        guard let cafe = cafe(indexPath.row) else { return TableViewCell(title: "Loading …", isEnabled: false) }
        return TableViewCell(
            style: .value1, title: cafe.name, subtitle: "\(cafe.distance) km",
            image: GalleryImage.cup.image(cafe.number % 40))
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? { "\(indexPath.row)" }

    func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
        Int(identifier).map { IndexPath(row: $0, section: 0) }
    }

    func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? { 48 }

    func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }

    // MARK: Loading

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        let wanted = Set(indexPaths.map { $0.row / service.pageSize })
        let tasks = wanted.compactMap(load)
        if let last = wanted.max() { _ = load(last + 1) }
        guard !tasks.isEmpty else { return nil }
        return .awaiting {
            for task in tasks { try await task.value }
        }
    }

    /// Returns the task that loads a page, and starts it if needed. Nil for a page that is loaded or does not exist.
    private func load(_ page: Int) -> Task<Void, any Error>? {
        guard pages[page] == nil, page * service.pageSize < service.count else { return nil }
        if let task = loading[page] { return task }
        let task = Task {
            defer { loading[page] = nil }
            pages[page] = try await service.cafes(ofPage: page)
        }
        loading[page] = task
        return task
    }

    private func cafe(_ number: Int) -> Cafe? {
        guard let page = pages[number / service.pageSize] else { return nil }
        let row = number % service.pageSize
        return page.indices.contains(row) ? page[row] : nil
    }
}
