import Synchronization

/// Notes what happens on other threads and waits for it.
final class Recorder<Event: Sendable & Equatable>: Sendable {
    private let noted = Mutex<[Event]>([])

    var events: [Event] { noted.withLock { $0 } }

    func note(_ event: Event) { noted.withLock { $0.append(event) } }

    /// Whether the event has happened, now or within a minute.
    func waits(for event: Event) async throws -> Bool {
        for _ in 0..<6000 {
            if events.contains(event) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
