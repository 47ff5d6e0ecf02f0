import CascadingTable
import TableModels
import FoundationEssentials
import Testing

/// Tests which handler is chosen for a view, and what it receives with each event.
@TableActor
@Suite struct EventHandlerTests {
    private final class RecordingModel: CellModel {
        var log: [String] = []
        var veto = false
    }

    private final class RecordingHandler: CellEventHandler<RecordingModel> {
        var number = 0

        private func record(_ event: String) {
            number += 1
            model.log.append("\(event) \(indexPath.section).\(indexPath.row) \(view.title ?? "-")")
        }

        override func willReuseView() {
            number += 1
            view.title = "filled \(number)"
            view.accessory = .detail
        }
        override func willDisplayView() { record("willDisplay") }
        override func didEndDisplayingView() { record("didEndDisplaying") }
        override func accessoryButtonTapped() { record("accessory") }
        override func shouldHighlightView() -> Bool {
            record("shouldHighlight")
            return true
        }
        override func didHighlightView() { record("didHighlight") }
        override func didUnhighlightView() { record("didUnhighlight") }
        override func willSelectView() -> IndexPath? {
            record("willSelect")
            return model.veto ? nil : indexPath
        }
        override func willDeselectView() -> IndexPath? {
            record("willDeselect")
            return model.veto ? nil : indexPath
        }
        override func didSelectView() { record("didSelect") }
        override func didDeselectView() { record("didDeselect") }
        override func willBeginEditing() { record("willBeginEditing") }
        override func didEndEditing() { record("didEndEditing") }
        override func editActions() -> [TableViewRowAction]? {
            record("editActions")
            return [TableViewRowAction(id: "x", title: "X") { _, _ in .keep }]
        }
        override func canPerformAction(_ action: MenuAction, withSender sender: TableSession?) -> Bool {
            action != .cut
        }
        override func performAction(_ action: MenuAction, withSender sender: TableSession?) { record("\(action)") }
    }

    private let model = RecordingModel()
    private let delegate: ModelTableDelegate
    private let tableView: TableView

    init() {
        let table = TableModel(sectionModels: [SectionModel(), SectionModel(cellModels: [CellModel(), model])])
        delegate = ModelTableDelegate(table)
        delegate.eventHandlerProvider.register(RecordingHandler.self)
        tableView = TableView(root: delegate)
    }

    private func code(_ body: () async throws -> Void) async -> TableViewError.Code? {
        do { try await body() } catch { return (error as? TableViewError)?.code }
        return nil
    }

    // MARK: Events

