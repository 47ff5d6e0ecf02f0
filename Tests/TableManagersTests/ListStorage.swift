import CascadingTable
import TableStorage
import FoundationEssentials

/// A storage of models in plain arrays. It notifies its observers only in `change`.
@TableActor
final class ListStorage<Item>: Storage {
    var sections: [[Item]]
    var headers: [Int: any SupplementaryModel] = [:]
    var footers: [Int: any SupplementaryModel] = [:]
    /// The number of requests for an item.
    private(set) var itemQuestions = 0
    private(set) var observers: [any StorageObserver<Item>] = []

    init(_ sections: [[Item]]) {
        self.sections = sections
    }

    var numberOfSections: Int { sections.count }

    func numberOfItems(inSection section: Int) -> Int {
        sections.indices.contains(section) ? sections[section].count : 0
    }

    func item(at indexPath: IndexPath) -> Item? {
        itemQuestions += 1
        guard indexPath.count == 2, sections.indices.contains(indexPath.section),
            sections[indexPath.section].indices.contains(indexPath.row)
        else { return nil }
        return sections[indexPath.section][indexPath.row]
    }

    func headerModel(inSection section: Int) -> (any SupplementaryModel)? { headers[section] }
    func footerModel(inSection section: Int) -> (any SupplementaryModel)? { footers[section] }

    func addObserver(_ observer: any StorageObserver<Item>) { observers.append(observer) }
    func removeObserver(_ observer: any StorageObserver<Item>) { observers.removeAll { $0 === observer } }

    /// Changes the sections and notifies the observers.
    func change(_ changes: [StorageUpdate<Item>.Change], _ body: (inout [[Item]]) -> Void) {
        body(&sections)
        for observer in observers { observer.storageDidPerform(StorageUpdate(changes)) }
    }
}
