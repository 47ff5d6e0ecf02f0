public import CascadingTable
import TableManagers

/// A registry of event handlers. For each view it selects the first registered handler that can handle the view.
///
/// ```swift
/// let provider = EventHandlerProvider()
/// provider.register(RipeFruitHandler.self)
/// provider.register(FruitHandler.self)
/// ```
@TableActor
public final class EventHandlerProvider {
    let cells: MappingList<TableViewCell>
    let headersAndFooters: MappingList<TableViewHeaderFooterView>

    /// Creates a provider without handlers.
    public init() {
        let cell = RegisteredMapping<TableViewCell>(modelOf: CellModel.self, \.cell)
        cell.react(to: cell.events.shouldHighlight) { (_: CellModel, _) in false }
        cell.reactWithProperties()
        let view = RegisteredMapping<TableViewHeaderFooterView>(modelOf: SectionAccessoryModel.self, \.view)
        cells = MappingList(fallback: cell)
        headersAndFooters = MappingList(fallback: view)
    }

    /// Registers an event handler for rows whose model has the handler's model type.
    ///
    /// If several handlers can handle a row, the first registered one is used. Register special handlers before general
    /// ones.
    ///
    /// - Parameter handler: The type of the event handler.
    public func register<Model, Handler: CellEventHandler<Model>>(_ handler: Handler.Type) {
        let mapping = RegisteredMapping<TableViewCell>(handler: handler, \Model.cell) { handler, place, owner in
            handler.indexPath = owner.tableIndexPath(ofOwn: place) ?? place
        }
        mapping.reactWithProperties()
        let events = mapping.events
        /// Sets the closure of an event without an argument.
        func on<Result>(_ event: MappingEvent<Void, Result>, _ body: @escaping @TableActor (Handler) -> Result) {
            mapping.react(to: event) { (_: Void, handler: Handler, _: Model, _) in body(handler) }
        }
        func act(_ event: MappingEvent<Void, ActionWork>, _ body: @escaping @TableActor (Handler) -> Void) {
            on(event) { handler in { body(handler) } }
        }
        on(events.willDisplay) { $0.willDisplayView() }
        on(events.didEndDisplaying) { $0.didEndDisplayingView() }
        act(events.accessoryButtonTapped) { $0.accessoryButtonTapped() }
        on(events.shouldHighlight) { $0.shouldHighlightView() }
        on(events.didHighlight) { $0.didHighlightView() }
        on(events.didUnhighlight) { $0.didUnhighlightView() }
        mapping.react(to: events.willSelect) { (_: Void, handler: Handler, _: Model, place) in
            handler.willSelectView().map { handler.storagePath($0, besides: place) }
        }
        mapping.react(to: events.willDeselect) { (_: Void, handler: Handler, _: Model, place) in
            handler.willDeselectView().map { handler.storagePath($0, besides: place) }
        }
        act(events.didSelect) { $0.didSelectView() }
        act(events.didDeselect) { $0.didDeselectView() }
        on(events.willBeginEditing) { $0.willBeginEditing() }
        on(events.didEndEditing) { $0.didEndEditing() }
        on(events.editActions) { $0.editActions() }
        on(events.fieldsForEditing) { $0.fieldsForEditing() }
        mapping.react(to: events.commitValues) { (values, handler: Handler, _: Model, _) in
            { try handler.commit(values) }
        }
        mapping.react(to: events.canPerformAction) { (argument, handler: Handler, _: Model, _) in
            handler.canPerformAction(argument.0, withSender: argument.1)
        }
        mapping.react(to: events.performAction) { (argument, handler: Handler, _: Model, _) in
            { handler.performAction(argument.0, withSender: argument.1) }
        }
        cells.append(mapping)
    }

    /// Registers an event handler for headers and footers whose model has the handler's model type.
    ///
    /// If several handlers can handle a view, the first registered one is used.
    ///
    /// - Parameter handler: The type of the event handler.
    public func register<Model, Handler: SectionAccessoryEventHandler<Model>>(_ handler: Handler.Type) {
        let mapping = RegisteredMapping<TableViewHeaderFooterView>(handler: handler, \Model.view)
        mapping.react(to: mapping.events.willDisplay) { (_: Void, handler: Handler, _: Model, _) in
            handler.willDisplayView()
        }
        mapping.react(to: mapping.events.didEndDisplaying) { (_: Void, handler: Handler, _: Model, _) in
            handler.didEndDisplayingView()
        }
        headersAndFooters.append(mapping)
    }
}

extension RegisteredMapping {
    /// Creates a mapping that shows models as they made their view, with their heights.
    fileprivate convenience init<Model: ReusableViewModel>(modelOf type: Model.Type, _ view: KeyPath<Model, Content>) {
        self.init(viewType: Content.self, accepts: { $0 is Model }) { model, _, _ in
            (model as? Model)?[keyPath: view]
        } view: { model, _, displayed, _ in
            displayed ?? (model as? Model)?[keyPath: view]
        }
        reactWithHeight(of: type)
    }

    /// Creates a mapping whose view is an event handler.
    ///
    /// - Parameter prepare: Receives each handler with the position of its view.
    fileprivate convenience init<Model, Handler: ViewEventHandler<Model, Content>>(
        handler type: Handler.Type, _ view: KeyPath<Model, Content>,
        prepare: @escaping @TableActor (Handler, IndexPath, Owner) -> Void = { _, _, _ in }
    ) {
        @TableActor
        func make(_ model: Any, _ place: IndexPath, _ displayed: Content?, _ owner: Owner) -> Handler? {
            guard let model = model as? Model else { return nil }
            let handler = type.init(tableView: owner.tableView, model: model, view: displayed ?? model[keyPath: view])
            prepare(handler, place, owner)
            if displayed == nil { handler.willReuseView() }
            return handler
        }
        self.init(viewType: type, accepts: { $0 is Model }) { model, place, owner in
            make(model, place, nil, owner)?.view
        } view: { model, place, displayed, owner in
            make(model, place, displayed, owner)
        }
        condition = { model, _, _ in
            (model as? Model).map { type.canHandle(model: $0, view: $0[keyPath: view]) } ?? false
        }
        reactWithHeight(of: Model.self)
    }

    private func reactWithHeight<Model: ReusableViewModel>(of type: Model.Type) {
        react(to: events.heightForCell) { (model: Model, _) in model.shownHeight }
    }
}

extension RegisteredMapping<TableViewCell> {
    /// Answers with the properties of the models.
    fileprivate func reactWithProperties() {
        react(to: events.canEditCell) { (model: CellModel, _) in model.isEditable }
        react(to: events.titleForDeleteConfirmationButton) { (model: CellModel, _) in
            model.titleForDeleteConfirmationButton
        }
        react(to: events.shouldIndentWhileEditing) { (model: CellModel, _) in model.shouldIndentWhileEditing }
        react(to: events.canMove) { (model: CellModel, _) in model.isMovable }
        react(to: events.indentationLevelForCell) { (model: CellModel, _) in max(model.indentationLevel, 0) }
        react(to: events.shouldShowMenu) { (model: CellModel, _) in model.shouldShowMenu }
    }
}
