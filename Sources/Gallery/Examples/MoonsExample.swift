import CascadingTable

/// Rows from a service that may fail: loading and failure are states of the table, not of the page.
enum MoonsExample {
    @TableActor
    static func make() -> TableView {
        let moons = MoonList()
        let tableView = TableView(title: "Moons from a service", dataSource: moons, delegate: moons)
        tableView.refreshHandler = { await moons.load(in: $0) }
        return tableView
    }

    @TableActor
    static func makeDetail(_ name: String) async throws -> TableView? {
        guard let moon = try await MoonsService.shared.moons().first(where: { $0.name == name }) else { return nil }
        let section = CascadingSectionTableDelegate(childDelegates: [
            FactRow("Planet", moon.planet),
            FactRow("Mean radius", "\(moon.radius) km"),
            FactRow("Discovered", moon.discovered.map { "\($0)" } ?? "always known"),
            FactRow("Discovered by", moon.discoverer ?? "everybody"),
        ])
        return TableView(title: moon.name, root: CascadingRootTableDelegate(childDelegates: [section]))
    }
}

private final class MoonList: TableViewDataSource, TableViewDelegate {
    private enum State {
        case new
        case loaded([Moon])
        case failed(String)
    }

    private var state = State.new
    private var attempts = 0

    /// Every third time the service is asked where it is out of order.
    func load(in tableView: TableView) async {
        attempts += 1
        do {
            state = .loaded(try await MoonsService.shared.moons(isBroken: attempts % 3 == 0))
        } catch {
            state = .failed("\(error)")
        }
        tableView.reloadData()
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        if case .loaded(let moons) = state { moons.count } else { 1 }
    }

    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        if case .loaded = state { "Large moons" } else { nil }
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        switch state {
        case .new: TableViewCell(title: "Loading …", isEnabled: false)
        case .failed(let reason):
            TableViewCell(style: .subtitle, title: "The moons could not be loaded. Try again", subtitle: reason)
        case .loaded(let moons):
            TableViewCell(
                style: .value1, title: moons[indexPath.row].name, subtitle: moons[indexPath.row].planet,
                accessory: .disclosure, link: "\(moons[indexPath.row].name)/")
        }
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        if case .loaded(let moons) = state { moons[indexPath.row].name } else { "state" }
    }

    /// The first reader waits for the service; nobody does after a failure.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        guard case .new = state else { return nil }
        return .awaiting { [weak self, weak tableView] in
            if let tableView { await self?.load(in: tableView) }
        }
    }

    /// A touch on the row that tells of the failure tries again.
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        guard case .failed = state else { return }
        tableView.deselectRow(at: indexPath)
        state = .new
        tableView.reloadData()
    }
}
