/// A registry of event handlers. For each view it selects the first registered handler that can handle the view.
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

    /// Creates a provider without handlers.
    public init() {}

    /// Registers an event handler for rows whose model has the handler's model type.
    ///
    /// If several handlers can handle a row, the first registered one is used. Register special handlers before general
    /// ones.
    ///
    /// - Parameter handler: The type of the event handler.
    public func register<Model, Handler: CellEventHandler<Model>>(_ handler: Handler.Type) {
        cellHandlers.append { tableView, model, makeView in
            guard let model = model as? Model,
                handler.canHandle(tableView: tableView, model: model, view: model.cell)
            else { return nil }
            return handler.init(tableView: tableView, model: model, makeView: makeView)
        }
    }

    /// Registers an event handler for headers and footers whose model has the handler's model type.
    ///
    /// If several handlers can handle a view, the first registered one is used.
    ///
    /// - Parameter handler: The type of the event handler.
    public func register<Model, Handler: SectionAccessoryEventHandler<Model>>(_ handler: Handler.Type) {
        accessoryHandlers.append { tableView, model, makeView in
            guard let model = model as? Model,
                handler.canHandle(tableView: tableView, model: model, view: model.view)
            else { return nil }
            return handler.init(tableView: tableView, model: model, makeView: makeView)
        }
    }

    /// Returns the kept handler of a row if it can still handle the row, or a new one. Returns nil if none can.
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
