import CascadingTable
import TableStorage
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct StorageObserversTests {
    private typealias Observer = RecordingStorageObserver<String>
    private let observers = StorageObservers<String>()
    private let first = Observer()
    private let second = Observer()

    /// Returns an update that is recognizable by its number.
    private func update(_ number: Int) -> StorageUpdate<String> {
        StorageUpdate([.insertItem("\(number)", at: [0, number])])
    }

    @Test func `Each observer is told of each change in order, the one added first before the others`() {
        var order: [String] = []
        first.handler = { _ in order.append("first") }
        second.handler = { _ in order.append("second") }
        observers.add(first)
        observers.add(second)

        observers.send(update(1))
        observers.sendReload()
        observers.send(update(2))

        #expect(first.news == [.update(update(1)), .reload, .update(update(2))])
        #expect(second.news == first.news)
        #expect(order == ["first", "second", "first", "second", "first", "second"])
    }

    @Test func `An observer that is added twice is told once`() {
        observers.add(first)
        observers.add(first)
        observers.send(update(1))
        #expect(first.news == [.update(update(1))])
    }

    @Test func `An observer that was removed is told nothing more, even if it was added twice`() {
        observers.add(first)
        observers.add(first)
        observers.add(second)
        observers.remove(first)
        observers.send(update(1))
        #expect(first.news == [])
        #expect(second.news == [.update(update(1))])
    }

    @Test func `An empty update is not told`() {
        observers.add(first)
        observers.send(StorageUpdate())
        #expect(first.news == [])
    }

    @Test func `Observers are held weakly, and the others go on being told`() {
        weak var gone: Observer?
        do {
            let observer = Observer()
            gone = observer
            observers.add(observer)
        }
        observers.add(first)
        #expect(gone == nil)
        observers.send(update(1))
        #expect(first.news == [.update(update(1))])
    }

    // MARK: Observers that change the storage

    @Test func `One that changes the storage is told of that afterwards, and who was told already as well`() {
        var isInside = false
        second.handler = { news in
            #expect(!isInside)
            isInside = true
            if news == .update(update(1)) { observers.send(update(2)) }
            isInside = false
        }
        observers.add(first)
        observers.add(second)

        observers.send(update(1))

        #expect(first.news == [.update(update(1)), .update(update(2))])
        #expect(second.news == first.news)
    }

    @Test func `Who was not told yet when another changed the storage reloads in place of both`() {
        first.handler = { news in
            if news == .update(update(1)) { observers.send(update(2)) }
        }
        observers.add(first)
        observers.add(second)

        observers.send(update(1))
        observers.send(update(3))

        #expect(first.news == [.update(update(1)), .update(update(2)), .update(update(3))])
        #expect(second.news == [.reload, .update(update(3))])
    }

    @Test func `Observers may come and go while others are told`() {
        let late = Observer()
        first.handler = { _ in
            observers.remove(second)
            observers.remove(first)
            observers.add(late)
        }
        observers.add(first)
        observers.add(second)

        observers.send(update(1))
        observers.send(update(2))

        #expect(first.news == [.update(update(1))])
        #expect(second.news == [])
        #expect(late.news == [.update(update(2))])
    }
}
