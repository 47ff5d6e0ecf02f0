import CascadingTable
import TableStorage
import FoundationEssentials

/// A storage with one fault, or without a fault.
@TableActor
final class FaultyStorage: Storage {
    /// The faults. Each raw value is a part of the expected message.
    enum Fault: String, CaseIterable {
        case countsOneSectionMore = "The storage has 3 sections"
        case countsOneItemMore = "Section 0 has 3 items"
        case answersAnotherItem = "is x instead of a"
        case answersNoItem = "is nil instead of a"
        case answersPastTheEnd = "The position [0, 2] does not exist"
        case answersBelow = "The position [0, -1] does not exist"
        case answersInNoSection = "The position [-1, 0] does not exist"
        case answersForLongPaths = "The position [0, 0, 0] does not exist"
        case countsInNoSection = "Section -1 does not exist, but has 1 items"
        case hasHeaderInNoSection = "Section -1 does not exist, but has a header"
        case isNeverEmpty = "Section 0 has 1 items instead of 0"
        case tellsNobody = "No observer was notified"
        case tellsOfNothing = "Observers got an empty update"
        case tellsOfLess = "After the updates, observers have"
        case tellsOfAnotherItem = "The item at [0, 0] is not b"
        case tellsOfAnotherPlace = "There is no item at [0, 5]"
        case tellsTwoOfOnePlace = "Two items arrive at [0, 1]"
        case tellsOfAGap = "arrives at [0, 9]"
        case tellsOfNoSection = "There is no section 7"
        case holdsObservers = "holds an observer strongly"
        case tellsInTheWrongOrder = "notified were [\"second\", \"first\"]"
        case tellsTwice = "notified were [\"first\", \"second\", \"first\"]"
        case tellsTheRemoved = "notified were [\"the one that was removed\""
        case refusesNothing = "\"what cannot be\" did not throw"
        case changesWhatItRefuses = "\"what cannot be\" threw an error, but changed"
        case tellsWhatItRefuses = "\"what cannot be\" threw an error, but observers"
    }

    private var items: [[String]]
    private let fault: Fault?
    private var observers: [() -> (any StorageObserver<String>)?] = []

    init(_ items: [[String]], fault: Fault?) {
        self.items = items
        self.fault = fault
        if fault == .isNeverEmpty, items[0].isEmpty { self.items[0] = ["x"] }
    }

    /// Moves `a` behind `b` and adds `d`.
    func change() {
        items = [["b", "a", "d"], ["c"]]
        let change: StorageUpdate<String>.Change =
            switch fault {
            case .tellsOfAnotherItem: .moveItem("b", from: [0, 0], to: [0, 1])
            case .tellsOfAnotherPlace: .deleteItem("d", at: [0, 5])
            case .tellsTwoOfOnePlace: .insertItem("x", at: [0, 1])
            case .tellsOfAGap: .insertItem("x", at: [0, 9])
            case .tellsOfNoSection: .deleteSection(7, items: [])
            default: .insertItem("d", at: [0, 2])
            }
        let move = StorageUpdate<String>.Change.moveItem("a", from: [0, 0], to: [0, 1])
        switch fault {
        case .tellsNobody: break
        case .tellsOfNothing: tell(StorageUpdate())
        case .tellsOfLess: tell(StorageUpdate([change]))
        case .tellsOfAnotherItem: tell(StorageUpdate([change]))
        default: tell(StorageUpdate([move, change]))
        }
    }

    func refuse() throws {
        if fault == .changesWhatItRefuses { items.append([]) }
        if fault == .tellsWhatItRefuses { tell(StorageUpdate([.insertSection(2)])) }
        if fault != .refusesNothing { throw StorageError(.itemNotFound, "There is no such item.") }
    }

    private func tell(_ update: StorageUpdate<String>) {
        let observers = fault == .tellsInTheWrongOrder ? observers.reversed() : observers
        for observer in observers { observer()?.storageDidPerform(update) }
    }

    var numberOfSections: Int { fault == .countsOneSectionMore ? items.count + 1 : items.count }

    func numberOfItems(inSection section: Int) -> Int {
        guard items.indices.contains(section) else { return fault == .countsInNoSection ? 1 : 0 }
        return fault == .countsOneItemMore ? items[section].count + 1 : items[section].count
    }

    func item(at indexPath: IndexPath) -> String? {
        let section = indexPath.section, row = indexPath.row
        guard items.indices.contains(section) else { return fault == .answersInNoSection ? "x" : nil }
        guard indexPath.count == 2 || fault == .answersForLongPaths else { return nil }
        guard items[section].indices.contains(row) else {
            let isWrong = row < 0 ? fault == .answersBelow : fault == .answersPastTheEnd
            return indexPath.count == 2 && isWrong ? "x" : nil
        }
        switch fault {
        case .answersAnotherItem: return "x"
        case .answersNoItem: return nil
        default: return items[section][row]
        }
    }

    func headerModel(inSection section: Int) -> (any SupplementaryModel)? {
        fault == .hasHeaderInNoSection ? "x" : nil
    }
    func footerModel(inSection section: Int) -> (any SupplementaryModel)? { nil }

    func addObserver(_ observer: any StorageObserver<String>) {
        guard fault == .tellsTwice || !observers.contains(where: { $0() === observer }) else { return }
        if fault == .holdsObservers {
            observers.append { observer }
        } else {
            observers.append { [weak observer] in observer }
        }
    }

    func removeObserver(_ observer: any StorageObserver<String>) {
        if fault != .tellsTheRemoved { observers.removeAll { $0() === observer } }
    }
}
