import Synchronization

/// A recorder of events on other threads, which can wait for an event.
final class Recorder<Event: Sendable & Equatable>: Sendable {
    private let noted = Mutex<[Event]>([])

    var events: [Event] { noted.withLock { $0 } }

    func note(_ event: Event) { noted.withLock { $0.append(event) } }

    /// Returns true when the event has happened, or false after a minute.
    func waits(for event: Event) async throws -> Bool {
        for _ in 0..<6000 {
            if events.contains(event) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
