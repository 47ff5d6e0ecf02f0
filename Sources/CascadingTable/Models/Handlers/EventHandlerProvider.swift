/// Chooses the handler of each view among those registered: the first that can handle it.
///
/// ```swift
/// let provider = EventHandlerProvider()
/// provider.register(RipeFruitHandler.self)
/// provider.register(FruitHandler.self)
/// ```
@TableActor
public final class EventHandlerProvider {
    private typealias Making<Model, View, Handler> = (TableView, Model, @escaping () -> View) -> Handler?

    private var cellHandlers: [Making<CellModel, TableViewCell, any CellEvents>] = []
    private var accessoryHandlers:
        [Making<SectionAccessoryModel, TableViewHeaderFooterView, any SectionAccessoryEvents>] = []

    public init() {}

    /// Has the handler answer for the rows of its model that it can handle and that none registered before it can.
    public func register<Model, Handler: CellEventHandler<Model>>(_ handler: Handler.Type) {
        cellHandlers.append { tableView, model, makeView in
            guard let model = model as? Model,
                handler.canHandle(tableView: tableView, model: model, view: model.cell)
            else { return nil }
            return handler.init(tableView: tableView, model: model, makeView: makeView)
        }
    }

    /// Has the handler answer for the headers and footers of its model that it can handle and that none registered
    /// before it can.
    public func register<Model, Handler: SectionAccessoryEventHandler<Model>>(_ handler: Handler.Type) {
        accessoryHandlers.append { tableView, model, makeView in
            guard let model = model as? Model,
                handler.canHandle(tableView: tableView, model: model, view: model.view)
            else { return nil }
            return handler.init(tableView: tableView, model: model, makeView: makeView)
        }
    }

    /// The handler of that row: the one it has kept, where that still can, or a new one.
    func handler(
        for entry: SectionModel.Entry, in tableView: TableView, makeView: @escaping () -> TableViewCell
    ) -> (any CellEvents)? {
        let model = entry.model
        if model.keepsEventHandler, let kept = entry.handler,
            kept.takeUp(tableView: tableView, model: model, prototype: model.cell, makeView: makeView)
        {
            return kept
        }
        let handler = cellHandlers.lazy.compactMap { $0(tableView, model, makeView) }.first
        entry.handler = model.keepsEventHandler ? handler : nil
        return handler
    }

    func handler(
        for model: SectionAccessoryModel, in tableView: TableView,
        makeView: @escaping () -> TableViewHeaderFooterView
    ) -> (any SectionAccessoryEvents)? {
        accessoryHandlers.lazy.compactMap { $0(tableView, model, makeView) }.first
    }
}
