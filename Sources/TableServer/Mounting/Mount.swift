import CascadingTable
import MicroHTTPD
import OrderedCollections
import Synchronization

/// A path of the server and the tables found there: one, or one for each value of the path's parameters.
final class Mount: Sendable {
    typealias Resolver = @Sendable (PathParameters) async throws -> TableView?

    let path: RoutePath
    private let resolver: Resolver?
    private let tables: Mutex<OrderedDictionary<[String], MountedTable>>
    /// The most tables of one path that are kept open.
    private let capacity = 128

    init(_ path: RoutePath, _ tableView: TableView) {
        self.path = path
        resolver = nil
        tables = Mutex([[]: MountedTable(tableView)])
    }

    init(_ path: RoutePath, resolver: @escaping Resolver) {
        self.path = path
        self.resolver = resolver
        tables = Mutex([:])
    }

    /// The table of those parameters when it is open.
    func openTable(_ parameters: PathParameters) -> MountedTable? {
        let key = key(parameters)
        return tables.withLock { tables in
            guard let index = tables.index(forKey: key) else { return nil }
            guard resolver != nil, tables.count > capacity / 2 else { return tables.values[index] }
            let table = tables.remove(at: index).value
            tables[key] = table
            return table
        }
    }

    /// Opens the table of those parameters; nil when there is none.
    func resolveTable(_ parameters: PathParameters) async throws -> MountedTable? {
        guard let tableView = try await resolver?(parameters) else { return nil }
        let opened = MountedTable(tableView)
        let key = key(parameters)
        return tables.withLock { tables in
            // Another request may have opened it meanwhile, and may have been answered from it.
            if let table = tables[key] { return table }
            if tables.count >= capacity { tables.removeFirst() }
            tables[key] = opened
            return opened
        }
    }

    private func key(_ parameters: PathParameters) -> [String] {
        path.components.compactMap { component in
            guard case .parameter(let name, _) = component else { return nil }
            return parameters[name] ?? ""
        }
    }
}