    @Test func `A touch reaches the handler in UIKit's order, with the view as it is shown`() async throws {
        try await tableView.gestures.touchRow(at: [1, 1])
        try await tableView.gestures.releaseRow(at: [1, 1])
        #expect(
            model.log == [
                "shouldHighlight 1.1 filled 1", "didHighlight 1.1 filled 1", "didUnhighlight 1.1 filled 1",
                "willSelect 1.1 filled 1", "didSelect 1.1 filled 1", "willDeselect 1.1 filled 1",
                "didDeselect 1.1 filled 1",
            ])
    }

    @Test func `A handler may refuse to select and to deselect`() async throws {
        try await tableView.gestures.touchRow(at: [1, 1])
        model.veto = true
        #expect(await code { try await tableView.gestures.touchRow(at: [1, 1]) } == .vetoed)
        #expect(await code { try await tableView.gestures.releaseRow(at: [1, 1]) } == .vetoed)
    }

    @Test func `A row that nobody handles is neither pressed nor offered anything`() async {
        #expect(await code { try await tableView.gestures.touchRow(at: [1, 0]) } == .notHighlightable)
        #expect(delegate.tableView(tableView, willSelectRowAt: [1, 0]) == [1, 0])
        #expect(delegate.tableView(tableView, willDeselectRowAt: [1, 0]) == [1, 0])
        #expect(delegate.tableView(tableView, editActionsForRowAt: [1, 0]) == nil)
        #expect(model.log == [])
    }

    @Test func `Display, editing, actions and accessory reach the handler`() async throws {
        let shown = TableViewCell(title: "shown")
        delegate.tableView(tableView, willDisplay: shown, forRowAt: [1, 1])
        delegate.tableView(tableView, didEndDisplaying: shown, forRowAt: [1, 1])
        delegate.tableView(tableView, willBeginEditingRowAt: [1, 1])
        delegate.tableView(tableView, didEndEditingRowAt: [1, 1])
        #expect(tableView.gestures.actions(forRowAt: [1, 1]).all.map(\.id) == ["x"])
        try await tableView.gestures.tapAccessory(forRowAt: [1, 1])
        #expect(
            model.log == [
                "willDisplay 1.1 shown", "didEndDisplaying 1.1 shown", "willBeginEditing 1.1 filled 1",
                "didEndEditing 1.1 filled 1", "editActions 1.1 filled 1", "accessory 1.1 filled 1",
            ])
    }

    @Test func `Copy and paste are the handler's, where the model shows a menu`() async throws {
        #expect(tableView.gestures.menuActions(forRowAt: [1, 1]) == [])
        model.shouldShowMenu = true
        #expect(tableView.gestures.menuActions(forRowAt: [1, 1]) == [.copy, .paste])

        try await tableView.gestures.performMenuAction(.copy, forRowAt: [1, 1])

        #expect(model.log == ["copy 1.1 filled 1"])
        #expect(await code { try await tableView.gestures.performMenuAction(.cut, forRowAt: [1, 1]) } == .noSuchAction)
    }

    @Test func `A handler that overrides nothing answers with the defaults`() {
        final class Silent: CellEventHandler<RecordingModel> {}
        let delegate = ModelTableDelegate(delegate.tableModel)
        delegate.eventHandlerProvider.register(Silent.self)
        let tableView = TableView(root: delegate)
        #expect(tableView.cellForRow(at: [1, 1]) == model.cell)
        #expect(delegate.tableView(tableView, shouldHighlightRowAt: [1, 1]))
        #expect(delegate.tableView(tableView, willSelectRowAt: [1, 1]) == [1, 1])
        #expect(delegate.tableView(tableView, willDeselectRowAt: [1, 1]) == [1, 1])
        #expect(delegate.tableView(tableView, editActionsForRowAt: [1, 1]) == nil)
        #expect(
            !delegate.tableView(tableView, canPerformAction: .copy, forRowAt: [1, 1], withSender: nil))
    }

    // MARK: Selection and navigation

    private final class LeavingHandler: CellEventHandler<CellModel> {
        override func didSelectView() { tableView?.navigate(to: "elsewhere/") }
    }

    @Test func `A row that led elsewhere is not selected on the way back, unless it is to be`() async throws {
        delegate.eventHandlerProvider.register(LeavingHandler.self)
        let session = TableSession(id: "one")
        func touch() async throws -> [IndexPath] {
            try await tableView.performing(TableRequest(session: session)) {
                try await tableView.gestures.touchRow(at: [1, 0])
                return tableView.indexPathsForSelectedRows
            }.result
        }
        #expect(try await touch() == [])
        delegate.clearsSelectionOnViewWillAppear = false
        #expect(try await touch() == [[1, 0]])
    }

    // MARK: Choice of the handler

    private final class RipeHandler: CellEventHandler<FruitModel> {
        override class func canHandle(model: FruitModel, view: TableViewCell) -> Bool {
            model.name.hasSuffix("!")
        }
        override func willReuseView() { view.title = "ripe" }
    }

    private final class StyleHandler: CellEventHandler<CellModel> {
        override class func canHandle(model: CellModel, view: TableViewCell) -> Bool {
            view.style == .value2
        }
        override func willReuseView() { view.title = "by style" }
    }

    @Test func `The handler that was registered first and can is chosen`() {
        let world = FruitTable("a")
        world.model.addCellModel(FruitModel("b!"))
        world.model.addCellModel(CellModel(TableViewCell(style: .value2)))
        world.model.addCellModel(CellModel(TableViewCell(style: .value1)))
        #expect(world.shown == ["????"])
        world.provider.register(RipeHandler.self)
        world.provider.register(FruitHandler.self)
        world.provider.register(StyleHandler.self)
        #expect(world.shown == ["aripeby style?"])

        let other = FruitTable("a") {
            $0.register(FruitHandler.self)
            $0.register(RipeHandler.self)
        }
        other.model.addCellModel(FruitModel("b!"))
        #expect(other.shown == ["ab!"])
    }

    @Test func `A handler is made for each event`() {
        for _ in 0..<2 { #expect(tableView.cellForRow(at: [1, 1])?.title == "filled 1") }
    }

    // MARK: Headers and footers

    private final class MapModel: SectionAccessoryModel {
        var log: [String] = []
    }

    private final class MapHandler: SectionAccessoryEventHandler<MapModel> {
        override func willReuseView() { view.subtitle = "of the market" }
        override func willDisplayView() { model.log.append("will \(view.subtitle ?? "-")") }
        override func didEndDisplayingView() { model.log.append("did \(view.subtitle ?? "-")") }
    }

    @Test func `A header and a footer have handlers of their own`() {
        let map = MapModel(title: "Map")
        let world = FruitTable("a") { $0.register(MapHandler.self) }
        let (delegate, tableView) = (world.delegate, world.tableView)
        let view = TableViewHeaderFooterView(title: "Map", subtitle: "of the market")
        world.model.sectionModels[0].header = map
        world.model.sectionModels[0].footer = SectionAccessoryModel(title: "plain")
        #expect(tableView.headerView(forSection: 0) == view)
        #expect(tableView.footerView(forSection: 0) == TableViewHeaderFooterView(title: "plain"))

        delegate.tableView(tableView, willDisplayHeaderView: view, forSection: 0)
        delegate.tableView(tableView, didEndDisplayingHeaderView: view, forSection: 0)
        delegate.tableView(tableView, willDisplayFooterView: view, forSection: 0)
        #expect(map.log == ["will of the market", "did of the market"])

        world.model.sectionModels[0].footer = map
        delegate.tableView(tableView, willDisplayFooterView: view, forSection: 0)
        delegate.tableView(tableView, didEndDisplayingFooterView: view, forSection: 0)
        #expect(map.log.count == 4)
    }
}
