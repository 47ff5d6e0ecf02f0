import CascadingTable
import HTTPTypes
import MicroHTTPD

/// Rows from a service that may fail: loading and failure are states of the table, shown by rows of their own.
enum MoonsExample {
    @TableActor
    static func make() -> TableView {
        let moons = MoonList()
        let tableView = TableView(title: "Rows from a slow service", dataSource: moons, delegate: moons)
        tableView.refreshHandler = { await moons.load(in: $0).value }
        return tableView
    }

    /// A page that cannot be made because of the service says so, and is made when the reader tries again.
    @TableActor
    static func makeDetail(_ name: String) async throws -> TableView? {
        let moon: Moon?
        do {
            moon = try await MoonsService.shared.moon(named: name)
        } catch {
            throw HTTPError(.badGateway, "The moon service failed: \(error)")
        }
        guard let moon else { return nil }
        let section = CascadingSectionTableDelegate(childDelegates: [
            FactRow("Planet", moon.planet),
            FactRow("Mean radius", "\(moon.radius) km"),
            FactRow("Discovered", moon.discovered.map { "\($0)" } ?? "in prehistory"),
            FactRow("Discovered by", moon.discoverer ?? "unknown"),
        ])
        return TableView(title: moon.name, root: CascadingRootTableDelegate(childDelegates: [section]))
    }
}

private final class MoonList: TableViewDataSource, TableViewDelegate {
    private enum State {
        case loading
        case loaded([Moon])
        case failed(String)
    }

    private var state = State.loading
    private var task: Task<Void, Never>?

    /// The first reader sees that the moons are being loaded, and does not wait for them.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        if case .loading = state { load(in: tableView) }
        return nil
    }

    /// Asks the service, once however many want to know; what was there stays until there is an answer.
    @discardableResult
    func load(in tableView: TableView) -> Task<Void, Never> {
        if let task { return task }
        let task = Task {
            do {
                state = .loaded(try await MoonsService.shared.moons())
            } catch {
                state = .failed("\(error)")
            }
            self.task = nil
            tableView.reloadData()
        }
        self.task = task
        return task
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        if case .loaded(let moons) = state { moons.count } else { 1 }
    }

    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        if case .loaded = state { "Large moons" } else { nil }
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        switch state {
        case .loading:
            TableViewCell(
                style: .subtitle, title: "Loading …", subtitle: "Press Refresh to wait for the moons.",
                image: GalleryIcon.hourglass.image(), isEnabled: false)
        case .failed(let reason):
            TableViewCell(
                style: .subtitle, title: "Loading failed. Try again", subtitle: reason,
                image: GalleryIcon.warning.image())
        case .loaded(let moons): Self.cell(of: moons[indexPath.row])
        }
    }

    private static func cell(of moon: Moon) -> TableViewCell {
        // Ganymede is the largest.
        let size = (moon.radius / 2634.1 * 100).rounded() / 100
        return TableViewCell(
            style: .value1, title: moon.name, subtitle: moon.planet, fields: [Field("Size", .progress(size))],
            accessory: .disclosure, to: "\(moon.name)/")
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        if case .loaded(let moons) = state { moons[indexPath.row].name } else { "state" }
    }

    /// A touch on the row that tells of the failure tries again.
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        guard case .failed = state else { return }
        tableView.deselectRow(at: indexPath)
        state = .loading
        tableView.reloadData()
    }
}
