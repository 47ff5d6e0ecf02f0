import Bytes
import CMicroHTTPD
import HTTPMessages
import Synchronization

/// The open connections of a server, for threads that do not own them.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// The number of connections from each address.
        var counts: [String: Int] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let stopping = Atomic<Bool>(false)

    /// Adds a connection. Returns whether it is the only one. After the grace period, it is terminated at once.
    func insert(_ connection: Connection) -> Bool {
        let (isFirst, isClosed) = state.locked { state in
            state.connections[ObjectIdentifier(connection)] = connection
            state.counts[connection.remoteAddress, default: 0] += 1
            return (state.connections.count == 1, state.isClosed)
        }
        if isClosed { connection.terminate() }
        return isFirst
    }

    /// Removes a connection. Returns whether it was the last connection of a stopping server.
    func remove(_ connection: Connection) -> Bool {
        let isLast = state.locked { state in
            state.connections[ObjectIdentifier(connection)] = nil
            let count = state.counts[connection.remoteAddress, default: 0]
            state.counts[connection.remoteAddress] = count > 1 ? count - 1 : nil
            return state.connections.isEmpty
        }
        return isLast && isStopping
    }

    /// Terminates all open and future connections.
    func terminateAll() {
        let connections = state.locked { state in
            state.isClosed = true
            return Array(state.connections.values)
        }
        for connection in connections { connection.terminate() }
    }

    /// The connections that are open now.
    var all: [Connection] { state.locked { Array($0.connections.values) } }

    /// The number of open connections.
    var count: Int { state.locked { $0.connections.count } }

    /// Returns whether another connection from an address is accepted.
    ///
    /// The last quarter of all connections is reserved for addresses with few connections. Otherwise a few addresses
    /// could take all of them.
    func hasPlace(for address: UnsafePointer<sockaddr>?, _ configuration: HTTPServer.Configuration) -> Bool {
        let limit = configuration.maxConnections
        guard !isStopping else { return false }
        guard count >= limit / 4 * 3, (1..<limit).contains(configuration.maxConnectionsPerAddress) else { return true }
        let address = Connection.text(of: address)
        return state.locked { $0.counts[address, default: 0] } < Self.fewConnections
    }

    /// The limit of connections from one address while only the last quarter is free.
    private static let fewConnections = 16

    /// A Boolean value that indicates whether the server has begun to stop. A connection then ends with its current
    /// request.
    var isStopping: Bool {
        get { stopping.load(ordering: .acquiring) }
        set { stopping.store(newValue, ordering: .releasing) }
    }
}
