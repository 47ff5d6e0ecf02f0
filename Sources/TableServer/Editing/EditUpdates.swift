import Bytes
import CascadingTable
import Synchronization

/// The tables with edited rows that have not been read again. They are read before the next request is answered, so that
/// edits need not wait for it.
final class EditUpdates: Sendable {
    private struct State {
        var tables: [ObjectIdentifier: TableView] = [:]
        /// The running update, which every later one waits for.
        var update: Task<Void, Never>?
        var count = 0
        /// The time that the last update took.
        var duration = Duration.zero
    }

    private let state = Mutex(State())
    /// The least time after which edited tables are read without a request, for the visitors who look at them.
    private static let delay = Duration.milliseconds(100)

    /// Notes that rows of a table were edited.
    func add(_ tableView: TableView) {
        let delay = state.locked { state -> Duration? in
            let isFirst = state.tables.isEmpty
            state.tables[ObjectIdentifier(tableView)] = tableView
            // Reading takes at most a tenth of the time.
            return isFirst ? max(Self.delay, state.duration * 10) : nil
        }
        guard let delay else { return }
        Task { [weak self] in
            try? await Task.sleep(for: delay)
            await self?.update()?.value
        }
    }

    /// Returns the task at whose end the tables have all edits that were answered until now; nil if they have them.
    func update() -> Task<Void, Never>? {
        state.locked { state in
            guard !state.tables.isEmpty else { return state.update }
            let (tables, earlier) = (state.tables.values.map { $0 }, state.update)
            state.tables = [:]
            state.count += 1
            let number = state.count
            state.update = Task { [weak self] in
                await earlier?.value
                let start = ContinuousClock.now
                // A table that cannot be read now tells so itself.
                for tableView in tables { await Self.update(tableView) }
                self?.state.locked { state in
                    state.duration = .now - start
                    if state.count == number { state.update = nil }
                }
            }
            return state.update
        }
    }

    @TableActor
    private static func update(_ tableView: TableView) async {
        try? await tableView.hosting.updateHandler?(tableView)
    }
}
