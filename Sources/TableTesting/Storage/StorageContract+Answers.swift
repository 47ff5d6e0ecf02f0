import CascadingTable
import TableStorage
import FoundationEssentials

extension StorageContract {
    /// Checks all counts and items, and that the storage returns nothing for invalid positions.
    func checkAnswers(of storage: Subject, areEmpty: Bool = false) throws(ContractViolation) {
        let items = areEmpty ? self.items.map { _ in [] } : self.items
        try require(
            storage.numberOfSections == items.count,
            "The storage has \(storage.numberOfSections) sections instead of \(items.count).")
        for (section, expected) in items.enumerated() {
            let count = storage.numberOfItems(inSection: section)
            try require(
                count == expected.count, "Section \(section) has \(count) items instead of \(expected.count).")
            for (row, expected) in expected.enumerated() {
                let item = storage.item(at: [section, row])
                try require(
                    item.map { areEqual($0, expected) } ?? false,
                    "The item at \([section, row]) is \(item.map { "\($0)" } ?? "nil") instead of \(expected).")
            }
            for row in [-1, expected.count, .min, .max] { try requireNothing(at: [section, row], of: storage) }
        }
        for section in [-1, items.count, .min, .max] {
            let count = storage.numberOfItems(inSection: section)
            try require(count == 0, "Section \(section) does not exist, but has \(count) items.")
            for row in [0, -1, 1] { try requireNothing(at: [section, row], of: storage) }
            try requireNoSupplements(inSection: section, of: storage)
        }
        for path: IndexPath in [[], [0], [0, 0, 0]] { try requireNothing(at: path, of: storage) }
    }

    private func requireNothing(at path: IndexPath, of storage: Subject) throws(ContractViolation) {
        guard let item = storage.item(at: path) else { return }
        throw ContractViolation("The position \(path) does not exist, but its item is \(item).")
    }

    private func requireNoSupplements(inSection section: Int, of storage: Subject) throws(ContractViolation) {
        guard let storage = storage as? any SupplementaryStorage<Item> else { return }
        try require(
            storage.headerModel(inSection: section) == nil && storage.footerModel(inSection: section) == nil,
            "Section \(section) does not exist, but has a header or footer.")
    }
}
