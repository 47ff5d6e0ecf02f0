import CascadingTable

/// Ten thousand rows, of which a page is loaded when it is asked for and kept for the next reader.
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

/// A service that answers with a page of cafés after some time.
private struct CafeService: Sendable {
    let count = 10_000

    func cafes(_ numbers: Range<Int>) async throws -> [Cafe] {
        try await Task.sleep(for: .milliseconds(80))
        return numbers.clamped(to: 0..<count).map(Cafe.init)
    }
}

private final class CafeList: TableViewDataSource, TableViewDelegate {
    private let service = CafeService()
    private var pages: [Int: [Cafe]] = [:]
    private let pageSize = 100

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { service.count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let page = pages[indexPath.row / pageSize]
        guard let page, page.indices.contains(indexPath.row % pageSize) else {
            return TableViewCell(title: "Loading …", isEnabled: false)
        }
        let cafe = page[indexPath.row % pageSize]
        return TableViewCell(
            style: .value1, title: cafe.name, subtitle: "\(cafe.distance) km",
            image: GalleryImage.cup.image(cafe.number % 40))
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? { "\(indexPath.row)" }

    func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
        Int(identifier).map { IndexPath(row: $0, section: 0) }
    }

    func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? { 48 }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        let missing = Set(indexPaths.map { $0.row / pageSize }).filter { pages[$0] == nil }
        guard !missing.isEmpty else { return nil }
        return .awaiting { [service, pageSize, weak self] in
            for page in missing.sorted() {
                let cafes = try await service.cafes(page * pageSize..<(page + 1) * pageSize)
                self?.pages[page] = cafes
            }
        }
    }
}
