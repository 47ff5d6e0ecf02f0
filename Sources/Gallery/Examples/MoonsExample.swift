import CascadingTable
import HTTPTypes
import MicroHTTPD

/// Rows from a service that may fail. A row shows that the service is loading or has failed.
enum MoonsExample {
    @TableActor
    static func make() -> TableView {
        let moons = MoonList()
        let tableView = TableView(title: "Rows from a slow service", dataSource: moons, delegate: moons)
        tableView.refreshHandler = { await moons.load(in: $0).value }
        return tableView
    }

    /// Makes the page of a moon. If the service fails, the visitor gets status 502 and can try again.
    @TableActor
    static func makeDetail(_ name: String) async throws -> TableView? {
        let moon: Moon?
        do {
            moon = try await MoonsService.shared.moon(named: name)
        } catch {
            throw HTTPError(.badGateway, "The moon service failed: \(MoonsError.sentence(for: error))")
        }
        guard let moon else { return nil }
        let section = CascadingSectionTableDelegate(childDelegates: [
            CellRow("Planet", moon.planet),
            CellRow("Mean radius", "\(moon.radius) km"),
            CellRow("Discovered", moon.discovered.map { "\($0)" } ?? "in prehistory"),
            CellRow("Discovered by", moon.discoverer ?? "unknown"),
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

    /// Starts loading. It returns nil, so the first visitor does not wait and sees the row `Loading …`.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        if case .loading = state { load(in: tableView) }
        return nil
    }

    /// Asks the service, unless a request is under way. The old rows stay until the response.
    @discardableResult
    func load(in tableView: TableView) -> Task<Void, Never> {
        if let task { return task }
        let task = Task {
            do {
                state = .loaded(try await MoonsService.shared.moons())
            } catch {
                state = .failed(MoonsError.sentence(for: error))
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

    /// Loads again when a visitor presses the row that shows the failure.
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        guard case .failed = state else { return }
        tableView.deselectRow(at: indexPath)
        state = .loading
        tableView.reloadData()
    }
}
