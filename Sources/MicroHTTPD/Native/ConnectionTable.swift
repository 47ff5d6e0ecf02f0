import Synchronization

/// The connections there are, for those threads that do not own them.
final class ConnectionTable: Sendable {
    private let connections = Mutex<[ObjectIdentifier: Connection]>([:])
    private let stopping = Atomic<Bool>(false)

    /// Adds a connection; true when it is the only one.
    func insert(_ connection: Connection) -> Bool {
        connections.withLock { connections in
            connections[ObjectIdentifier(connection)] = connection
            return connections.count == 1
        }
    }

    /// Removes a connection; true when the server is stopping and this was the last one.
    func remove(_ connection: Connection) -> Bool {
        let isLast = connections.withLock { connections in
            connections[ObjectIdentifier(connection)] = nil
            return connections.isEmpty
        }
        return isLast && isStopping
    }

    /// The connections of this moment.
    var all: [Connection] { connections.withLock { Array($0.values) } }

    /// How many there are.
    var count: Int { connections.withLock { $0.count } }

    /// Whether the server has begun to stop, so that a connection ends with its request.
    var isStopping: Bool {
        get { stopping.load(ordering: .acquiring) }
        set { stopping.store(newValue, ordering: .releasing) }
    }
}
