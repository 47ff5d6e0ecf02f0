import CascadingTable
import MicroHTTPD
import Synchronization

/// A path with its tables: one table, or one for each combination of the path's parameters.
final class Mount: Sendable {
    typealias Resolver = @Sendable (PathParameters) async throws -> TableView?

    let path: RoutePath
    private let resolver: Resolver?
    /// The table of a path without parameters.
    private let table: MountedTable?
    private let state: Mutex<State>
    /// The limit of tables that stay open.
    private let capacity = 128

    private struct State {
        /// The open tables, by the values of the path's parameters.
        var open = LRUCache<[String], MountedTable>()
        var opening: [[String]: Task<MountedTable?, any Error>] = [:]
    }

    init(_ path: RoutePath, _ tableView: TableView) {
        self.path = path
        resolver = nil
        let table = MountedTable(tableView)
        self.table = table
        var open = LRUCache<[String], MountedTable>()
        open.insert(table, for: [])
        state = Mutex(State(open: open))
    }

    init(_ path: RoutePath, resolver: @escaping Resolver) {
        self.path = path
        self.resolver = resolver
        table = nil
        state = Mutex(State())
    }

    /// Returns the table for the parameters, if it is open.
    func openTable(_ parameters: PathParameters) -> MountedTable? {
        if let table { return table }
        let key = key(parameters)
        return state.withLock { $0.open.value(for: key) }
    }

    /// Returns the table for the parameters, and opens it if needed; nil if the resolver returns nil.
    func findTable(_ parameters: PathParameters) async throws -> MountedTable? {
        if let table = openTable(parameters) { return table }
        return try await resolveTable(parameters)
    }

    /// The open tables with their paths.
    var openTables: [(path: String, table: MountedTable)] {
        state.withLock { state in
            state.open.elements.map { values, table in
                var values = values[...]
                let segments = path.components.map { component in
                    switch component {
                    case .literal(let text): text
                    case .parameter(_, let suffix), .index(_, let suffix): (values.popFirst() ?? "") + suffix
                    }
                }
                return (path: "/" + segments.map { "\($0)/" }.joined(), table: table)
            }
        }
    }

    /// Opens the table for the parameters, once for all requests that wait for it; nil if the resolver returns nil.
    func resolveTable(_ parameters: PathParameters) async throws -> MountedTable? {
        guard let resolver else { return nil }
        let key = key(parameters)
        let opening = state.withLock { state -> Task<MountedTable?, any Error> in
            if let table = state.open.value(for: key) { return Task { table } as Task<MountedTable?, any Error> }
            if let opening = state.opening[key] { return opening }
            let opening = Task { [self] in
                let table: MountedTable?
                do {
                    table = try await resolver(parameters).map(MountedTable.init)
                } catch {
                    finish(key, nil)
                    throw error
                }
                finish(key, table)
                return table
            }
            state.opening[key] = opening
            return opening
        }
        return try await opening.value
    }

    private func finish(_ key: [String], _ table: MountedTable?) {
        state.withLock { state in
            state.opening[key] = nil
            guard let table else { return }
            state.open.insert(table, for: key)
            if state.open.count > capacity { state.open.removeOldest()?.close() }
        }
    }

    private func key(_ parameters: PathParameters) -> [String] {
        path.components.compactMap(\.name).map { parameters[$0] ?? "" }
    }
}
