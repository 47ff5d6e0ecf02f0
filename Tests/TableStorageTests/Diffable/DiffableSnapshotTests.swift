import CascadingTable
import TableStorage
import Testing

@Suite struct DiffableSnapshotTests {
    private typealias Snapshot = DiffableSnapshot<String, Int>

    /// Returns a snapshot with the sections A (1, 2, 3), B (4) and C (empty).
    private func snapshot() throws -> Snapshot {
        var snapshot = Snapshot()
        try snapshot.appendSections(["A", "B", "C"])
        try snapshot.appendItems([1, 2, 3], toSection: "A")
        try snapshot.appendItems([4], toSection: "B")
        return snapshot
    }

    private func text(_ snapshot: Snapshot) -> String {
        snapshot.sectionIdentifiers.map { section in
            section + snapshot.itemIdentifiers(inSection: section).map(String.init).joined()
        }.joined(separator: " ")
    }

    @Test func `A snapshot answers what it holds`() throws {
        let snapshot = try snapshot()
        #expect(text(snapshot) == "A123 B4 C")
        #expect(snapshot.numberOfSections == 3)
        #expect(snapshot.numberOfItems == 4)
        #expect(snapshot.itemIdentifiers == [1, 2, 3, 4])
        #expect(["A", "C", "X"].map(snapshot.numberOfItems(inSection:)) == [3, 0, 0])
        #expect(snapshot.sectionIdentifier(containingItem: 4) == "B")
        #expect(snapshot.sectionIdentifier(containingItem: 5) == nil)
        #expect(snapshot.indexOfSection("B") == 1)
        #expect(snapshot.indexOfSection("X") == nil)
        #expect([1, 3, 4, 5].map(snapshot.indexOfItem) == [0, 2, 3, nil])
    }

    private typealias Change = (inout Snapshot) throws -> Void

    @Test func `Each change does what it is named for`() throws {
        let cases: [(String, Change)] = [
            ("A123 B4 C X Y", { try $0.appendSections(["X", "Y"]) }),
            ("A123 X Y B4 C", { try $0.insertSections(["X", "Y"], beforeSection: "B") }),
            ("A123 B4 X Y C", { try $0.insertSections(["X", "Y"], afterSection: "B") }),
            ("A123", { try $0.deleteSections(["C", "B", "C"]) }),
            ("B4 A123 C", { try $0.moveSection("A", beforeSection: "C") }),
            ("B4 C A123", { try $0.moveSection("A", afterSection: "C") }),
            ("C A123 B4", { try $0.moveSection("C", beforeSection: "A") }),
            ("A123 C B4", { try $0.moveSection("C", afterSection: "A") }),
            ("A123 B4 C", { try $0.moveSection("B", afterSection: "B") }),
            ("A123 B4 C56", { try $0.appendItems([5, 6]) }),
            ("A12356 B4 C", { try $0.appendItems([5, 6], toSection: "A") }),
            ("A15623 B4 C", { try $0.insertItems([5, 6], beforeItem: 2) }),
            ("A12563 B4 C", { try $0.insertItems([5, 6], afterItem: 2) }),
            ("A2 B C", { try $0.deleteItems([4, 1, 3, 4]) }),
            ("", { $0.deleteAllItems() }),
            ("A213 B4 C", { try $0.moveItem(1, beforeItem: 3) }),
            ("A231 B4 C", { try $0.moveItem(1, afterItem: 3) }),
            ("A312 B4 C", { try $0.moveItem(3, beforeItem: 1) }),
            ("A12 B34 C", { try $0.moveItem(3, beforeItem: 4) }),
            ("A1423 B C", { try $0.moveItem(4, afterItem: 1) }),
            ("A123 B4 C", { try $0.moveItem(2, beforeItem: 2) }),
            ("A123 B4 C", { try $0.reloadItems([1, 4]) }),
        ]
        for (expected, change) in cases {
            var changed = try snapshot()
            try change(&changed)
            #expect(text(changed) == expected)
            #expect(changed.numberOfItems == changed.itemIdentifiers.count)
            for section in changed.sectionIdentifiers {
                for item in changed.itemIdentifiers(inSection: section) {
                    #expect(changed.sectionIdentifier(containingItem: item) == section)
                }
            }
        }
    }

    @Test func `What cannot be done throws its reason and has changed nothing`() throws {
        let cases: [(StorageError.Code, Change)] = [
            (.duplicateSection, { try $0.appendSections(["X", "B"]) }),
            (.duplicateSection, { try $0.appendSections(["X", "X"]) }),
            (.duplicateSection, { try $0.insertSections(["A"], beforeSection: "A") }),
            (.sectionNotFound, { try $0.insertSections(["Y"], beforeSection: "X") }),
            (.sectionNotFound, { try $0.insertSections(["Y"], afterSection: "X") }),
            (.sectionNotFound, { try $0.deleteSections(["A", "X"]) }),
            (.sectionNotFound, { try $0.moveSection("A", beforeSection: "X") }),
            (.sectionNotFound, { try $0.moveSection("X", afterSection: "A") }),
            (.sectionNotFound, { try $0.reloadSections(["A", "X"]) }),
            (.sectionNotFound, { try $0.appendItems([5], toSection: "X") }),
            (.duplicateItem, { try $0.appendItems([5, 4], toSection: "A") }),
            (.duplicateItem, { try $0.appendItems([5, 5]) }),
            (.duplicateItem, { try $0.insertItems([5, 1], beforeItem: 4) }),
            (.itemNotFound, { try $0.insertItems([5], beforeItem: 6) }),
            (.itemNotFound, { try $0.insertItems([5], afterItem: 6) }),
            (.itemNotFound, { try $0.deleteItems([1, 5]) }),
            (.itemNotFound, { try $0.moveItem(1, beforeItem: 5) }),
            (.itemNotFound, { try $0.moveItem(5, afterItem: 1) }),
            (.itemNotFound, { try $0.reloadItems([1, 5]) }),
        ]
        for (index, (code, change)) in cases.enumerated() {
            var changed = try snapshot()
            let error = #expect(throws: StorageError.self) { try change(&changed) }
            #expect(error?.code == code, "\(index)")
            #expect(text(changed) == "A123 B4 C", "\(index)")
            #expect(changed.numberOfItems == 4, "\(index)")
            #expect(changed.reloadedItemIdentifiers == [], "\(index)")
            #expect(changed.reloadedSectionIdentifiers == [], "\(index)")
        }
        var empty = Snapshot()
        let error = #expect(throws: StorageError.self) { try empty.appendItems([1]) }
        #expect(error?.code == .sectionNotFound)
    }

    @Test func `What is reloaded is known until it goes`() throws {
        var snapshot = try snapshot()
        try snapshot.reloadItems([1, 4])
        try snapshot.reloadItems([2])
        try snapshot.reloadSections(["A", "C"])
        #expect(snapshot.reloadedItemIdentifiers == [1, 2, 4])
        #expect(snapshot.reloadedSectionIdentifiers == ["A", "C"])
        try snapshot.deleteItems([1])
        try snapshot.deleteSections(["B", "C"])
        #expect(snapshot.reloadedItemIdentifiers == [2])
        #expect(snapshot.reloadedSectionIdentifiers == ["A"])
    }
}
