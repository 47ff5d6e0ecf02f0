import TableStorage
import CascadingTable

extension StorageContract {
    /// Checks that each observer is notified of a change once, in the order in which the observers were added.
    func checkObservers(during change: Operation) async throws {
        let storage = try await make(items)
        var told: [String] = []
        func observer(_ name: String) -> RecordingStorageObserver<Item> {
            let observer = RecordingStorageObserver<Item>()
            observer.handler = { _ in told.append(name) }
            storage.addObserver(observer)
            return observer
        }
        let removed = observer("the one that was removed")
        let first = observer("first")
        weak let gone = observer("the one that is gone")
        let second = observer("second")
        storage.addObserver(first)
        storage.removeObserver(removed)
        try require(gone == nil, "The storage holds an observer strongly.")

        try await change(storage)

        let times = first.news.count
        try require(
            told == (0..<times).flatMap { _ in ["first", "second"] },
            "The observers [\"first\", \"second\"] should be notified in turn, but notified were \(told).")
        withExtendedLifetime((removed, second)) {}
    }
}
