import CMicroHTTPD
import Synchronization

/// The connections there are, for those threads that do not own them.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// The number of connections from each address.
        var counts: [String: Int] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let stopping = Atomic<Bool>(false)

    /// Adds a connection; true when it is the only one. One that comes too late is terminated at once.
    func insert(_ connection: Connection) -> Bool {
        let (isFirst, isClosed) = state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = connection
            state.counts[connection.remoteAddress, default: 0] += 1
            return (state.connections.count == 1, state.isClosed)
        }
        if isClosed { connection.terminate() }
        return isFirst
    }

    /// Removes a connection; true when the server is stopping and this was the last one.
    func remove(_ connection: Connection) -> Bool {
        let isLast = state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = nil
            let count = state.counts[connection.remoteAddress, default: 0]
            state.counts[connection.remoteAddress] = count > 1 ? count - 1 : nil
            return state.connections.isEmpty
        }
        return isLast && isStopping
    }

    /// Terminates all connections, and those still to come.
    func terminateAll() {
        let connections = state.withLock { state in
            state.isClosed = true
            return Array(state.connections.values)
        }
        for connection in connections { connection.terminate() }
    }

    /// The connections of this moment.
    var all: [Connection] { state.withLock { Array($0.connections.values) } }

    /// How many there are.
    var count: Int { state.withLock { $0.connections.count } }

    /// Whether one more is accepted from that address.
    ///
    /// The last quarter of the places is for addresses with few connections. Otherwise a few addresses could take them all.
    func hasPlace(for address: UnsafePointer<sockaddr>?, _ configuration: HTTPServer.Configuration) -> Bool {
        let limit = configuration.maxConnections
        guard !isStopping else { return false }
        guard count >= limit / 4 * 3, (1..<limit).contains(configuration.maxConnectionsPerAddress) else { return true }
        let address = Connection.text(of: address)
        return state.withLock { $0.counts[address, default: 0] } < Self.fewConnections
    }

    /// The most connections of an address while most places are taken.
    private static let fewConnections = 16

    /// Whether the server has begun to stop, so that a connection ends with its request.
    var isStopping: Bool {
        get { stopping.load(ordering: .acquiring) }
        set { stopping.store(newValue, ordering: .releasing) }
    }
}
