import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewAccessoryTests {
    private let row = RecordingTableDelegate()
    private let tableView: TableView

    init() {
        let section = CascadingSectionTableDelegate(childDelegates: [row])
        tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [section]))
    }

    private func tap(_ indexPath: IndexPath) async -> TableViewError.Code? {
        do { try await tableView.gestures.tapAccessory(forRowAt: indexPath) } catch {
            return (error as? TableViewError)?.code
        }
        return nil
    }

    @Test(arguments: [TableViewCell.Accessory.detail, .toggle(isOn: false), .toggle(isOn: true)])
    func `A button of its own is tapped`(accessory: TableViewCell.Accessory) async {
        row.answers.cell = TableViewCell(accessory: accessory)

        #expect(await tap([0, 0]) == nil)

        #expect(row.count(of: .accessoryButtonTapped) == 1)
        #expect(tableView.indexPathsForSelectedRows == [])
    }

    @Test(arguments: [TableViewCell.Accessory.none, .disclosure, .checkmark])
    func `A mark that is no button is not`(accessory: TableViewCell.Accessory) async {
        row.answers.cell = TableViewCell(accessory: accessory)

        #expect(await tap([0, 0]) == .notTappable)

        #expect(row.count(of: .accessoryButtonTapped) == 0)
    }

    @Test(arguments: [TableViewCell.Accessory.detail, .toggle(isOn: true)])
    func `A row that is not enabled refuses`(accessory: TableViewCell.Accessory) async {
        row.answers.cell = TableViewCell(accessory: accessory, isEnabled: false)

        #expect(await tap([0, 0]) == .disabled)

        #expect(row.count(of: .accessoryButtonTapped) == 0)
    }

    @Test(arguments: [[0, 1], [1, 0], [0, -1], [0], []] as [IndexPath])
    func `There is no accessory where there is no row`(indexPath: IndexPath) async {
        #expect(await tap(indexPath) == .noSuchRow)
    }
}
