import CascadingTable
import TableStorage
import FoundationEssentials
import Testing

/// Tests that errors name the invalid value and its place.
@TableActor
@Suite struct StorageErrorTests {
    private struct Account: Hashable {
        var password = "open sesame"
    }

    private struct Member: Hashable, Identifiable {
        var id: Int
        var password = "open sesame"
    }

    private enum Day: String { case monday }

    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "nothing"
        } catch let error as StorageError {
            return error.message.description
        } catch {
            return "\(error)"
        }
    }

    @Test func `A missing item is named`() throws {
        #expect(message { try MemoryStorage<String>().removeItem("a") } == "The storage has no item \"a\".")
        #expect(message { try MemoryStorage<Day>().removeItems([.monday]) } == "The storage has no item \"monday\".")
        let long = message { try MemoryStorage<String>().removeItem(String(repeating: "a", count: 1000)) }
        #expect(long.count < 120)
        var snapshot = DiffableSnapshot<String, Int>()
        #expect(message { try snapshot.deleteItems([7]) } == "The snapshot has no item \"7\".")
        #expect(message { try snapshot.deleteSections(["a"]) } == "The snapshot has no section \"a\".")
    }

    /// Visitors may see the message.
    @Test func `A model is not written out`() {
        #expect(
            message { try MemoryStorage<Account>().removeItem(Account()) }
                == "The storage has no item of the type Account.")
        #expect(message { try MemoryStorage<Member>().removeItem(Member(id: 3)) } == "The storage has no item \"3\".")
    }

    @Test func `Items of the same identity are named with their places`() throws {
        let storage = SingleSectionStorage<String>(id: \.self)
        #expect(
            message { try storage.setItems(["a", "b", "a"]) } == "The items at 0 and 2 have the same identity: \"a\".")
        var snapshot = DiffableSnapshot<String, Int>()
        try snapshot.appendSections(["one", "two"])
        try snapshot.appendItems([1, 2], toSection: "one")
        #expect(message { try snapshot.appendItems([3, 2]) } == "The item \"2\" is already in section 0, at 1.")
        #expect(message { try snapshot.appendItems([3, 3]) } == "The item \"3\" cannot be inserted twice.")
        #expect(message { try snapshot.appendSections(["two"]) } == "The section \"two\" is already there, at 1.")
        #expect(message { try snapshot.appendSections(["x", "x"]) } == "The section \"x\" cannot be inserted twice.")
        #expect(snapshot.itemIdentifiers == [1, 2] && snapshot.sectionIdentifiers == ["one", "two"])
    }

    @Test func `A place that is not there is named`() {
        let storage = MemoryStorage(items: [["a"]])
        #expect(message { try storage.deleteSections([4]) } == "There is no section 4. Number of sections: 1.")
        #expect(message { try storage.removeItem(at: [0, 5]) }.contains("[0, 5]"))
        #expect(message { try storage.insertItem("b", at: [0, 5]) }.contains("[0, 5]"))
        #expect(message { try storage.insertSection(at: 7) }.contains("at 7"))
    }
}
