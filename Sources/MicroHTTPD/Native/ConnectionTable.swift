import Synchronization

/// The connections there are, for those threads that do not own them.
final class ConnectionTable: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let stopping = Atomic<Bool>(false)

    /// Adds a connection; true when it is the only one. One that comes too late is terminated at once.
    func insert(_ connection: Connection) -> Bool {
        let (isFirst, isClosed) = state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = connection
            return (state.connections.count == 1, state.isClosed)
        }
        if isClosed { connection.terminate() }
        return isFirst
    }

    /// Removes a connection; true when the server is stopping and this was the last one.
    func remove(_ connection: Connection) -> Bool {
        let isLast = state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = nil
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

    /// Whether the server has begun to stop, so that a connection ends with its request.
    var isStopping: Bool {
        get { stopping.load(ordering: .acquiring) }
        set { stopping.store(newValue, ordering: .releasing) }
    }
}
