import CascadingTable
import HTTPMessages
import HTTPTypes
import Synchronization

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

/// A moon, as the service returns it.
struct Moon: Sendable {
    var name: String
    var planet: String
    /// The mean radius in kilometres.
    var radius: Double
    /// The year of discovery and the discoverer; nil for the Moon.
    var discovered: Int?
    var discoverer: String?
}

/// A service that returns moons after 300 ms. Every third request for all moons fails, and so does the first request
/// for Charon.
final class MoonsService: Sendable {
    static let shared = MoonsService()
    private let requestsForAll = Atomic(0)
    private let requestsForCharon = Atomic(0)

    func moons() async throws -> [Moon] {
        try await Task.sleep(for: .milliseconds(300))
        if requestsForAll.add(1, ordering: .relaxed).newValue % 3 == 0 { throw MoonsError() }
        return Moon.all
    }

    func moon(named name: String) async throws -> Moon? {
        try await Task.sleep(for: .milliseconds(300))
        if name == "Charon", requestsForCharon.add(1, ordering: .relaxed).newValue == 1 { throw MoonsError() }
        return Moon.all.first { $0.name == name }
    }
}

struct MoonsError: Error, CustomStringConvertible {
    let description = "The telescope is closed when it rains."

    /// Returns a sentence for visitors: that of the service, and nothing of other errors, which are for the log.
    static func sentence(for error: any Error) -> String {
        (error as? MoonsError)?.description ?? "It cannot be reached."
    }
}

extension Moon {
    /// The moons, with mean radii and discoveries from the IAU and the fact sheets of NASA.
    static let all = [
        Moon(name: "Moon", planet: "Earth", radius: 1737.4),
        Moon(name: "Phobos", planet: "Mars", radius: 11.1, discovered: 1877, discoverer: "Asaph Hall"),
        Moon(name: "Deimos", planet: "Mars", radius: 6.2, discovered: 1877, discoverer: "Asaph Hall"),
        Moon(name: "Io", planet: "Jupiter", radius: 1821.6, discovered: 1610, discoverer: "Galileo Galilei"),
        Moon(name: "Europa", planet: "Jupiter", radius: 1560.8, discovered: 1610, discoverer: "Galileo Galilei"),
        Moon(name: "Ganymede", planet: "Jupiter", radius: 2634.1, discovered: 1610, discoverer: "Galileo Galilei"),
        Moon(name: "Callisto", planet: "Jupiter", radius: 2410.3, discovered: 1610, discoverer: "Galileo Galilei"),
        Moon(name: "Mimas", planet: "Saturn", radius: 198.2, discovered: 1789, discoverer: "William Herschel"),
        Moon(name: "Enceladus", planet: "Saturn", radius: 252.1, discovered: 1789, discoverer: "William Herschel"),
        Moon(name: "Tethys", planet: "Saturn", radius: 531.1, discovered: 1684, discoverer: "Giovanni Cassini"),
        Moon(name: "Dione", planet: "Saturn", radius: 561.4, discovered: 1684, discoverer: "Giovanni Cassini"),
        Moon(name: "Rhea", planet: "Saturn", radius: 763.8, discovered: 1672, discoverer: "Giovanni Cassini"),
        Moon(name: "Titan", planet: "Saturn", radius: 2574.7, discovered: 1655, discoverer: "Christiaan Huygens"),
        Moon(name: "Iapetus", planet: "Saturn", radius: 734.5, discovered: 1671, discoverer: "Giovanni Cassini"),
        Moon(name: "Miranda", planet: "Uranus", radius: 235.8, discovered: 1948, discoverer: "Gerard Kuiper"),
        Moon(name: "Ariel", planet: "Uranus", radius: 578.9, discovered: 1851, discoverer: "William Lassell"),
        Moon(name: "Umbriel", planet: "Uranus", radius: 584.7, discovered: 1851, discoverer: "William Lassell"),
        Moon(name: "Titania", planet: "Uranus", radius: 788.4, discovered: 1787, discoverer: "William Herschel"),
        Moon(name: "Oberon", planet: "Uranus", radius: 761.4, discovered: 1787, discoverer: "William Herschel"),
        Moon(name: "Triton", planet: "Neptune", radius: 1353.4, discovered: 1846, discoverer: "William Lassell"),
        Moon(name: "Charon", planet: "Pluto", radius: 606.0, discovered: 1978, discoverer: "James Christy"),
    ]
}
